import type { TestSetEvent } from '@parley/contracts/evaluation/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { untestedRefusal } from './publish-gate.ts'
import { testSet } from './test-set.decider.ts'

const agentId = 'a1'
const saved = (caseId: string, at = '1'): TestSetEvent => ({
  type: 'TestCaseSaved',
  data: {
    agentId,
    caseId,
    at,
    origin: 'typed',
    testCase: { lines: [{ says: 'Hi', expects: {} }] },
    bytes: 9,
    lines: 1,
  },
})
const required = (on: boolean): TestSetEvent => ({
  type: 'TestsRequired',
  data: { agentId, at: '1', required: on },
})
const ran = (
  caseIds: string[],
  failedIds: string[] = [],
  draftHash = 'hash',
  at = '1',
  ungradedIds: string[] = [],
): TestSetEvent[] => [
  {
    type: 'TestRunStarted',
    data: {
      ...{ agentId, runId: 'r', at, versions: ['draft'], gradesTone: false, draftHash },
      cases: caseIds.map((caseId) => ({ caseId, at })),
    },
  },
  { type: 'TestRunEnded', data: { agentId, runId: 'r', at, outcome: 'finished', failedIds, ungradedIds } },
]
const refusal = (...events: TestSetEvent[]) =>
  untestedRefusal(given(testSet, ...events).state, 'hash')?.rejection.message
const two = [saved('c1'), saved('c2'), required(true)]

test('a draft is published as before while its tests are not required, or there are none', () => {
  expect(refusal(saved('c1'))).toBeUndefined()
  expect(refusal(required(true))).toBeUndefined()
  expect(refusal(...two, required(false))).toBeUndefined()
})

test('a draft is refused until all tests have passed with it', () => {
  expect(refusal(...two)).toContain('2 of 2 tests were not run with this draft')
  expect(refusal(...two, ...ran(['c1', 'c2'], ['c2']))).toContain('1 of 2 tests failed with this draft')
  expect(refusal(...two, ...ran(['c1']))).toContain('1 of 2 tests were not run')
  expect(refusal(...two, ...ran(['c1', 'c2']))).toBeUndefined()
})

test('what failed can be run again by itself', () => {
  expect(refusal(...two, ...ran(['c1', 'c2'], ['c2']), ...ran(['c2']))).toBeUndefined()
  expect(refusal(...two, ...ran(['c1', 'c2']), ...ran(['c2'], ['c2']))).toContain('1 of 2 tests failed')
})

test('a tone that no model graded has not passed', () => {
  const ungraded = ran(['c1', 'c2'], [], 'hash', '1', ['c2'])
  expect(refusal(...two, ...ungraded)).toMatch(/^The tone of 1 of 2 tests was graded by no model/)
  const failed = ran(['c1', 'c2'], ['c2'])
  expect(refusal(...two, ...failed, ...ran(['c2'], [], 'hash', '1', ['c2']))).toContain('tone of 1 of 2')
  expect(refusal(...two, ...ungraded, ...ran(['c2']))).toBeUndefined()
})

test('a run of another draft, or of a test that was changed since, says nothing', () => {
  expect(refusal(...two, ...ran(['c1', 'c2'], [], 'other'))).toContain('2 of 2 tests were not run')
  expect(refusal(...two, ...ran(['c1', 'c2']), ...ran(['c2'], [], 'other'))).toContain('2 of 2')
  expect(refusal(...two, ...ran(['c1', 'c2']), saved('c2', '2'))).toContain('1 of 2 tests were not run')
})
