/** Says when the team is back, in the visitor's language and time zone. */
import type { Language } from '../phrases.ts'
import { handoffPhrases } from './handoff-phrases.ts'

/** The time is in milliseconds since 1970. */
export type Opening = { at: number; now: number; teamTimeZone: string }
export type Reader = {
  language: Language
  /** The language tag of the visitor's browser, whose region says how times are written. */
  lang?: string | undefined
  /** Undefined if it is not known; then times are those of the team's zone, which is named. */
  timeZone?: string | undefined
}

const DAY_MS = 86_400_000

export function saysWhenBack({ at, now, teamTimeZone }: Opening, reader: Reader): string {
  const { language } = reader
  const locale = localeOf(reader)
  const timeZone = reader.timeZone ?? teamTimeZone
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at)
  // A weekday names one day of the next six.
  const date = dayIn(timeZone, at) - dayIn(timeZone, now) > 6 * DAY_MS
  const day = shown({ weekday: 'long', ...(date && { day: 'numeric', month: 'long' }) })
  const hours = language === 'hi' ? ({ hourCycle: 'h23' } as const) : {}
  const time = shown({ hour: 'numeric', minute: '2-digit', ...hours })
  const zone = reader.timeZone === undefined ? ` (${zoneName(locale, timeZone, at)})` : ''
  return handoffPhrases[language].back.replace('{day}', () => day).replace('{time}', () => `${time}${zone}`)
}

/** Joins sentences as the language does. */
export function joined(language: Language, ...sentences: (string | undefined)[]): string {
  const between = language === 'ja' || language === 'zh' ? '' : ' '
  return sentences.filter((sentence) => sentence !== undefined).join(between)
}

function localeOf({ language, lang }: Reader): string {
  const [usable] = lang?.toLowerCase().startsWith(language) ? supported(lang) : []
  return usable ?? (language === 'en' ? 'en-GB' : language)
}

function supported(lang: string): string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(lang)
  } catch {
    return []
  }
}

function dayIn(timeZone: string, at: number): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at))
}

function zoneName(locale: string, timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
