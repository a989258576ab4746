import { type FigureId, figureIds } from '@parley/contracts/analytics/figures.ts'

export const ranges = [7, 30, 90] as const
export const sortings = ['countries', 'languages', 'channels'] as const
export type Sorting = (typeof sortings)[number]

/** Query parameters of the Analytics screen. */
export type AnalyticsSearch = {
  /** The last `days` days; 30 by default. */
  days?: (typeof ranges)[number]
  /** A custom range of days, both inclusive. */
  from?: string
  to?: string
  /** The figure in the chart. */
  figure?: FigureId
  /** Show a table instead of the chart. */
  table?: boolean
  /** The figure whose items are listed, optionally for one country, language or channel. */
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
    figure: figureIds.find((figure) => figure === raw.figure),
    table: raw.table === true || undefined,
    behind: figureIds.find((figure) => figure === raw.behind),
    by: sortings.find((sorting) => sorting === raw.by),
    name: typeof raw.name === 'string' ? raw.name : undefined,
    handled: raw.handled === true || undefined,
  }
}

/** Returns the range of days that the query parameters select, in the time zone of the browser. */
export function rangeOf(search: AnalyticsSearch, now = new Date()): { from: string; to: string } {
  if (search.from && search.to) return { from: search.from, to: search.to }
  const to = dayOf(now)
  const first = new Date(`${to}T00:00:00Z`)
  first.setUTCDate(first.getUTCDate() - (search.days ?? 30) + 1)
  return { from: first.toISOString().slice(0, 10), to }
}

export function dayOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
