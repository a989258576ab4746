import type { TestSetEvent } from '@parley/contracts/evaluation/events.ts'
import { mostTestCases } from '@parley/contracts/evaluation/names.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { runsKept, testSet } from './test-set.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const agentId = 'a1'
const testCase: TestCase = { lines: [{ says: 'Open?', expects: { mentions: ['9:00'] } }] }
const bytes = Buffer.byteLength(JSON.stringify(testCase))
const saved = (caseId: string): TestSetEvent => ({
  type: 'TestCaseSaved',
  data: { agentId, caseId, at, origin: 'typed', testCase, bytes, lines: 1 },
})
const started = (runId: string, draftHash?: string): TestSetEvent => ({
  type: 'TestRunStarted',
  data: {
    agentId,
    runId,
    at,
    versions: ['draft'],
    cases: [{ caseId: 'c1', at }],
    gradesTone: false,
    ...(draftHash === undefined ? {} : { draftHash }),
  },
})
const ended = (runId: string, failedIds: string[] = []): TestSetEvent => ({
  type: 'TestRunEnded',
  data: { agentId, runId, at, outcome: 'finished', failedIds },
})
const start = (runId: string, caseIds?: string[]) =>
  ({ type: 'StartRun', agentId, runId, versions: ['draft'], caseIds, gradesTone: false }) as const
const save = (...caseIds: string[]) =>
  ({
    type: 'SaveCases',
    agentId,
    cases: caseIds.map((caseId) => ({ caseId, testCase, origin: 'typed' as const })),
  }) as const

describe('cases', () => {
  test('are saved and deleted', () => {
    given(testSet).when(save('c1', 'c2')).then(saved('c1'), saved('c2'))
    given(testSet, saved('c1'))
      .when({ type: 'DeleteCase', agentId, caseId: 'c1' })
      .then({ type: 'TestCaseDeleted', data: { agentId, caseId: 'c1', at } })
    given(testSet).when({ type: 'DeleteCase', agentId, caseId: 'c1' }).thenRejected('not-found')
    given(testSet, saved('c1'))
      .when({ ...save('c2'), mustExist: true })
      .thenRejected('not-found')
  })

  test('are bounded in number and bytes, all of a command or none', () => {
    const many = Array.from({ length: mostTestCases }, (_, nth) => saved(`c${nth}`))
    given(testSet, ...many)
      .when(save('one-more'))
      .thenRejected('too-many-test-cases')
    given(testSet, ...many)
      .when(save('c0'))
      .then(saved('c0'))
    const large: TestCase = {
      lines: Array.from({ length: 20 }, () => ({ says: 'é'.repeat(2_000), expects: {} })),
    }
    const cases = Array.from({ length: 13 }, (_, nth) => ({
      caseId: `c${nth}`,
      testCase: large,
      origin: 'file' as const,
    }))
    given(testSet).when({ type: 'SaveCases', agentId, cases }).thenRejected('test-cases-too-large')
  })
})

describe('runs', () => {
  test('take all cases, or those that are chosen', () => {
    given(testSet, saved('c1')).when(start('r1')).then(started('r1'))
    const { state } = given(testSet, saved('c1'), saved('c2'), started('r1'))
    expect(state.running?.cases).toEqual([{ caseId: 'c1', at }])
    given(testSet, saved('c1'))
      .when(start('r1', ['c9']))
      .thenRejected('not-found')
    given(testSet).when(start('r1')).thenRejected('no-test-cases')
  })

  test('follow each other: one at a time', () => {
    given(testSet, saved('c1'), started('r1')).when(start('r2')).thenRejected('run-in-progress')
    given(testSet, saved('c1'), started('r1')).when(start('r1')).thenNothing()
    given(testSet, saved('c1'), started('r1'), ended('r1')).when(start('r2')).then(started('r2'))
  })

  test('end once', () => {
    const end = { type: 'EndRun', agentId, runId: 'r1', outcome: 'finished', failedIds: [] } as const
    given(testSet, saved('c1'), started('r1')).when(end).then(ended('r1'))
    given(testSet, saved('c1'), started('r1'), ended('r1')).when(end).thenNothing()
    given(testSet, saved('c1'), started('r2')).when(end).thenNothing()
  })

  test('are known by what they tested, once they finished', () => {
    const { state } = given(testSet, saved('c1'), started('r1', 'hash'), ended('r1', ['c1']))
    expect(state.lastOfDraft).toMatchObject({ runId: 'r1', draftHash: 'hash', failedIds: ['c1'] })
    expect(given(testSet, saved('c1'), started('r1'), ended('r1')).state.lastOfDraft).toBeUndefined()
  })

  test('are dropped, the oldest first, beyond what is kept', () => {
    const past = Array.from({ length: runsKept }, (_, nth) => [started(`r${nth}`), ended(`r${nth}`)]).flat()
    given(testSet, saved('c1'), ...past)
      .when(start('new'))
      .then(started('new'), {
        type: 'TestRunDropped',
        data: { agentId, runId: 'r0', at, caseIds: ['c1'] },
      })
  })
})

test('the tests of a deleted agent are deleted with their results', () => {
  given(testSet, saved('c1'), started('r1'))
    .when({ type: 'DeleteTestSet', agentId })
    .then({
      type: 'TestSetDeleted',
      data: { agentId, at, caseIds: ['c1'], runs: [{ runId: 'r1', caseIds: ['c1'] }] },
    })
  given(testSet).when({ type: 'DeleteTestSet', agentId }).thenNothing()
})
