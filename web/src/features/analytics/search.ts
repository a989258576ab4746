import {
  type FigureGroup,
  type FigureId,
  figureGroups,
  figureIds,
  type KeyFigureId,
  keyFigures,
} from '@parley/contracts/analytics/figures.ts'
import { type DayRange, lastDays } from '../../design/day-ranges.ts'

export const ranges = [7, 30, 90] as const
export const sortings = ['countries', 'languages', 'channels', 'reasons'] as const
export type Sorting = (typeof sortings)[number]

/** Query parameters of the Analytics screen. */
export type AnalyticsSearch = {
  /** The last `days` days; 30 by default. */
  days?: (typeof ranges)[number]
  /** A custom range of days, both inclusive. */
  from?: string
  to?: string
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
  const custom = isDay(raw.from) && isDay(raw.to) && raw.from <= raw.to
  return {
    days: custom ? undefined : ranges.find((range) => range === raw.days),
    from: custom && isDay(raw.from) ? raw.from : undefined,
    to: custom && isDay(raw.to) ? raw.to : undefined,
    figure: keyFigures.find((figure) => figure === raw.figure),
    group: (Object.keys(figureGroups) as FigureGroup[]).find((group) => group === raw.group),
    table: raw.table === true || undefined,
    behind: figureIds.find((figure) => figure === raw.behind),
    by: sortings.find((sorting) => sorting === raw.by),
    name: typeof raw.name === 'string' ? raw.name : undefined,
    handled: raw.handled === true || undefined,
  }
}

/** Returns the range of days that the query parameters select, in the time zone of the browser. */
export function rangeOf(search: AnalyticsSearch, now = new Date()): DayRange {
  if (search.from && search.to) return { from: search.from, to: search.to }
  return lastDays(search.days ?? 30, now)
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
