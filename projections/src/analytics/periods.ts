/** Ranges of whole days in a time zone, with their bounds in UTC. */

import { mostDays } from '@parley/contracts/analytics/range.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { offsetAt } from '@parley/kernel/time-zone.ts'

/** Days as YYYY-MM-DD, both included; moments as ISO 8601, `ends` excluded. */
export type Range = { from: string; to: string; timeZone: string; starts: string; ends: string }
/** A part of a range, such as one of its days; `day` is its first and `to` its last day. */
export type Span = { starts: string; ends: string; day: string; to: string }

export type Asked = { from?: string; to?: string; timeZone?: string }

const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Up to this many days are shown by the hour. */
const DAYS_BY_HOUR = 2
/** Up to this many days are shown by the day, longer ranges by seven days. */
const DAYS_BY_DAY = 92
const WEEK = 7
const FIRST_DAY = '0100-01-01'
const LAST_DAY = '9900-12-31'

/** Returns the requested range and the same number of days before it; refuses an invalid one. */
export function rangesOf(asked: Asked, now: number) {
  const timeZone = asked.timeZone ?? 'UTC'
  if (!isTimeZone(timeZone))
    return refuse('invalid-input', `There is no time zone called ${timeZone}.`, 'timeZone')
  const to = asked.to ?? dayIn(now, timeZone)
  if (!isDay(to)) return refuse('invalid-input', 'There is no such day.', 'to')
  const from = asked.from ?? plusDays(to, 1 - DEFAULT_DAYS)
  if (!isDay(from)) return refuse('invalid-input', 'There is no such day.', 'from')
  if (from > to) return refuse('invalid-input', 'The first day must not be after the last.', 'from')
  const days = daysBetween(from, to) + 1
  if (days > mostDays) return refuse('invalid-input', `Please choose at most ${mostDays} days.`, 'from')
  return {
    ok: true,
    range: rangeOf(from, to, timeZone),
    before: rangeOf(plusDays(from, -days), plusDays(from, -1), timeZone),
  } as const
}

/** Returns the last days up to and including today. */
export function lastDays(count: number, timeZone: string, now: number): Range {
  const to = dayIn(now, timeZone)
  return rangeOf(plusDays(to, 1 - count), to, timeZone)
}

/** Returns the parts of a range that a chart shows, oldest first. The last week may be shorter. */
export function spansOf(range: Range): { step: 'hour' | 'day' | 'week'; spans: Span[] } {
  const days = daysOf(range)
  if (days.length > DAYS_BY_DAY) return { step: 'week', spans: weeksOf(days) }
  if (days.length > DAYS_BY_HOUR) return { step: 'day', spans: days }
  return { step: 'hour', spans: days.flatMap(hoursOf) }
}

function weeksOf(days: readonly Span[]): Span[] {
  return Array.from({ length: Math.ceil(days.length / WEEK) }, (_, nth) => {
    const week = days.slice(nth * WEEK, (nth + 1) * WEEK)
    const last = week.at(-1)!
    return { ...week[0]!, to: last.to, ends: last.ends }
  })
}

/** Returns the days of a range, oldest first. */
export function daysOf(range: Range): Span[] {
  const count = daysBetween(range.from, range.to) + 1
  const starts = Array.from({ length: count + 1 }, (_, nth) => {
    const day = plusDays(range.from, nth)
    return { day, at: startOf(day, range.timeZone) }
  })
  return starts
    .slice(0, -1)
    .map(({ day, at }, nth) => ({ day, to: day, starts: at, ends: starts[nth + 1]!.at }))
}

/** A day has 23 or 25 hours when clocks change. */
function hoursOf({ day, starts, ends }: Span): Span[] {
  const hours = Math.ceil((Date.parse(ends) - Date.parse(starts)) / HOUR_MS)
  const at = (nth: number) => new Date(Date.parse(starts) + nth * HOUR_MS).toISOString()
  return Array.from({ length: hours }, (_, nth) => ({
    day,
    to: day,
    starts: at(nth),
    ends: nth === hours - 1 ? ends : at(nth + 1),
  }))
}

function rangeOf(from: string, to: string, timeZone: string): Range {
  return { from, to, timeZone, starts: startOf(from, timeZone), ends: startOf(plusDays(to, 1), timeZone) }
}

/** Returns the first moment of a day: midnight, or the moment of the clock change that skips it. */
function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Offsets are between -12 and +14 hours and change at most once in between, so one of these two is right.
  const before = midnight - offsetAt(midnight - 14 * HOUR_MS, timeZone)
  const after = midnight - offsetAt(midnight + 14 * HOUR_MS, timeZone)
  const fitting = [before, after].filter((at) => at + offsetAt(at, timeZone) === midnight)
  const found = fitting.length > 0 ? Math.min(...fitting) : changeBetween(before, after, timeZone)
  return new Date(found).toISOString()
}

/** Returns the moment between two at which clocks change. */
function changeBetween(one: number, other: number, timeZone: string): number {
  let [low, high] = [Math.min(one, other), Math.max(one, other)]
  const former = offsetAt(low, timeZone)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === former) low = middle
    else high = middle
  }
  return high
}

function dayIn(now: number, timeZone: string): string {
  return new Date(now + offsetAt(now, timeZone)).toISOString().slice(0, 10)
}

/** Whether a time zone has this name. */
export function isTimeZone(name: string): boolean {
  try {
    offsetAt(0, name)
    return true
  } catch {
    return false
  }
}

/** Without the first and last of the years with four digits: what lies before and after a range has four digits, too. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || day < FIRST_DAY || day > LAST_DAY) return false
  return new Date(at).toISOString().slice(0, 10) === day
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
