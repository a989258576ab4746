/** When a recipient may be written to: by the schedule, in their own time zone where it is known, outside of quiet hours. */
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { instantOf, offsetAt } from '@parley/kernel/time-zone.ts'

type Times = Pick<CampaignSettings, 'schedule' | 'timeZone' | 'quietHours'>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The zone whose days begin first: UTC+14. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

/** The earliest time, in ms, at which anybody may be written to. */
export function earliestOf({ schedule, timeZone }: Times): number {
  if (schedule.kind === 'now') return 0
  return instantOf(localOf(schedule.at), schedule.inRecipientZone ? EARLIEST_ZONE : timeZone)
}

/** The time, in ms, at which the first step may go to a recipient; not before `from`. */
export function firstTime(times: Times, zone: string | undefined, from: number): number {
  const { schedule, timeZone } = times
  if (schedule.kind === 'now') return from
  const own = schedule.inRecipientZone ? (zone ?? timeZone) : timeZone
  return Math.max(from, instantOf(localOf(schedule.at), own))
}

/** `at` itself, or the end of the quiet hours in which it is. */
export function afterQuietHours(times: Times, zone: string | undefined, at: number): number {
  const { quietHours, timeZone } = times
  if (!quietHours || quietHours.from === quietHours.to) return at
  const own = zone ?? timeZone
  const local = at + offsetAt(at, own)
  const day = Math.floor(local / DAY_MS) * DAY_MS
  const minute = Math.floor((local - day) / MINUTE_MS)
  const { from, to } = quietHours
  const overnight = from > to
  const isQuiet = overnight ? minute >= from || minute < to : minute >= from && minute < to
  if (!isQuiet) return at
  const ends = overnight && minute >= from ? day + DAY_MS : day
  return instantOf(ends + to * MINUTE_MS, own)
}

/** A local time without zone, as if it were UTC, in ms. */
function localOf(text: string): number {
  return Date.parse(`${text}:00Z`)
}
