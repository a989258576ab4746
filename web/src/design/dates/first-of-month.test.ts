import { expect, test } from 'vitest'
import { firstOfMonth } from './range-search.ts'

test('a calendar starts at the month of the first that is counted, or at the present one', () => {
  const now = new Date(2026, 10, 21)
  expect(firstOfMonth(new Date(2026, 7, 9, 12).toISOString(), now)).toBe('2026-08-01')
  expect(firstOfMonth(undefined, now)).toBe('2026-11-01')
})
