/** What the periods of a chart are called. */

import { dayName } from '../dates/days.ts'
import { locale, t } from '../language.ts'
import type { ChartPoint } from './time-chart.tsx'

export type ChartStep = 'hour' | 'day' | 'week'

/** What a chart of a figure is called. */
export function captionBy(figure: string, step: ChartStep): string {
  if (step === 'hour') return t('{figure} by hour', { figure })
  return step === 'day' ? t('{figure} by day', { figure }) : t('{figure} by 7 days', { figure })
}

/** Returns key and names of a period: `at` is when it begins, `day` and `to` are its first and last day. */
export function periodName(
  { at, day, to }: { at: string; day: string; to: string },
  step: ChartStep,
): Pick<ChartPoint, 'key' | 'label' | 'name'> {
  if (step !== 'hour') {
    const name = day === to ? dayName(day, 'long') : `${dayName(day, 'short')} – ${dayName(to, 'short')}`
    return { key: day, label: dayName(day, 'short'), name }
  }
  const hour = new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  return { key: at, label: hour, name: `${dayName(day, 'short')}, ${hour}` }
}
