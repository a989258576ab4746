/** When the monthly report of an organisation is sent, and which month it is about. Months are YYYY-MM. */
import { type MonthlyReportSchedule, monthlyReportHour } from '@parley/contracts/analytics/monthly-report.ts'
import { instantOf, offsetAt } from '@parley/kernel/time-zone.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Returns the first time after `after` at which a report is sent, in ms since 1970; undefined if none is. */
export function nextMonthlyReport(when: MonthlyReportSchedule, after: number): number | undefined {
  const { enabled, dayOfMonth, timeZone } = when
  if (!enabled) return undefined
  const month = monthAt(after, timeZone)
  return [0, 1]
    .map((months) => startOf(monthsLater(month, months)) + (dayOfMonth - 1) * DAY_MS)
    .map((day) => instantOf(day + monthlyReportHour * HOUR_MS, timeZone))
    .find((at) => at > after)
}

/** Returns the whole month before the one that it is at a time, in ms since 1970. */
export function lastWholeMonth(at: number, timeZone: string): string {
  return monthsLater(monthAt(at, timeZone), -1)
}

/** Returns the first and last day of a month, YYYY-MM-DD. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const last = new Date(startOf(monthsLater(month, 1)) - DAY_MS)
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

/** Returns the month that it is at a time, in ms since 1970. */
export function monthAt(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 7)
}

export function monthsLater(month: string, months: number): string {
  const at = new Date(startOf(month))
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`)
