/** When a report is sent, and which days it is about. */
import { type ReportSchedule, reportHour } from '@parley/contracts/analytics/report.ts'
import type { ReportPeriod } from '@parley/contracts/analytics/report-events.ts'
import { instantOf, offsetAt } from '@parley/kernel/time-zone.ts'

export type When = Pick<ReportSchedule, 'frequency' | 'weekday' | 'timeZone'>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const WEEK = 7
const SUNDAY = 7

/** Returns when the next report after `now` is sent; undefined if none is. All in ms since 1970. */
export function nextReport(when: When, now: number): number | undefined {
  return sendingDays(when, now)
    .map((day) => sentAt(day, when.timeZone))
    .find((at) => at > now)
}

/**
 * Returns the days that the newest report by `now` is about: the seven days or the calendar month before the day on
 * which it is sent, however late it is.
 */
export function reportedPeriod(
  when: When & { frequency: ReportPeriod['frequency'] },
  now: number,
): ReportPeriod {
  const { frequency, timeZone } = when
  const sent = sendingDays(when, now).findLast((day) => sentAt(day, timeZone) <= now)
  if (sent === undefined) throw new Error('no report was due before')
  const from = frequency === 'weekly' ? sent - WEEK * DAY_MS : firstOfMonth(sent, -1)
  return { frequency, from: dayOf(from), to: dayOf(sent - DAY_MS), timeZone }
}

/** The days around `now` on which reports are sent, as local midnights, the earliest first. */
function sendingDays({ frequency, weekday, timeZone }: When, now: number): number[] {
  const local = now + offsetAt(now, timeZone)
  const today = local - (local % DAY_MS)
  if (frequency === 'off') return []
  if (frequency === 'monthly') return [-1, 0, 1].map((months) => firstOfMonth(today, months))
  const days = weekday - (new Date(today).getUTCDay() || SUNDAY)
  return [-WEEK, 0, WEEK].map((more) => today + (days + more) * DAY_MS)
}

function firstOfMonth(local: number, months: number): number {
  const at = new Date(local)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
}

const sentAt = (day: number, timeZone: string) => instantOf(day + reportHour * HOUR_MS, timeZone)

const dayOf = (local: number) => new Date(local).toISOString().slice(0, 10)
