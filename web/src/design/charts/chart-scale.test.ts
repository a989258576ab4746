import { expect, it } from 'vitest'
import { axisOf } from './chart-scale.ts'

it.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [7, 8],
  [41, 60],
  [100, 100],
  [1234, 1500],
])('covers %d with a round upper end', (most, top) => {
  expect(axisOf(most).top).toBe(top)
})

it('has whole steps from zero to the upper end, six at most', () => {
  for (const most of [0, 2, 9, 13, 47, 250, 9999]) {
    const { top, ticks } = axisOf(most)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBe(top)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})
