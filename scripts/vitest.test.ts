import { expect, test } from 'vitest'
import { secondTries, summary, tally } from './vitest.ts'

const green = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] }
const outcome = (status: string, ...failureMessages: string[]) => ({
  status,
  fullName: 'the test',
  failureMessages,
})

test('sums up the results', () => {
  expect(summary(tally(green, 0))).toBe('3 passed, 0 failed, 1 skipped')
  expect(summary(tally({ ...green, numPendingTests: 0, numFailedTests: 2 }, 1))).toBe('3 passed, 2 failed')
})

test('a file that could not be loaded or set up is a failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] }
  const notSetUp = { status: 'failed', assertionResults: [outcome('skipped')] }
  const red = {
    status: 'failed',
    assertionResults: [outcome('passed'), outcome('failed', 'expected 1 to be 2')],
  }
  const report = { ...green, numFailedTests: 1, testResults: [unloaded, notSetUp, red] }
  expect(tally(report, 1).failed).toBe(3)
})

test('a failed run is a failure, with or without a report', () => {
  expect(tally(green, 1).failed).toBe(1)
  expect(tally(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('names tests that passed only when retried', () => {
  const assertionResults = [
    outcome('passed'),
    outcome('failed', 'twice'),
    outcome('passed', 'expected 1 to be 2'),
  ]
  const report = { ...green, testResults: [{ status: 'failed', assertionResults }] }
  expect(secondTries(report)).toEqual(['Passed only when tried again: the test\n  expected 1 to be 2'])
  expect(secondTries(undefined)).toEqual([])
})
