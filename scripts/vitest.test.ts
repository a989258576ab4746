import { expect, test } from 'vitest'
import { summary, tally } from './vitest.ts'

const green = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] }

test('sums up what ran', () => {
  expect(summary(tally(green, 0))).toBe('3 passed, 0 failed, 1 skipped')
  expect(summary(tally({ ...green, numPendingTests: 0, numFailedTests: 2 }, 1))).toBe('3 passed, 2 failed')
})

test('a file that could not be loaded or set up is a failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] }
  const notSetUp = { status: 'failed', assertionResults: [{ status: 'skipped' }] }
  const red = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
  const report = { ...green, numFailedTests: 1, testResults: [unloaded, notSetUp, red] }
  expect(tally(report, 1).failed).toBe(3)
})

test('a run that ends badly is a failure, with or without a report', () => {
  expect(tally(green, 1).failed).toBe(1)
  expect(tally(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
