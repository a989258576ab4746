/** Whether a draft may be published, where an agent's tests have to pass before. Pure. */
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { TestSetState } from './test-set.decider.ts'

/**
 * Returns the refusal of a draft whose tests did not all pass, in finished runs of exactly this draft and of the tests
 * as they are now. `hash`: that of the draft, by which a run knows what it played.
 */
export function untestedRefusal(state: TestSetState, hash: string) {
  const why = state.required ? untestedWords(state, hash, 'this draft') : undefined
  if (why === undefined) return undefined
  return refuse('tests-not-passed', `${why}. Run them until all pass, or publish with a reason.`)
}

/** Why the tests do not count as passed with what has this hash, which is named; undefined if they passed, or there are none. */
export function untestedWords(
  { cases, lastOfDraft }: TestSetState,
  hash: string,
  named: string,
): string | undefined {
  if (cases.size === 0) return undefined
  const played = new Map(
    lastOfDraft?.draftHash === hash ? lastOfDraft.cases.map(({ caseId, at }) => [caseId, at]) : [],
  )
  const run = [...cases].filter(([caseId, { at }]) => played.get(caseId) === at)
  const among = (ids: readonly string[] = []) => run.filter(([caseId]) => ids.includes(caseId)).length
  const notRun = cases.size - run.length
  const failed = among(lastOfDraft?.failedIds)
  const ungraded = among(lastOfDraft?.ungradedIds)
  if (notRun === 0 && failed === 0 && ungraded === 0) return undefined
  const counted = [
    ...(failed > 0 ? [`${failed} of ${cases.size} tests failed with ${named}`] : []),
    ...(ungraded > 0 ? [`the tone of ${ungraded} of ${cases.size} tests was graded by no model`] : []),
    ...(notRun > 0 ? [`${notRun} of ${cases.size} tests were not run with ${named} as it is now`] : []),
  ]
  return sentenceOf(counted)
}

function sentenceOf(parts: readonly string[]): string {
  const text = parts.join(', and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
