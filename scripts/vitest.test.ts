import { describe, expect, test } from 'vitest'
import {
  afterBoth,
  filesToRunAgain,
  namesToRunAgain,
  secondRuns,
  secondTries,
  summary,
  tally,
} from './vitest.ts'

/** `group > title`, or the title alone. */
const outcome = (status: string, name = 'the test', ...failureMessages: string[]) => {
  const [title = '', ...ancestorTitles] = name.split(' > ').toReversed()
  return { status, fullName: name.replaceAll(' > ', ' '), ancestorTitles, title, failureMessages }
}
const file = (name: string, status: string, ...assertionResults: ReturnType<typeof outcome>[]) => ({
  ...{ name, status, assertionResults },
})
const green = {
  testResults: [file('green', 'passed', outcome('passed'), outcome('passed'), outcome('pending'))],
}

test('sums up the results', () => {
  expect(summary(tally(green, 0))).toBe('2 passed, 0 failed, 1 skipped')
  const red = {
    testResults: [file('red', 'failed', outcome('passed'), outcome('failed'), outcome('failed'))],
  }
  expect(summary(tally(red, 1))).toBe('1 passed, 2 failed')
})

test('a file that could not be loaded or set up is a failure', () => {
  const unloaded = file('a', 'failed')
  const notSetUp = file('b', 'failed', outcome('skipped'))
  const red = file('c', 'failed', outcome('passed'), outcome('failed', 'the test', 'expected 1 to be 2'))
  expect(tally({ testResults: [unloaded, notSetUp, red] }, 1).failed).toBe(3)
})

test('a failed run is a failure, with or without a report', () => {
  expect(tally(green, 1).failed).toBe(1)
  expect(tally(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('an error outside of tests is a failure, though all that failed passes when run again', () => {
  const first = { testResults: [file('a', 'failed', outcome('failed'))], unhandledErrors: ['Error: nobody'] }
  const second = { testResults: [file('a', 'passed', outcome('passed'))], unhandledErrors: [] }
  expect(tally(afterBoth(first, second), 0)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('names tests that passed only when retried', () => {
  const outcomes = [
    outcome('passed'),
    outcome('failed', 'the test', 'twice'),
    outcome('passed', 'the test', 'expected 1 to be 2'),
  ]
  const report = { testResults: [file('a', 'failed', ...outcomes)] }
  expect(secondTries(report)).toEqual(['Passed only when tried again: the test\n  expected 1 to be 2'])
  expect(secondTries(undefined)).toEqual([])
})

describe('files that failed', () => {
  const whole = file('whole', 'passed', outcome('passed'), outcome('pending'))
  const notSetUp = { ...file('not set up', 'failed', outcome('skipped')), message: 'no port' }
  const first = { exitCode: 1, report: { testResults: [whole, notSetUp] } }

  test('are run again where they are few', () => {
    expect(filesToRunAgain(first.report)).toEqual([notSetUp])
    expect(filesToRunAgain({ testResults: Array.from({ length: 6 }, () => notSetUp) })).toEqual([])
    expect(filesToRunAgain(undefined)).toEqual([])
  })

  test('are run again whole, or the failed ones of many tests', () => {
    const many = Array.from({ length: 50 }, (_, nth) => outcome('passed', `screen ${nth}`))
    const generated = file('generated', 'failed', ...many, outcome('failed', 'screen (of a+b)'))
    const written = file('written', 'failed', outcome('passed', 'begins'), outcome('failed', 'goes on'))
    const pattern = new RegExp(namesToRunAgain([generated, written]))
    const chosen = ['screen 1', 'screen (of a+b)', ' screen (of a+b)', 'begins', 'goes on', 'goes on and on']
    expect(chosen.map((name) => pattern.test(name))).toEqual([false, true, true, true, true, false])
    // A file that could not be loaded has tests of unknown names.
    expect(namesToRunAgain([generated, file('unloaded', 'failed')])).toBe('')
  })

  test('are found by the names that vitest compares', () => {
    const name = expect.getState().currentTestName ?? ''
    expect(name).toContain(' > ')
    const failed = file('of groups', 'failed', outcome('failed', name))
    expect(name).toMatch(new RegExp(namesToRunAgain([failed])))
  })

  test('and pass then, are counted as they are then, and named', () => {
    const report = { testResults: [{ ...file('not set up', 'passed', outcome('passed')) }] }
    expect(tally(afterBoth(first.report, report), 0)).toEqual({ passed: 2, failed: 0, skipped: 1 })
    expect(secondRuns(first, { exitCode: 0, report })).toEqual([
      'Passed only when run again: not set up\n  no port',
    ])
    const skipped = { testResults: [file('not set up', 'skipped', outcome('skipped'))] }
    expect(secondRuns(first, { exitCode: 0, report: skipped })).toEqual([])
  })

  test('keep the outcomes of what was not run again', () => {
    const before = file('a', 'failed', outcome('passed', 'one'), outcome('failed', 'two'))
    const after = file('a', 'passed', outcome('skipped', 'one'), outcome('passed', 'two'))
    const both = afterBoth({ testResults: [before] }, { testResults: [after] })
    expect(tally(both, 0)).toEqual({ passed: 2, failed: 0, skipped: 0 })
  })

  test('and fail again, are failures', () => {
    const report = { testResults: [file('not set up', 'failed', outcome('skipped'))] }
    expect(tally(afterBoth(first.report, report), 1)).toEqual({ passed: 1, failed: 1, skipped: 2 })
    expect(secondRuns(first, { exitCode: 1, report })).toEqual([])
    expect(tally(afterBoth(first.report, undefined), 1).failed).toBe(1)
  })
})
