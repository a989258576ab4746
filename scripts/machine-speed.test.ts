import { expect, test } from 'vitest'
import { leftOutAt } from './machine-speed.ts'

test('leaves out as much as the machine is slower, and never more than half', () => {
  expect([0.8, 1, 1.25, 2.5, 10].map(leftOutAt)).toEqual([0, 0, 0, 0.5, 0.5])
  // What is left then takes as long as all of it on a machine that is 1.25 times slower.
  expect(1.6 * (1 - leftOutAt(1.6))).toBeCloseTo(1.25)
})
