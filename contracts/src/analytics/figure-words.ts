/**
 * The words of figures: values in their unit, and what changed. `language`: of numbers and units; if absent, numbers are in
 * that of the browser or the process, and units in English.
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
export function withUnit(unit: FigureUnit, value: number, language?: string): string {
  const text = written(unit, value, language)
  return unit === 'credits' ? `${text} ${value === 1 ? 'credit' : 'credits'}` : text
}

/**
 * Formats a duration from milliseconds to hours, with at most two units: `820 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`.
 */
export function duration(ms: number, language?: string): string {
  const joined = (large: number, unit: TimeUnit, small: number, smaller: TimeUnit) =>
    small === 0
      ? inUnit(large, unit, language)
      : `${inUnit(large, unit, language)} ${inUnit(small, smaller, language)}`
  if (ms > 0 && ms < 1000) return inUnit(Math.round(ms), 'millisecond', language)
  const seconds = ms / 1000
  if (seconds < 60) return inUnit(seconds, 'second', language)
  const whole = Math.round(seconds)
  if (whole < 3600) return joined(Math.floor(whole / 60), 'minute', whole % 60, 'second')
  const minutes = Math.round(seconds / 60)
  return joined(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute')
}

const symbols = { millisecond: 'ms', second: 's', minute: 'min', hour: 'h' }
type TimeUnit = keyof typeof symbols

function inUnit(value: number, unit: TimeUnit, language = 'en'): string {
  const digits = { maximumFractionDigits: 1, useGrouping: false }
  return /^en\b/.test(language)
    ? `${value.toLocaleString(language, digits)} ${symbols[unit]}`
    : value.toLocaleString(language, { ...digits, style: 'unit', unit, unitDisplay: 'short' })
}

type ChangeWord = 'no change' | 'up from 0' | '{points} points'
/** Looks up an English text with `{name}` placeholders in the language of its reader. */
type Translate = (english: ChangeWord, values?: Readonly<Record<string, string>>) => string
const inEnglish: Translate = (text, values = {}) => text.replace('{points}', values.points ?? '')

export type Change = { text: string; mood: 'good' | 'bad' | 'neutral' }

/**
 * Formats the change of a figure: in percentage points for shares, in percent otherwise. Returns undefined if there is
 * nothing to compare.
 */
export function changeOf(
  { unit, better }: FigureDefinition,
  { value, before }: Pick<Measured, 'value' | 'before'>,
  language?: string,
  t = inEnglish,
): Change | undefined {
  if (value === null || before === null) return undefined
  const difference = value - before
  if (difference === 0) return value === 0 ? undefined : { text: t('no change'), mood: 'neutral' }
  if (unit !== 'share' && before === 0) return { text: t('up from 0'), mood: 'neutral' }
  const size =
    unit === 'share'
      ? t('{points} points', {
          points: Math.abs(difference * 100).toLocaleString(language, { maximumFractionDigits: 1 }),
        })
      : Math.abs(difference / before).toLocaleString(language, {
          style: 'percent',
          maximumFractionDigits: Math.abs(difference / before) < 0.1 ? 1 : 0,
        })
  const up = difference > 0
  const mood = better === undefined ? 'neutral' : (better === 'higher') === up ? 'good' : 'bad'
  return { text: `${up ? '↑' : '↓'} ${size}`, mood }
}
