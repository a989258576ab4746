import { expect, it } from 'vitest'
import { differenceOf, intervalOf, isClearlyWorse } from './canary.ts'

it('gives the Wilson interval of a share', () => {
  expect(intervalOf({ count: 0, of: 0 })).toBeUndefined()
  // Of 10 successes in 20, and none in 20, as in Wilson's tables.
  expect(intervalOf({ count: 10, of: 20 })?.low).toBeCloseTo(0.2993, 4)
  expect(intervalOf({ count: 10, of: 20 })?.high).toBeCloseTo(0.7007, 4)
  expect(intervalOf({ count: 0, of: 20 })?.low).toBe(0)
  expect(intervalOf({ count: 0, of: 20 })?.high).toBeCloseTo(0.1611, 4)
})

it('gives the interval of a difference, and none of too few conversations', () => {
  // Newcombe 1998, method 10: 56/70 and 48/80.
  const difference = differenceOf({ count: 56, of: 70 }, { count: 48, of: 80 })
  expect(difference?.low).toBeCloseTo(0.0524, 4)
  expect(difference?.high).toBeCloseTo(0.3339, 4)
  expect(differenceOf({ count: 19, of: 19 }, { count: 0, of: 500 })).toBeUndefined()
})

it('calls clearly worse what chance does not explain', () => {
  expect(isClearlyWorse({ count: 15, of: 30 }, { count: 3, of: 300 })).toBe(true)
  expect(isClearlyWorse({ count: 3, of: 30 }, { count: 20, of: 300 })).toBe(false)
  expect(isClearlyWorse({ count: 3, of: 300 }, { count: 15, of: 30 })).toBe(false)
  expect(isClearlyWorse({ count: 10, of: 10 }, { count: 0, of: 300 })).toBe(false)
})
