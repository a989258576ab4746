import { locale, t } from '../language.ts'

export type Day<Item> = {
  /** `2026-01-31`, in the time zone of the browser. */
  day: string
  /** Today, Yesterday, or the date; with the year if it is not the current one. */
  label: string
  items: Item[]
}

/** Groups items that are sorted by time into calendar days of the browser's time zone. */
export function daysOf<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  now = new Date(),
): Day<Item>[] {
  const days: Day<Item>[] = []
  for (const item of items) {
    const at = new Date(timeOf(item))
    const day = dayOf(at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, label: labelOf(at, now), items: [item] })
  }
  return days
}

/** Returns the start of a day such as `2026-01-31` in the browser's time zone. Timestamps are returned unchanged. */
export function beginningOfDay(day: string): string {
  return isDay(day) ? new Date(`${day}T00:00`).toISOString() : day
}

/** Returns the end of a day, exclusive, in the browser's time zone. */
export function endOfDay(day: string): string {
  if (!isDay(day)) return day
  const next = new Date(`${day}T00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Returns the day such as `2026-01-31` in the time zone of the browser. */
export function dayOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function labelOf(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (dayOf(at) === dayOf(now)) return t('Today')
  if (dayOf(at) === dayOf(yesterday)) return t('Yesterday')
  const sameYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** A day such as `2026-01-31`, formatted for the locale of the browser. */
export function dayName(day: string, style: 'short' | 'long'): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(style === 'long' ? { weekday: 'short', year: 'numeric' } : {}),
  })
}
