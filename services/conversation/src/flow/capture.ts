/** Reads a value from a visitor's answer, by the type that a question captures; undefined if it is not valid. */
import { type Capture, type Language, plain, understood } from '../phrases.ts'

/** `at` (ISO 8601) is when it was said, so that `tomorrow` means the same when it is read again later. */
export function captureAnswer(
  text: string,
  capture: Capture,
  language: Language,
  at: string,
): string | undefined {
  const trimmed = text.trim().slice(0, 2_000)
  switch (capture) {
    case 'text':
      return trimmed === '' ? undefined : trimmed
    case 'name':
      return nameIn(trimmed)
    case 'email':
      return /[^\s@<>()[\],;:"]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u
        .exec(trimmed.slice(0, 400))?.[0]
        ?.toLowerCase()
    case 'phone':
      return phoneIn(trimmed)
    case 'number':
      return numberIn(trimmed)
    case 'date':
      return dateIn(trimmed, language, at)
    case 'yes-no':
      if (understood.yes.includes(plain(trimmed))) return 'yes'
      return understood.no.includes(plain(trimmed)) ? 'no' : undefined
  }
}

const INTRODUCTION =
  /^(?:(?:hi|hello|hey|hola|hallo|bonjour|ciao)[,!. ]+)?(?:my name is|my name['’]s|i['’]m|i am|this is|it['’]s|me llamo|mi nombre es|soy|je m['’]appelle|je suis|mon nom est|ich hei(?:ß|ss)e|ich bin|mein name ist|meu nome é|chamo-me|me chamo|eu sou|mi chiamo|sono|il mio nome è|mijn naam is|ik heet|ik ben)\s+/i

function nameIn(text: string): string | undefined {
  const name = text
    .replace(INTRODUCTION, '')
    .replace(/(?<![.!,])[.!,]+$/, '')
    .trim()
  const looksLikeOne = /^\p{L}[\p{L}\p{M}'’.\- ]{0,79}$/u.test(name) && name.split(/\s+/).length <= 6
  return looksLikeOne ? name : undefined
}

function phoneIn(text: string): string | undefined {
  const found = /(?:\+|00)?\(?\d[\d\s().\-/]{4,30}\d/.exec(text.slice(0, 400))?.[0]
  if (found === undefined) return undefined
  const digits = found.replace(/\D/g, '')
  if (digits.length < 6 || digits.length > 15) return undefined
  return found.trim().startsWith('+') ? `+${digits}` : digits
}

/** Reads 1,234.5 and 1.234,5: the last separator is the decimal one unless three digits follow it. */
function numberIn(text: string): string | undefined {
  const found = /-?\d[\d.,' ]{0,30}/
    .exec(text)?.[0]
    .replace(/[' ]/g, '')
    .replace(/(?<![.,])[.,]+$/, '')
  if (found === undefined) return undefined
  const last = Math.max(found.lastIndexOf('.'), found.lastIndexOf(','))
  const separators = found.match(/[.,]/g) ?? []
  const groups = last >= 0 && found.length - last - 1 === 3
  const isDecimal = last >= 0 && (new Set(separators).size > 1 || (separators.length === 1 && !groups))
  const whole = isDecimal ? found.slice(0, last) : found
  const value = Number(`${whole.replace(/[.,]/g, '')}${isDecimal ? `.${found.slice(last + 1)}` : ''}`)
  return Number.isFinite(value) ? String(value) : undefined
}

const TODAY = ['today', 'hoy', 'aujourdhui', 'heute', 'hoje', 'oggi', 'vandaag']
const TOMORROW = ['tomorrow', 'manana', 'demain', 'morgen', 'amanha', 'domani']

function dateIn(text: string, language: Language, at: string): string | undefined {
  const said = plain(text)
  const today = new Date(at)
  if (TODAY.includes(said)) return isoDay(today)
  if (TOMORROW.includes(said)) return isoDay(addDays(today, 1))
  const weekday = indexIn(weekdays(language), said)
  if (weekday >= 0) return isoDay(addDays(today, ((weekday - today.getUTCDay() + 6) % 7) + 1))

  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numeric = /\b(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?\b/.exec(text)
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[2])]
    // Day first, as most of the world writes it, unless the second number can't be a month.
    const [day, month] = second > 12 ? [second, first] : [first, second]
    return realDay(yearOf(numeric[3], month, day, today), month, day)
  }
  const parts = said.split(' ')
  const month = parts.map((part) => indexIn(months(language), part) + 1).find((found) => found > 0)
  const day = parts
    .map((part) => Number(/^(\d{1,2})(st|nd|rd|th|er|o|a)?$/.exec(part)?.[1]))
    .find((n) => n >= 1)
  const year = parts.find((part) => /^\d{4}$/.test(part))
  if (month === undefined || day === undefined) return undefined
  return realDay(yearOf(year, month, day, today), month, day)
}

/** Without a year, the next such day is meant. */
function yearOf(written: string | undefined, month: number, day: number, today: Date): number {
  if (written !== undefined) return written.length === 2 ? 2000 + Number(written) : Number(written)
  const year = today.getUTCFullYear()
  return Date.UTC(year, month - 1, day + 1) < today.getTime() ? year + 1 : year
}

function realDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? isoDay(date) : undefined
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000)
}

/** Long and short names, in the agent's language and in English. */
function weekdays(language: Language): string[][] {
  return Array.from({ length: 7 }, (_, day) =>
    names(language, new Date(Date.UTC(2026, 1, 1 + day)), 'weekday'),
  )
}

function months(language: Language): string[][] {
  return Array.from({ length: 12 }, (_, month) =>
    names(language, new Date(Date.UTC(2026, month, 1)), 'month'),
  )
}

function names(language: Language, date: Date, part: 'weekday' | 'month'): string[] {
  return [language, 'en'].flatMap((locale) =>
    (['long', 'short'] as const).map((width) =>
      plain(new Intl.DateTimeFormat(locale, { [part]: width, timeZone: 'UTC' }).format(date)),
    ),
  )
}

function indexIn(lists: string[][], said: string): number {
  return lists.findIndex((list) => list.includes(said))
}
