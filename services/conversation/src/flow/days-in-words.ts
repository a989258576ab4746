/** Says the days and times that a flow has captured in words, so that a visitor can check them. */
import type { Language } from '../phrases.ts'

/** Replaces 2026-11-27 by "Friday, 27 November 2026", and 2026-11-27T10:00 by the day and the time. */
export function withDaysInWords(
  variables: Readonly<Record<string, string>>,
  language: Language,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, dayInWords(value, language) ?? value]),
  )
}

/** "Tuesday, 2 March 2027 or Wednesday, 3 February 2027?" */
export function choicesInWords(days: readonly string[], language: Language): string {
  const words = days.map((day) => dayInWords(day, language) ?? day)
  return `${new Intl.ListFormat(language, { type: 'disjunction' }).format(words)}?`
}

/** Undefined if the value is no day. */
export function dayInWords(value: string, language: Language): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/.test(value)) return undefined
  const date = new Date(value.length === 10 ? `${value}T00:00Z` : `${value}Z`)
  if (Number.isNaN(date.getTime())) return undefined
  // Day and month in words, so that nobody has to know which of 01/02 comes first.
  const locale = language === 'en' ? 'en-GB' : language
  const time = value.length === 10 ? {} : { timeStyle: 'short' as const }
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', ...time, timeZone: 'UTC' }).format(date)
}
