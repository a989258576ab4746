import { expect, test } from 'vitest'
import { dayOfExpiry, endOfDay, expiryState } from './expiry.ts'

const now = Date.parse('2026-11-28T12:00:00Z')

test('an expiry is past at its moment, and soon within two weeks', () => {
  expect(expiryState(undefined, now)).toBe('none')
  expect(expiryState('2026-11-28T12:00:00Z', now)).toBe('past')
  expect(expiryState('2026-11-28T12:00:01Z', now)).toBe('soon')
  expect(expiryState('2026-12-12T12:00:00Z', now)).toBe('soon')
  expect(expiryState('2026-12-12T12:00:01Z', now)).toBe('later')
})

test('a day is the same day once it is stored, and ends at its end', () => {
  expect(dayOfExpiry(endOfDay('2027-01-31'))).toBe('2027-01-31')
  expect(new Date(endOfDay('2027-01-31') ?? '').getHours()).toBe(23)
  expect(endOfDay('')).toBeUndefined()
  expect(endOfDay('2027-1')).toBeUndefined()
  expect(dayOfExpiry(undefined)).toBe('')
})
