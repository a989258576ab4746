import type { ProblemAnywhere } from '@parley/contracts/analytics/workspace-endpoints.ts'

export type SharedProblem = Pick<ProblemAnywhere, 'agentId' | 'dialog' | 'problem'> & {
  agentTitles: readonly string[]
}

/** A missing model is one problem of all agents that would use it, since it is solved once for all of them. */
export function sharedProblems(items: readonly ProblemAnywhere[]): SharedProblem[] {
  const found = new Map<string, SharedProblem>()
  for (const [nth, { agentTitle, ...item }] of items.entries()) {
    const { problem, dialog } = item
    const key = problem.kind === 'no-model' && !dialog ? problem.modelId : String(nth)
    const agentTitles = [...(found.get(key)?.agentTitles ?? []), agentTitle]
    found.set(key, { ...(found.get(key) ?? item), agentTitles })
  }
  return [...found.values()]
}
