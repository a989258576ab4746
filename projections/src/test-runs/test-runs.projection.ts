/** The newest runs of the tests of agents: how far each has come, and its figures. */

import { testRunEvents, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import type { RunOutcome, TestedVersion } from '@parley/contracts/evaluation/names.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

type Figures = {
  passed: number
  failed: number
  notComparable?: number | undefined
  cost: number
  tookMs: number
}

export type TestRunDocument = {
  runId: string
  agentId: string
  startedAt: string
  endedAt?: string
  outcome?: RunOutcome
  versions: TestedVersion[]
  cases: number
  played: number
  gradesTone: boolean
  replays?: boolean
  draft?: Figures
  published?: Figures
}

export const testRunsProjection = tenantProjection<TestRunDocument>()({
  name: 'test-runs',
  version: 1,
  events: {
    ...pick(testSetEvents, 'TestRunStarted', 'TestRunEnded', 'TestRunDropped', 'TestSetDeleted'),
    ...testRunEvents,
  },
  indexes: { byAgent: ['agentId', 'startedAt'] },
  identify: ({ data }) => ('runs' in data ? data.runs.map(({ runId }) => runId) : data.runId),
  project(document, event) {
    switch (event.type) {
      case 'TestRunStarted': {
        const { runId, agentId, at, versions, cases, gradesTone, replays } = event.data
        return {
          runId,
          agentId,
          startedAt: at,
          versions,
          cases: cases.length,
          played: 0,
          gradesTone,
          ...(replays ? { replays } : {}),
        }
      }
      case 'TestCasePlayed': {
        if (!document) return undefined
        const { version, passed, notComparable = false, cost, tookMs } = event.data
        const before = document[version] ?? { passed: 0, failed: 0, cost: 0, tookMs: 0 }
        const notCompared = (before.notComparable ?? 0) + (notComparable ? 1 : 0)
        const figures = {
          passed: before.passed + (passed ? 1 : 0),
          failed: before.failed + (passed || notComparable ? 0 : 1),
          ...(notCompared > 0 ? { notComparable: notCompared } : {}),
          cost: Math.round((before.cost + cost) * 1_000) / 1_000,
          tookMs: before.tookMs + tookMs,
        }
        return { ...document, played: document.played + 1, [version]: figures }
      }
      case 'TestRunEnded':
        return document && { ...document, endedAt: event.data.at, outcome: event.data.outcome }
      default:
        return undefined
    }
  },
})
