import { expect, it } from 'vitest'
import { knownTimeZone } from './time-zone.ts'

it.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['america/los_angeles', 'America/Los_Angeles'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', undefined],
  ['<script>', undefined],
  ['', undefined],
  ['x'.repeat(65), undefined],
  [undefined, undefined],
])('reads %j as the zone %s', (name, zone) => expect(knownTimeZone(name)).toBe(zone))

it('gives the same name for both names of a zone', () => {
  expect(knownTimeZone('Asia/Kolkata')).toBe(knownTimeZone('Asia/Calcutta'))
})
