/** Whether the team is there by its opening hours, and when it is there next. */
import { endsNextDay, type OpeningHours, weekdays } from '@parley/contracts/agent/opening-hours.ts'
import { offsetAt } from '@parley/kernel/time-zone.ts'

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
  const { timeZone } = hours
  const today = Math.floor((at + offsetAt(at, timeZone)) / DAY_MS)
  for (let day = today - 1; day <= today + MOST_DAYS; day++) {
    for (const { from, to } of periodsOn(hours, day)) {
      const opens = instantOf(timeZone, day * DAY_MS + from)
      const closes = instantOf(timeZone, day * DAY_MS + to)
      if (closes <= at || closes <= opens) continue
      return opens <= at ? { open: true } : { open: false, opensAt: opens }
    }
  }
  return { open: false, opensAt: undefined }
}

/** The periods that begin on a day (days since 1970), in milliseconds since its midnight, earliest first. */
function periodsOn({ weekly, holidays }: OpeningHours, day: number): { from: number; to: number }[] {
  const date = new Date(day * DAY_MS)
  if (holidays.includes(date.toISOString().slice(0, 10))) return []
  const name = weekdays[(date.getUTCDay() + 6) % 7]
  return weekly
    .filter((period) => period.day === name)
    .map((period) => ({
      from: millisecondsOf(period.from),
      to: millisecondsOf(period.to) + (endsNextDay(period) ? DAY_MS : 0),
    }))
    .sort((one, other) => one.from - other.from)
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/**
 * Returns when clocks show a time. A time that they show twice is the first of both; one that they skip is as much later
 * as they are put forward.
 */
function instantOf(timeZone: string, shown: number): number {
  const before = shown - offsetAt(shown - DAY_MS, timeZone)
  const after = shown - offsetAt(shown + DAY_MS, timeZone)
  const exact = [before, after].filter((at) => at + offsetAt(at, timeZone) === shown)
  return exact.length > 0 ? Math.min(...exact) : before
}
