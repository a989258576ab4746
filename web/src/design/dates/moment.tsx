import { Tooltip } from '@mantine/core'
import { locale, t, tCount } from '../language.ts'

/** Relative time in the language of the interface, with the exact local time on hover. */
export function Moment(props: { at: string | number | Date }) {
  const at = new Date(props.at)
  if (Number.isNaN(at.getTime())) return null
  return (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at.toISOString()}>{timeAgo(at)}</time>
    </Tooltip>
  )
}

export function exactTime(at: Date): string {
  return at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function timeAgo(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit)
  }
  return t('just now')
}

/** A number with thousands separators. */
export const count = (value: number): string => value.toLocaleString(locale)

export const messagesOf = (many: number): string => tCount(many, '{count} message', '{count} messages')

/** Formats a waiting time: `3 min`, `2 h`, `4 d`. */
export function waitedFor(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 60) return t('{count} min', { count: minutes })
  if (minutes < 1_440) return t('{count} h', { count: Math.floor(minutes / 60) })
  return t('{count} d', { count: Math.floor(minutes / 1_440) })
}
