/** When the team is there, by the owner's word; without zod, for browsers. */

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** `from` and `to` as `09:00`; `to` is later than `from`, at most `24:00`. A day may have several periods. */
export type OpeningPeriod = { day: Weekday; from: string; to: string }

/** Without periods there are no opening hours. `holidays`: dates such as `2026-12-25` on which nobody is there. */
export type OpeningHours = {
  /** IANA name of the zone in which the times are meant. */
  timeZone: string
  weekly: OpeningPeriod[]
  holidays: string[]
}

export const openingHoursForm =
  'Opening hours have times such as 09:00, each end after its start, and holidays such as 2026-12-25.'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

export const isPeriod = ({ from, to }: { from: string; to: string }): boolean =>
  TIME.test(from) && TIME.test(to) && from < to

/** Whether a text is a date of the calendar, as `2026-12-25`. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

export type OpeningState = { open: true } | { open: false; opensAt: number | undefined }

const DAY_MS = 86_400_000
/** How far the next opening is looked for: more days than there may be holidays, and a week. */
const MOST_DAYS = 120

/**
 * Whether the team is there at a time (milliseconds since 1970), and if not, when it is there next. Undefined if there
 * are no opening hours.
 */
export function openingStateAt(hours: OpeningHours | undefined, at: number): OpeningState | undefined {
  if (!hours || hours.weekly.length === 0) return undefined
  const wall = wallClockOf(hours.timeZone)
  const today = Math.floor(wall(at) / DAY_MS)
  for (let day = today - 1; day <= today + MOST_DAYS; day++) {
    for (const { from, to } of periodsOn(hours, day)) {
      const opens = instantOf(wall, day * DAY_MS + from)
      const closes = instantOf(wall, day * DAY_MS + to)
      if (closes <= at || closes <= opens) continue
      return opens <= at ? { open: true } : { open: false, opensAt: opens }
    }
  }
  return { open: false, opensAt: undefined }
}

/** The periods of a day (days since 1970), in milliseconds since its midnight, earliest first. */
function periodsOn({ weekly, holidays }: OpeningHours, day: number): { from: number; to: number }[] {
  const date = new Date(day * DAY_MS)
  if (holidays.includes(date.toISOString().slice(0, 10))) return []
  const name = weekdays[(date.getUTCDay() + 6) % 7]
  return weekly
    .filter((period) => period.day === name)
    .map(({ from, to }) => ({ from: millisecondsOf(from), to: millisecondsOf(to) }))
    .sort((one, other) => one.from - other.from)
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** Returns what clocks of a zone show at a time, as if it were UTC. */
function wallClockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/**
 * Returns when clocks show a time. A time that they show twice is the first of both; one that they skip is as much later
 * as they are put forward.
 */
function instantOf(wall: (at: number) => number, shown: number): number {
  const before = wall(shown - DAY_MS) - (shown - DAY_MS)
  const after = wall(shown + DAY_MS) - (shown + DAY_MS)
  const exact = [shown - before, shown - after].filter((at) => wall(at) === shown)
  return exact.length > 0 ? Math.min(...exact) : shown - before
}
