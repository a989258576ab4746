/**
 * The words of figures: values in their unit, and what changed. `language`: of numbers; that of the browser or the process
 * if absent.
 */
import type { Measured } from './endpoints.ts'
import type { FigureDefinition, FigureUnit } from './figures.ts'

/** Formats the value of a figure. */
export function written(unit: FigureUnit, value: number, language?: string): string {
  switch (unit) {
    case 'count':
      return value.toLocaleString(language)
    case 'credits':
      return value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 3 : 2 })
    case 'share':
      return value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })
    case 'milliseconds':
      return duration(value, language)
  }
}

/** The same with the unit's name, where no label tells it. */
export function withUnit(unit: FigureUnit, value: number): string {
  return unit === 'credits'
    ? `${written(unit, value)} ${value === 1 ? 'credit' : 'credits'}`
    : written(unit, value)
}

/**
 * Formats a duration from milliseconds to hours, with at most two units: `820 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`.
 */
export function duration(ms: number, language?: string): string {
  if (ms === 0) return '0 s'
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toLocaleString(language, { maximumFractionDigits: 1 })} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return joined(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(seconds / 60)
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

const joined = (large: number, unit: string, small: number, smaller: string) =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smaller}`

export type Change = { text: string; mood: 'good' | 'bad' | 'neutral' }

/**
 * Formats the change of a figure: in percentage points for shares, in percent otherwise. Returns undefined if there is
 * nothing to compare.
 */
export function changeOf(
  { unit, better }: FigureDefinition,
  { value, before }: Pick<Measured, 'value' | 'before'>,
  language?: string,
): Change | undefined {
  if (value === null || before === null) return undefined
  const difference = value - before
  if (difference === 0) return value === 0 ? undefined : { text: 'no change', mood: 'neutral' }
  if (unit !== 'share' && before === 0) return { text: 'up from 0', mood: 'neutral' }
  const size =
    unit === 'share'
      ? `${Math.abs(difference * 100).toLocaleString(language, { maximumFractionDigits: 1 })} points`
      : Math.abs(difference / before).toLocaleString(language, {
          style: 'percent',
          maximumFractionDigits: Math.abs(difference / before) < 0.1 ? 1 : 0,
        })
  const up = difference > 0
  const mood = better === undefined ? 'neutral' : (better === 'higher') === up ? 'good' : 'bad'
  return { text: `${up ? '↑' : '↓'} ${size}`, mood }
}
