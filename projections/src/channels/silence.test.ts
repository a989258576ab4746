import { expect, test } from 'vitest'
import { unusualSilence } from './silence.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const HOUR_MS = 3_600_000
/** Messages that arrived so many hours ago. */
const ago = (...hours: number[]) => hours.map((many) => new Date(NOW - many * HOUR_MS).toISOString())
const hourly = (from: number, count = 12) => Array.from({ length: count }, (_, nth) => from + nth)

test('a day without a message is unusual for a channel that has one every hour', () => {
  expect(unusualSilence(ago(...hourly(23)), NOW)).toBeUndefined()
  expect(unusualSilence(ago(...hourly(25)), NOW)).toEqual({ usualMs: HOUR_MS })
})

test('nights and weekends of the channel itself are usual', () => {
  const withWeekend = [...hourly(100), ...hourly(175)]
  expect(unusualSilence(ago(...withWeekend), NOW)).toBeUndefined()
  expect(unusualSilence(ago(...withWeekend.map((hours) => hours + 30)), NOW)).toEqual({
    usualMs: 64 * HOUR_MS,
  })
})

test('nothing is usual for a channel with few messages', () => {
  expect(unusualSilence([], NOW)).toBeUndefined()
  expect(unusualSilence(ago(...hourly(500, 9)), NOW)).toBeUndefined()
})
