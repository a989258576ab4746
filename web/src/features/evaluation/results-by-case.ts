import type { TestResultView } from '@parley/contracts/evaluation/endpoints.ts'
import { testedVersions } from '@parley/contracts/evaluation/names.ts'

export type CaseResults = { caseId: string; results: TestResultView[] }

/**
 * Groups results by case, the draft first. `mayGoOn`: further pages follow, so that a last case with fewer results than
 * the run has versions is left out until they are there.
 */
export function resultsByCase(
  results: readonly TestResultView[],
  { mayGoOn, versions }: { mayGoOn: boolean; versions: number },
): CaseResults[] {
  const order = (one: TestResultView) => testedVersions.indexOf(one.version)
  const groups = [...Map.groupBy(results, ({ caseId }) => caseId)].map(([caseId, own]) => ({
    caseId,
    results: own.toSorted((a, b) => order(a) - order(b)),
  }))
  const last = groups.at(-1)
  return mayGoOn && last && last.results.length < versions ? groups.slice(0, -1) : groups
}

/** Whether a case failed, or its versions answered differently. */
export function isNotable({ results }: CaseResults): boolean {
  const replies = results.map(({ lines }) => lines.map(({ reply }) => reply).join('\n'))
  return results.some(({ passed }) => !passed) || new Set(replies).size > 1
}
