/** When a notification is mailed or pushed to a member: by their digest, and not in their quiet hours. */
import {
  type AlertWay,
  dailyDigestHour,
  type NotificationSettings,
  type QuietHours,
} from '@parley/contracts/notification/settings.ts'
import { instantOf, offsetAt } from '@parley/kernel/time-zone.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

type When = Pick<NotificationSettings, 'emailDigest' | 'pushDigest' | 'quietHours' | 'timeZone'>

/** Returns when what happens at `now` (ms since 1970) is sent; undefined for at once. */
export function dueAt(settings: When, way: AlertWay, now: number): number | undefined {
  const digest = way === 'email' ? settings.emailDigest : settings.pushDigest
  const at = { immediately: now, hourly: nextHour(now, settings), daily: nextDay(now, settings) }[digest]
  const due = quietUntil(settings, at) ?? at
  return due > now ? due : undefined
}

/** Returns the end of the quiet hours that `now` lies in; undefined if it lies in none. */
export function quietUntil(
  { quietHours, timeZone }: Pick<NotificationSettings, 'quietHours' | 'timeZone'>,
  now: number,
): number | undefined {
  if (!quietHours) return undefined
  const local = now + offsetAt(now, timeZone)
  const minute = Math.floor((local % DAY_MS) / MINUTE_MS)
  if (!isQuiet(quietHours, minute)) return undefined
  const minutesLeft = (minutesOf(quietHours.to) - minute + 24 * 60) % (24 * 60)
  const end = instantOf(local - (local % MINUTE_MS) + minutesLeft * MINUTE_MS, timeZone)
  // Where clocks are put back, the same time of day comes twice.
  return end > now ? end : now + MINUTE_MS
}

/** The same time at both ends is no time at all. */
function isQuiet({ from, to }: QuietHours, minute: number): boolean {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

function nextHour(now: number, { timeZone }: When): number {
  const local = now + offsetAt(now, timeZone)
  return now + HOUR_MS - (local % HOUR_MS)
}

function nextDay(now: number, { timeZone }: When): number {
  const local = now + offsetAt(now, timeZone)
  const today = local - (local % DAY_MS) + dailyDigestHour * HOUR_MS
  return instantOf(today > local ? today : today + DAY_MS, timeZone)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
