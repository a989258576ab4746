import { expect, test } from 'vitest'
import { confidenceOf } from './confidence.ts'

test.each([
  // By the tables of the normal distribution: z = 1.96 and 1.645.
  [{ recipients: 1_000, answers: 100 }, { recipients: 1_000, answers: 100 }, 0.5],
  [{ recipients: 10_000, answers: 1_000 }, { recipients: 10_000, answers: 1_085 }, 0.975],
  [{ recipients: 500, answers: 60 }, { recipients: 500, answers: 25 }, 0.9999],
])('%o against %o', (a, b, expected) => {
  expect(confidenceOf(a, b)).toBeCloseTo(expected, 2)
  expect(confidenceOf(b, a)).toBeCloseTo(expected, 2)
})

test('says nothing without recipients or answers', () => {
  expect(confidenceOf({ recipients: 0, answers: 0 }, { recipients: 10, answers: 1 })).toBeUndefined()
  expect(confidenceOf({ recipients: 10, answers: 0 }, { recipients: 10, answers: 0 })).toBeUndefined()
})
