import {
  type FigureGroup,
  type FigureId,
  figureGroups,
  figureIds,
  type KeyFigureId,
  keyFigures,
} from '@parley/contracts/analytics/figure-names.ts'
import { type RangeSearch, rangeSearch } from '../../design/dates/range-search.ts'

export const sortings = ['countries', 'languages', 'channels', 'reasons'] as const
export type Sorting = (typeof sortings)[number]

/** Query parameters of the Analytics screen. */
export type AnalyticsSearch = RangeSearch & {
  /** The figure in the chart. */
  figure?: KeyFigureId
  /** Which of the other figures are shown; quality by default. */
  group?: FigureGroup
  /** Show a table instead of the chart. */
  table?: boolean
  /** The figure whose items are listed, optionally for one country, language, channel or reason. */
  behind?: FigureId
  by?: Sorting
  name?: string
  /** Show handled questions instead of open ones. */
  handled?: boolean
}

export function analyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  return {
    ...rangeSearch(raw),
    figure: keyFigures.find((figure) => figure === raw.figure),
    group: (Object.keys(figureGroups) as FigureGroup[]).find((group) => group === raw.group),
    table: raw.table === true || undefined,
    behind: figureIds.find((figure) => figure === raw.behind),
    by: sortings.find((sorting) => sorting === raw.by),
    name: typeof raw.name === 'string' ? raw.name : undefined,
    handled: raw.handled === true || undefined,
  }
}
