import type { testRunEvents, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { testCasesProjection } from '../test-cases/test-cases.projection.ts'
import { testResultsProjection } from './test-results.projection.ts'
import { testRunsProjection } from './test-runs.projection.ts'

type SetEvent = SealedEventOf<typeof testSetEvents>
type RunEvent = SealedEventOf<typeof testRunEvents>

const at = '2026-11-21T12:00:00.000Z'
const about = { agentId: 'a1', at } as const
const saved = (more: object = {}): Extract<SetEvent, { type: 'TestCaseSaved' }> => ({
  type: 'TestCaseSaved',
  data: { ...about, caseId: 'c1', origin: 'conversation', testCase: 'sealed', bytes: 9, lines: 1, ...more },
})
const started: Extract<SetEvent, { type: 'TestRunStarted' }> = {
  type: 'TestRunStarted',
  data: {
    ...about,
    runId: 'r1',
    versions: ['draft', 'published'],
    cases: [{ caseId: 'c1', at }],
    gradesTone: false,
  },
}
const played = (version: 'draft' | 'published', passed: boolean): RunEvent => ({
  type: 'TestCasePlayed',
  data: { ...about, runId: 'r1', caseId: 'c1', version, passed, cost: 0.5, tookMs: 10, lines: 'sealed' },
})
const dropped: Extract<SetEvent, { type: 'TestRunDropped' }> = {
  type: 'TestRunDropped',
  data: { ...about, runId: 'r1', caseIds: ['c1'] },
}
const deleted: Extract<SetEvent, { type: 'TestSetDeleted' }> = {
  type: 'TestSetDeleted',
  data: { ...about, caseIds: ['c1'], runs: [{ runId: 'r1', caseIds: ['c1'] }] },
}

test('a case knows where it is from and what came of it last', () => {
  const found = projected(testCasesProjection, [
    saved({ conversationId: 'x1' }),
    saved({ origin: 'typed', testCase: 'sealed again' }),
    played('draft', false),
    played('published', true),
  ])
  expect(found.get('c1')).toEqual({
    caseId: 'c1',
    agentId: 'a1',
    origin: 'conversation',
    conversationId: 'x1',
    testCase: 'sealed again',
    savedAt: at,
    last: { runId: 'r1', draft: false, published: true },
  })
  expect(projected(testCasesProjection, [saved(), deleted]).size).toBe(0)
})

test('a run counts what was played, and goes with its results when it is dropped', () => {
  const events = [started, played('draft', false), played('published', true)]
  expect(projected(testRunsProjection, events).get('r1')).toMatchObject({
    cases: 1,
    played: 2,
    draft: { passed: 0, failed: 1, cost: 0.5, tookMs: 10 },
    published: { passed: 1, failed: 0 },
  })
  expect(projected(testRunsProjection, [...events, dropped]).size).toBe(0)
  expect(projected(testRunsProjection, [...events, deleted]).size).toBe(0)
  const plays = [played('draft', false), played('published', true)]
  expect([...projected(testResultsProjection, plays).keys()]).toEqual(['r1.c1.draft', 'r1.c1.published'])
  expect(projected(testResultsProjection, [...plays, dropped]).size).toBe(0)
  expect(projected(testResultsProjection, [...plays, deleted]).size).toBe(0)
})
