import type { GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { testRun } from './test-run.decider.ts'

const lineWith = (outcome: 'passed' | 'failed' | 'skipped'): GradedLine => ({
  says: 'Open?',
  reply: 'Yes.',
  sources: [],
  tools: [],
  handedOver: false,
  answered: true,
  modelId: 'gpt-4o',
  tookMs: 20,
  cost: 0.125,
  checks: [{ kind: 'mentions', expected: 'yes', outcome }],
})
const record = (caseId: string, lines: GradedLine[], version: 'draft' | 'published' = 'draft') =>
  ({ type: 'RecordPlay', agentId: 'a1', runId: 'r1', caseId, version, lines }) as const
const passed = (...lines: GradedLine[]) => {
  const [event] = given(testRun).when(record('c1', lines)).events()
  return event?.data.passed
}

test('a case passes if no check of any line failed', () => {
  expect(passed(lineWith('passed'), lineWith('skipped'))).toBe(true)
  expect(passed(lineWith('passed'), lineWith('failed'))).toBe(false)
  expect(passed()).toBe(false)
})

test('a case is recorded once for each version, and summed', () => {
  const first = given(testRun)
    .when(record('c1', [lineWith('failed'), lineWith('passed')]))
    .events()
  given(testRun, ...first)
    .when(record('c1', [lineWith('passed')]))
    .thenNothing()
  const second = given(testRun, ...first)
    .when(record('c1', [lineWith('passed')], 'published'))
    .events()
  expect(given(testRun, ...first, ...second).state).toMatchObject({
    figures: {
      draft: { passed: 0, failed: 1, cost: 0.25, tookMs: 40 },
      published: { passed: 1, failed: 0, cost: 0.125, tookMs: 20 },
    },
    failedIds: ['c1'],
  })
})

test('a replayed conversation is not comparable if people answered every line or a tool result was assumed', () => {
  const after = (lines: GradedLine[]) => {
    const events = given(testRun)
      .when({ ...record('c1', lines), replayed: true })
      .events()
    return given(testRun, ...events).state.figures.draft
  }
  const assumed = lineWith('skipped')
  const [check] = assumed.checks
  if (check) check.kind = 'same-functions'
  const notComparable = { passed: 0, failed: 0, notComparable: 1 }
  expect(after([lineWith('passed'), lineWith('skipped')])).toMatchObject({ passed: 1, failed: 0 })
  expect(after([lineWith('skipped')])).toMatchObject(notComparable)
  expect(after([lineWith('passed'), assumed])).toMatchObject(notComparable)
  expect(after([])).toMatchObject(notComparable)
  expect(after([assumed, lineWith('failed')])).toMatchObject({ passed: 0, failed: 1 })
})
