import { expect, it } from 'vitest'
import { binOf, type Histogram, percentile, withTime } from './histogram.ts'

it('returns the median and the 90th percentile within the width of a bin', () => {
  const times = Array.from({ length: 1_000 }, (_, nth) => 200 + nth * 10)
  const histogram = times.reduce<Histogram>((sum, ms) => withTime(sum, ms), {})
  expect(percentile(histogram, 0.5)).toBeGreaterThan(5_200 * 0.95)
  expect(percentile(histogram, 0.5)).toBeLessThan(5_200 * 1.05)
  expect(percentile(histogram, 0.9)).toBeGreaterThan(9_200 * 0.9)
  expect(percentile(histogram, 0.9)).toBeLessThan(9_200 * 1.1)
})

it('has a bin for every time, from zero to years, in order', () => {
  const bins = [0, 99, 100, 141, 5_000, 86_400_000, 604_800_000, 1e12].map(binOf)
  expect(bins).toEqual([...bins].sort((a, b) => a - b))
  expect(bins[0]).toBe(0)
  expect(percentile({ [binOf(1e12)]: 1 }, 0.5)).toBeGreaterThan(500_000_000)
  expect(percentile({}, 0.5)).toBeUndefined()
})
