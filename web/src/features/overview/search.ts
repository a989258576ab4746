import { type ComparedFigureId, comparedFigures } from '@parley/contracts/analytics/figure-names.ts'
import { type RangeSearch, rangeSearch } from '../../design/dates/range-search.ts'

export const columns = ['name', ...comparedFigures] as const

/** Query parameters of the workspace's Overview. `column`: by which the agents are sorted; `up`: the least, or A, first. */
export type WorkspaceOverviewSearch = RangeSearch & {
  column?: 'name' | ComparedFigureId
  up?: boolean
}

export function workspaceOverviewSearch(raw: Record<string, unknown>): WorkspaceOverviewSearch {
  return {
    ...rangeSearch(raw),
    column: columns.find((column) => column === raw.column),
    up: raw.up === true || undefined,
  }
}
