/** What came of the cases of one run. Stream `testrun-<runId>`. */

import { type TestRunEvent, testRunEvents } from '@parley/contracts/evaluation/events.ts'
import type { TestedVersion } from '@parley/contracts/evaluation/names.ts'
import type { GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
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
  /** The case is a conversation that was replayed. */
  replayed?: boolean
}

export const playKey = (caseId: string, version: TestedVersion): string => `${caseId}/${version}`

/** A case is recorded once for each version. */
export const testRun: Aggregate<TestRunState, TestRunCommand, TestRunEvent> = {
  category: 'testrun',
  events: testRunEvents,
  decider: {
    initialState: { played: new Set(), figures: {}, failedIds: [], ungradedIds: [] },
    decide({ agentId, runId, caseId, version, lines, replayed = false }, state, now) {
      if (state.played.has(playKey(caseId, version))) return accept()
      // Of a case whose conversation was erased there is nothing to play.
      const fails = lines.some(({ checks }) => checks.some(({ outcome }) => outcome === 'failed'))
      const notComparable = replayed && !fails && !isComparable(lines)
      const passed = lines.length > 0 && !fails && !notComparable
      const cost = Math.round(lines.reduce((sum, line) => sum + line.cost, 0) * 1_000) / 1_000
      const tookMs = lines.reduce((sum, line) => sum + line.tookMs, 0)
      const ungraded = lines.some(({ checks }) =>
        checks.some(({ kind, outcome }) => kind === 'tone' && outcome === 'skipped'),
      )
      const graded = {
        passed,
        ...(ungraded ? { ungraded } : {}),
        ...(notComparable ? { notComparable } : {}),
      }
      const data = { agentId, runId, caseId, at: now.toISOString(), version, ...graded, cost, tookMs, lines }
      return accept({ type: 'TestCasePlayed', data })
    },
    evolve(state, { data }) {
      const { caseId, version, passed, ungraded = false, notComparable = false, cost, tookMs } = data
      const isDraft = version === 'draft'
      const before = state.figures[version] ?? { passed: 0, failed: 0, cost: 0, tookMs: 0 }
      const figures = {
        passed: before.passed + (passed ? 1 : 0),
        failed: before.failed + (passed || notComparable ? 0 : 1),
        ...countNotComparable(before, notComparable),
        cost: Math.round((before.cost + cost) * 1_000) / 1_000,
        tookMs: before.tookMs + tookMs,
      }
      return {
        played: new Set(state.played).add(playKey(caseId, version)),
        figures: { ...state.figures, [version]: figures },
        failedIds: isDraft && !passed && !notComparable ? [...state.failedIds, caseId] : state.failedIds,
        ungradedIds: isDraft && passed && ungraded ? [...state.ungradedIds, caseId] : state.ungradedIds,
      }
    },
  },
}

/** Lines that a person answered are left out, unless all are; an assumed result of a tool makes the rest a guess. */
function isComparable(lines: readonly GradedLine[]): boolean {
  const skips = (line: GradedLine, kind?: string) =>
    line.checks.some((check) => check.outcome === 'skipped' && (kind === undefined || check.kind === kind))
  return lines.some((line) => !skips(line)) && !lines.some((line) => skips(line, 'same-functions'))
}

function countNotComparable({ notComparable: before = 0 }: Figures, notComparable: boolean) {
  const counted = before + (notComparable ? 1 : 0)
  return counted > 0 ? { notComparable: counted } : {}
}
