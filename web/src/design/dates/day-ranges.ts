/** Ranges of days such as `2026-01-31`, both ends included. */

import type { english } from '../language.ts'
import { dayName, dayOf } from './days.ts'

type Texts = typeof english

export type DayRange = { from: string; to: string }
/** A range that may lack an end, or both. */
export type OpenDayRange = { from?: string | undefined; to?: string | undefined }
export type Preset = DayRange & { label: string }

const dayMs = 86_400_000

/** The ranges that people choose most, by their distance from `today`. */
export function presetsOf({ t, tCount }: Texts, today = dayOf(new Date())): Preset[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = (months: number) => new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  return [
    { label: t('Today'), from: today, to: today },
    { label: t('Yesterday'), from: daysFrom(today, -1), to: daysFrom(today, -1) },
    { label: tCount(7, 'Last {count} day', 'Last {count} days'), from: daysFrom(today, -6), to: today },
    { label: tCount(30, 'Last {count} day', 'Last {count} days'), from: daysFrom(today, -29), to: today },
    { label: t('This month'), from: first(0), to: today },
    { label: t('Last month'), from: first(-1), to: daysFrom(first(0), -1) },
  ]
}

export const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns today and the days before it, in the time zone of the browser. */
export function lastDays(days: number, now = new Date()): DayRange {
  const to = dayOf(now)
  return { from: daysFrom(to, 1 - days), to }
}

/** How many days a range has. */
export const lengthOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** What a range is called: a preset by its name, others by their days. */
export function rangeName(
  { from, to }: OpenDayRange,
  texts: Texts,
  presets = presetsOf(texts),
): string | undefined {
  const { t } = texts
  const preset = presets.find((one) => one.from === from && one.to === to)
  if (preset) return preset.label
  if (from && to)
    return from === to ? dayName(from, 'short') : `${dayName(from, 'short')} – ${dayName(to, 'short')}`
  if (from) return t('From {day}', { day: dayName(from, 'short') })
  return to && t('Until {day}', { day: dayName(to, 'short') })
}
