import { describe, expect, test } from 'vitest'
import { filesToRunAgain, secondRuns, secondTries, summary, tally, tallyOfBoth } from './vitest.ts'

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
  const unloaded = { name: 'a', status: 'failed', assertionResults: [] }
  const notSetUp = { name: 'b', status: 'failed', assertionResults: [outcome('skipped')] }
  const red = {
    name: 'c',
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
  const report = { ...green, testResults: [{ name: 'a', status: 'failed', assertionResults }] }
  expect(secondTries(report)).toEqual(['Passed only when tried again: the test\n  expected 1 to be 2'])
  expect(secondTries(undefined)).toEqual([])
})

describe('files that failed', () => {
  const whole = { name: 'whole', status: 'passed', assertionResults: [outcome('passed'), outcome('pending')] }
  const notSetUp = {
    ...{ name: 'not set up', status: 'failed', message: 'no port' },
    assertionResults: [outcome('skipped')],
  }
  const first = { exitCode: 1, report: { ...green, testResults: [whole, notSetUp] } }
  const again = (status: string, ...outcomes: ReturnType<typeof outcome>[]) => ({
    exitCode: status === 'failed' ? 1 : 0,
    report: {
      ...{ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
      ...(status === 'passed' && { numPassedTests: outcomes.length }),
      testResults: [{ ...notSetUp, status, assertionResults: outcomes }],
    },
  })

  test('are run again where they are few', () => {
    expect(filesToRunAgain(first.report)).toEqual(['not set up'])
    const many = { ...green, testResults: Array.from({ length: 4 }, () => notSetUp) }
    expect(filesToRunAgain(many)).toEqual([])
    expect(filesToRunAgain(undefined)).toEqual([])
  })

  test('and pass then, are counted as they are then, and named', () => {
    const second = again('passed', outcome('passed'), outcome('passed'))
    expect(tallyOfBoth(first, second)).toEqual({ passed: 3, failed: 0, skipped: 1 })
    expect(secondRuns(first, second)).toEqual(['Passed only when run again: not set up\n  no port'])
  })

  test('and fail again, are failures', () => {
    const second = again('failed', outcome('skipped'))
    expect(tallyOfBoth(first, second)).toEqual({ passed: 1, failed: 1, skipped: 1 })
    expect(secondRuns(first, second)).toEqual([])
    expect(tallyOfBoth(first, { exitCode: 1, report: undefined }).failed).toBe(1)
  })
})
