/** What the periods of a chart are called. */

import { dayName } from './days.ts'
import type { ChartPoint } from './time-chart.tsx'

export type ChartStep = 'hour' | 'day' | 'week'
export const stepNames: Record<ChartStep, string> = { hour: 'hour', day: 'day', week: '7 days' }

/** Returns key and names of a period: `at` is when it begins, `day` and `to` are its first and last day. */
export function periodName(
  { at, day, to }: { at: string; day: string; to: string },
  step: ChartStep,
): Pick<ChartPoint, 'key' | 'label' | 'name'> {
  if (step !== 'hour') {
    const name = day === to ? dayName(day, 'long') : `${dayName(day, 'short')} – ${dayName(to, 'short')}`
    return { key: day, label: dayName(day, 'short'), name }
  }
  const hour = new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return { key: at, label: hour, name: `${dayName(day, 'short')}, ${hour}` }
}
