/** The range of days of a screen with figures, as its address has it. */
import { type DayRange, lastDays } from './day-ranges.ts'
import { dayOf } from './days.ts'

export const ranges = [7, 30, 90] as const
/** As the API takes them. */
export const mostDays = 366

export type RangeSearch = {
  /** The last `days` days; 30 by default. */
  days?: (typeof ranges)[number]
  /** A custom range of days, both inclusive. */
  from?: string
  to?: string
}

export function rangeSearch(raw: Record<string, unknown>): RangeSearch {
  const custom = isDay(raw.from) && isDay(raw.to) && raw.from <= raw.to
  return {
    days: custom ? undefined : ranges.find((range) => range === raw.days),
    from: custom && isDay(raw.from) ? raw.from : undefined,
    to: custom && isDay(raw.to) ? raw.to : undefined,
  }
}

/** Returns the range of days that the address selects, in the time zone of the browser. */
export function rangeOf(search: RangeSearch, now = new Date()): DayRange {
  if (search.from && search.to) return { from: search.from, to: search.to }
  return lastDays(search.days ?? 30, now)
}

/** Returns the first day of the month of a moment, of the present one without it, in the time zone of the browser. */
export function firstOfMonth(moment: string | undefined, now = new Date()): string {
  return `${dayOf(moment === undefined ? now : new Date(moment)).slice(0, 7)}-01`
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
