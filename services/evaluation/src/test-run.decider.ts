/** What came of the cases of one run. Stream `testrun-<runId>`. */

import { type TestRunEvent, testRunEvents } from '@parley/contracts/evaluation/events.ts'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import type { GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import { type Aggregate, accept } from '@parley/kernel/decider.ts'
import type { Figures } from './test-set.decider.ts'

export type TestRunState = {
  /** The cases that were played, as `<caseId>/<version>`. */
  played: ReadonlySet<string>
  figures: Partial<Record<TestedVersion, Figures>>
  /** The cases that failed with the draft. */
  failedIds: readonly string[]
  /** Those that passed with it, but expect a tone that no model graded. */
  ungradedIds: readonly string[]
}

export type TestRunCommand = {
  type: 'RecordPlay'
  agentId: string
  runId: string
  caseId: string
  version: TestedVersion
  lines: GradedLine[]
}

export const playKey = (caseId: string, version: TestedVersion): string => `${caseId}/${version}`

/** A case is recorded once for each version. */
export const testRun: Aggregate<TestRunState, TestRunCommand, TestRunEvent> = {
  category: 'testrun',
  events: testRunEvents,
  decider: {
    initialState: { played: new Set(), figures: {}, failedIds: [], ungradedIds: [] },
    decide({ agentId, runId, caseId, version, lines }, state, now) {
      if (state.played.has(playKey(caseId, version))) return accept()
      // Of a case whose conversation was erased there is nothing to play.
      const passed =
        lines.length > 0 && lines.every(({ checks }) => checks.every(({ outcome }) => outcome !== 'failed'))
      const cost = Math.round(lines.reduce((sum, line) => sum + line.cost, 0) * 1_000) / 1_000
      const tookMs = lines.reduce((sum, line) => sum + line.tookMs, 0)
      const ungraded = lines.some(({ checks }) =>
        checks.some(({ kind, outcome }) => kind === 'tone' && outcome === 'skipped'),
      )
      const graded = { passed, ...(ungraded ? { ungraded } : {}) }
      const data = { agentId, runId, caseId, at: now.toISOString(), version, ...graded, cost, tookMs, lines }
      return accept({ type: 'TestCasePlayed', data })
    },
    evolve(state, { data }) {
      const { caseId, version, passed, ungraded = false, cost, tookMs } = data
      const isDraft = version === 'draft'
      const before = state.figures[version] ?? { passed: 0, failed: 0, cost: 0, tookMs: 0 }
      const figures = {
        passed: before.passed + (passed ? 1 : 0),
        failed: before.failed + (passed ? 0 : 1),
        cost: Math.round((before.cost + cost) * 1_000) / 1_000,
        tookMs: before.tookMs + tookMs,
      }
      return {
        played: new Set(state.played).add(playKey(caseId, version)),
        figures: { ...state.figures, [version]: figures },
        failedIds: isDraft && !passed ? [...state.failedIds, caseId] : state.failedIds,
        ungradedIds: isDraft && passed && ungraded ? [...state.ungradedIds, caseId] : state.ungradedIds,
      }
    },
  },
}
