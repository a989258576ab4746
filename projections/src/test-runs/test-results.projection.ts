/** What came of each case of a run with each version. Texts stay sealed. */

import { testRunEvents, testSetEvents } from '@parley/contracts/evaluation/events.ts'
import { type TestedVersion, testedVersions } from '@parley/contracts/evaluation/names.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type TestResultDocument = {
  runId: string
  agentId: string
  caseId: string
  version: TestedVersion
  passed: boolean
  notComparable?: boolean | undefined
  cost: number
  tookMs: number
  /** Sealed JSON. */
  lines: string
}

export const testResultsProjection = tenantProjection<TestResultDocument>()({
  name: 'test-results',
  version: 1,
  events: { ...pick(testSetEvents, 'TestRunDropped', 'TestSetDeleted'), ...testRunEvents },
  indexes: { byRun: ['runId'] },
  identify(event) {
    switch (event.type) {
      case 'TestCasePlayed':
        return idOf(event.data.runId, event.data.caseId, event.data.version)
      case 'TestRunDropped':
        return idsOf(event.data)
      default:
        return event.data.runs.flatMap(idsOf)
    }
  },
  project(_, event) {
    if (event.type !== 'TestCasePlayed') return undefined
    const { at: __, ...result } = event.data
    return result
  },
})

const idOf = (runId: string, caseId: string, version: TestedVersion): string =>
  `${runId}.${caseId}.${version}`

const idsOf = ({ runId, caseIds }: { runId: string; caseIds: readonly string[] }): string[] =>
  caseIds.flatMap((caseId) => testedVersions.map((version) => idOf(runId, caseId, version)))
