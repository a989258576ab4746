import { expect, test } from 'vitest'
import { afterQuietHours, earliestOf, firstTime } from './send-times.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()
const times = (inRecipientZone: boolean) => ({
  ...{ timeZone: 'Europe/Berlin' },
  schedule: { kind: 'at' as const, at: '2026-11-30T09:00', inRecipientZone },
})

test('a date is in the campaign’s zone, or in each recipient’s', () => {
  expect(iso(firstTime(times(false), 'America/New_York', 0))).toBe('2026-11-30T08:00:00.000Z')
  expect(iso(firstTime(times(true), 'America/New_York', 0))).toBe('2026-11-30T14:00:00.000Z')
  expect(iso(firstTime(times(true), undefined, 0))).toBe('2026-11-30T08:00:00.000Z')
  expect(iso(earliestOf(times(true)))).toBe('2026-11-29T19:00:00.000Z')
})

test('a date that is over is now', () => {
  const now = at('2026-12-01T00:00:00Z')
  expect(firstTime(times(false), undefined, now)).toBe(now)
})

test.each([
  ['within, before midnight', '2026-11-30T21:30:00Z', '2026-12-01T07:00:00.000Z'],
  ['within, after midnight', '2026-12-01T02:00:00Z', '2026-12-01T07:00:00.000Z'],
  ['at their end', '2026-12-01T07:00:00Z', '2026-12-01T07:00:00.000Z'],
  ['outside', '2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
])('quiet hours over midnight, %s', (_, time, expected) => {
  const of = { ...times(false), quietHours: { from: 21 * 60, to: 8 * 60 } }
  expect(iso(afterQuietHours(of, undefined, at(time)))).toBe(expected)
})

test('quiet hours are in the zone of the recipient, over a change of the clocks', () => {
  const of = { ...times(false), quietHours: { from: 22 * 60, to: 6 * 60 } }
  // Clocks in New York go back on 1 November 2026.
  expect(iso(afterQuietHours(of, 'America/New_York', at('2026-11-01T03:00:00Z')))).toBe(
    '2026-11-01T11:00:00.000Z',
  )
})

test('quiet hours within a day', () => {
  const of = { ...times(false), timeZone: 'UTC', quietHours: { from: 12 * 60, to: 14 * 60 } }
  expect(iso(afterQuietHours(of, undefined, at('2026-11-30T13:00:00Z')))).toBe('2026-11-30T14:00:00.000Z')
  expect(iso(afterQuietHours(of, undefined, at('2026-11-30T11:59:00Z')))).toBe('2026-11-30T11:59:00.000Z')
})
