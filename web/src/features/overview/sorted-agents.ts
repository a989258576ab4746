import type { ComparedAgent } from '@parley/contracts/analytics/workspace-endpoints.ts'
import type { WorkspaceOverviewSearch } from './search.ts'

/** The agents by one column, the most first, or with `up` the least. Those without a value come last. */
export function sortedAgents(
  agents: readonly ComparedAgent[],
  { column = 'conversations', up = false }: Pick<WorkspaceOverviewSearch, 'column' | 'up'>,
): ComparedAgent[] {
  const turn = up ? 1 : -1
  return agents.toSorted((one, other) => {
    if (column === 'name') return turn * one.title.localeCompare(other.title)
    const [a, b] = [one.figures[column].value, other.figures[column].value]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return turn * (a - b)
  })
}
