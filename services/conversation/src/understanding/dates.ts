/**
 * Reads a day and a time from what a visitor wrote, in the visitor's time: "tomorrow at 10", "am Montag um zehn",
 * "in two weeks", 01/02 by the region. What our own words don't know is left to chrono-node, for its languages.
 */
import * as chrono from 'chrono-node'
import { type Language, languages, plain } from '../phrases.ts'
import { dateWords } from './date-words.ts'
import { alternatives, distance, wordsIn } from './matching.ts'
import { countIn, withWesternDigits } from './numbers.ts'
import { timeIn } from './times.ts'

export type DateContext = {
  language: Language
  /** A language in which an answer is understood if it is none in the first. */
  also?: Language | undefined
  /** When it was said (ISO 8601), so that `tomorrow` means the same when it is read again later. */
  at: string
  /** IANA name; UTC if it is not known. */
  timeZone?: string | undefined
  /** ISO 3166 code of the visitor's country. */
  region?: string | undefined
}

export type When = 'future' | 'past' | undefined

/**
 * `day` as 2026-11-21, `time` as 10:00; `rest` is the text without them. `either`: both days that 01/02 can be, where
 * the visitor's country is not known and the language doesn't say.
 */
export type FoundDate = { day?: string; time?: string; rest: string; either?: readonly [string, string] }

/** Countries that write the month first. */
const MONTH_FIRST = new Set(['US', 'PH', 'FM', 'GU', 'AS', 'VI', 'PW', 'MH'])
const DAY_MS = 86_400_000

export function dateIn(text: string, context: DateContext, when?: When): FoundDate {
  const { language } = context
  const today = todayOf(context)
  const whole = spread(withWesternDigits(text.slice(0, 300)).toLowerCase())
  // Dates in figures first, so that 24.12. is not read as a time.
  const figures = dateInFigures(whole, today, context, when)
  const time = timeIn(figures?.rest ?? whole, language)
  const left = time?.rest ?? figures?.rest ?? whole
  const clock = time === undefined ? {} : { time: time.time }
  if (figures?.either) return { ...clock, rest: left, either: figures.either }
  if (figures) return { ...(figures.day === undefined ? {} : { day: figures.day }), ...clock, rest: left }
  const ways = language === 'en' ? ([language] as const) : ([language, 'en'] as const)
  const first = <Value>(read: (one: Language) => Value | undefined) =>
    ways.map(read).find((one) => one !== undefined)
  const named: Named | undefined =
    first((one) => inSomeTime(left, today, one)) ??
    // "Monday, 30 November" is the 30th.
    monthAndDay(left, today, language, when) ??
    dayOfMonth(left, today) ??
    first((one) => dayInWords(left, today, one)) ??
    // "Tonight at 8": the word is a part of the time, too.
    first((one) => saysToday(whole, one, today, left)) ??
    byLibrary(left, context, when)
  return named ? { day: named.day, ...clock, rest: named.rest } : { ...clock, rest: left }
}

/** Words that may stand besides a day in another language than the conversation's. */
const MOST_BESIDES = 2

/**
 * As `dateIn`, and if the conversation's language has no day in it, by the others: "übermorgen" in an English chat. Those
 * count in a short message only, and if those that understand most of it agree.
 */
export function dateInAnyLanguage(text: string, context: DateContext, when?: When): FoundDate {
  const own = dateIn(text, context, when)
  if (own.day !== undefined || own.either) return own
  const found = languages
    .filter((language) => language !== context.language)
    .map((language) => dateIn(text, { ...context, language }, when))
    .filter(({ day }) => day !== undefined)
  const besides = Math.min(...found.map(({ rest }) => wordsIn(rest).length))
  const [first, ...others] = found.filter(({ rest }) => wordsIn(rest).length === besides)
  const agree = first !== undefined && others.every(({ day }) => day === first.day)
  return agree && besides <= MOST_BESIDES ? { ...first, ...(own.time ? { time: own.time } : {}) } : own
}

/** The visitor's day, as midnight UTC. */
export function todayOf({ at, timeZone }: Pick<DateContext, 'at' | 'timeZone'>): Date {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at))
  try {
    return new Date(`${format(timeZone ?? 'UTC')}T00:00:00Z`)
  } catch {
    return new Date(`${format('UTC')}T00:00:00Z`)
  }
}

/** `day` is undefined if the figures name no day that exists. */
function dateInFigures(
  text: string,
  today: Date,
  { region, language }: DateContext,
  when: When,
): { day: string | undefined; rest: string; either?: readonly [string, string] } | undefined {
  const without = (found: RegExpExecArray) =>
    `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  const iso = /(?<!\d)(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})(?:日|号|(?!\d))/.exec(text)
  if (iso) return { day: realDay(Number(iso[1]), Number(iso[2]), Number(iso[3])), rest: without(iso) }
  const asian = /(\d{1,2})月(\d{1,2})[日号號]?/.exec(text)
  if (asian) {
    const [month, day] = [Number(asian[1]), Number(asian[2])]
    return { day: realDay(yearOf(undefined, month, day, today, when), month, day), rest: without(asian) }
  }
  const numeric = /(?<![\d:])(\d{1,2})([./-])\s?(\d{1,2})(?:\2\s?(\d{4}|\d{2})(?!\d)|\.|(?![\d:]))/.exec(text)
  if (!numeric) return undefined
  const [, one, separator, two, year] = numeric
  // "10.30 uhr" and "at 10.30" are times.
  if (
    separator === '.' &&
    year === undefined &&
    (Number(two) > 12 || /^\s*(?:uhr|h\b|am\b|pm\b)/.test(text.slice(numeric.index + numeric[0].length)))
  )
    return undefined
  const [first, second] = [Number(one), Number(two)]
  const dayOf = (day: number, month: number) => realDay(yearOf(year, month, day, today, when), month, day)
  const isUnclear =
    separator === '/' && language === 'en' && region === undefined && first <= 12 && second <= 12
  const [dayFirst, monthFirstDay] = [dayOf(first, second), dayOf(second, first)]
  if (isUnclear && dayFirst && monthFirstDay && dayFirst !== monthFirstDay)
    return { day: undefined, rest: without(numeric), either: [dayFirst, monthFirstDay] }
  const monthFirst = separator === '/' && region !== undefined && MONTH_FIRST.has(region)
  const swapped = monthFirst ? first <= 12 : second > 12
  const [day, month] = swapped ? [second, first] : [first, second]
  return { day: realDay(yearOf(year, month, day, today, when), month, day), rest: without(numeric) }
}

type Named = { day: string; rest: string }

function dayInWords(text: string, today: Date, language: Language): Named | undefined {
  const words = dateWords[language]
  const bare = language === 'ja' || language === 'zh'
  const said = bare ? text.replace(/\s/g, '') : ` ${plain(text)} `
  const take = (list: string): string | undefined =>
    alternatives(list)
      .toSorted((a, b) => b.length - a.length)
      .map((phrase) => (bare ? phrase : ` ${phrase} `))
      .find((phrase) => phrase.trim() !== '' && said.includes(phrase))
  const day = (days: number, phrase: string) => ({
    day: isoDay(new Date(today.getTime() + days * DAY_MS)),
    rest: said.replace(phrase, ' ').trim(),
  })

  const dayAfter = take(words.dayAfter)
  if (dayAfter) return day(2, dayAfter)
  const weekday = weekdayIn(said, language, bare)
  if (weekday) {
    const next = take(words.next)
    const passed = (today.getUTCDay() + 6) % 7
    const wanted = (weekday.day + 6) % 7
    // "Next Friday" is that of the next week; "Friday" and "this Friday" the coming one.
    const days = next ? 7 - passed + wanted : ((wanted - passed + 6) % 7) + 1
    const isToday = !next && wanted === passed && take(words.today) !== undefined
    const found = day(isToday ? 0 : days, weekday.phrase)
    return next ? { ...found, rest: found.rest.replace(next, ' ') } : found
  }
  for (const [list, days] of [
    [words.tomorrow, 1],
    [words.today, 0],
    [words.yesterday, -1],
  ] as const) {
    const phrase = take(list)
    if (phrase) return day(days, phrase)
  }
  return undefined
}

/** "In two weeks", "in a month", "за 2 дня" turned round: "iki hafta sonra", "2週間後". */
function inSomeTime(text: string, today: Date, language: Language): Named | undefined {
  const bare = language === 'ja' || language === 'zh'
  const said = bare ? text.replace(/\s/g, '') : ` ${plain(text)} `
  const words = dateWords[language]
  const marks = alternatives(words.in)
  const units = [
    ...alternatives(words.day).map((word) => ({ word, unit: 'day' as const })),
    ...alternatives(words.week).map((word) => ({ word, unit: 'week' as const })),
    ...alternatives(words.month).map((word) => ({ word, unit: 'month' as const })),
  ].sort((a, b) => b.word.length - a.word.length)
  if (bare) {
    for (const { word, unit } of units) {
      const found = new RegExp(`(\\d{1,3}|[一二两兩三四五六七八九十]+)${word}(?:${marks.join('|')})`).exec(
        said,
      )
      const count = found && countIn(found[1] ?? '', language)
      if (found && count) return { day: later(today, count, unit), rest: said.replace(found[0], ' ') }
    }
    return undefined
  }
  const tokens = said.trim().split(' ')
  for (const [at, token] of tokens.entries()) {
    const unit = units.find(({ word }) => word === token)?.unit
    if (unit === undefined) continue
    const before = tokens[at - 1] ?? ''
    const count = countIn(before, language) ?? (marks.includes(before) ? 1 : undefined)
    if (count === undefined) continue
    const start = countIn(before, language) === undefined ? at - 1 : at - 2
    const lead = [tokens[start], `${tokens[start - 1]} ${tokens[start]}`]
    const marked =
      lead.some((one) => one !== undefined && marks.includes(one)) ||
      marks.includes(before) ||
      marks.includes(tokens[at + 1] ?? '') ||
      tokens[at + 1] === 'from'
    if (!marked) continue
    const rest = [...tokens.slice(0, Math.max(0, start)), ...tokens.slice(at + 1)].join(' ')
    return { day: later(today, count, unit), rest }
  }
  return undefined
}

function saysToday(text: string, language: Language, today: Date, rest: string): Named | undefined {
  const said = ` ${plain(text)} `
  const bare = language === 'ja' || language === 'zh'
  const has = alternatives(dateWords[language].today).some((one) => said.includes(bare ? one : ` ${one} `))
  return has ? { day: isoDay(today), rest } : undefined
}

/** Words that hold two: "Freitagabend", "dinsdagmiddag", and the Arabic dual. */
function spread(text: string): string {
  return text
    .replace(/(tag)(vormittag|nachmittag|abend)/g, '$1 $2')
    .replace(/(tag)(morgen)(?!\p{L})/gu, '$1 morgens')
    .replace(/(dag)(middag|avond|ochtend)/g, '$1 $2')
    .replace(/يومين/g, '2 يوم')
    .replace(/[أا]سبوعين/g, '2 أسبوع')
    .replace(/شهرين/g, '2 شهر')
}

function later(today: Date, count: number, unit: 'day' | 'week' | 'month'): string {
  if (unit !== 'month') return isoDay(new Date(today.getTime() + count * (unit === 'week' ? 7 : 1) * DAY_MS))
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + count + 1, 0)).getUTCDate()
  const day = Math.min(today.getUTCDate(), last)
  return isoDay(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + count, day)))
}

function weekdayIn(
  said: string,
  language: Language,
  bare: boolean,
): { day: number; phrase: string } | undefined {
  const short = dateWords[language].weekdays.split('|').map((list) => list.split('/').map(plain))
  for (let day = 0; day < 7; day++) {
    const long = weekdayNames(language)[day] ?? ''
    for (const name of [long, ...(short[day] ?? [])]) {
      const phrase = bare ? name : ` ${name} `
      if (name !== '' && said.includes(phrase)) return { day, phrase }
    }
    if (bare) continue
    // Long names are still known with one letter wrong, or with an ending: "freitags", "mondy".
    const near = said
      .trim()
      .split(' ')
      .find((token) => token.length >= 5 && long.length >= 5 && isNear(token, long))
    if (near) return { day, phrase: ` ${near} ` }
  }
  return undefined
}

// bounded: an entry for each language
const knownWeekdays = new Map<Language, readonly string[]>()

/** The names from Sunday on, plain. Each is formatted once: a formatter costs more than reading a message. */
function weekdayNames(language: Language): readonly string[] {
  const known = knownWeekdays.get(language)
  if (known) return known
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const names = Array.from({ length: 7 }, (_, day) =>
    plain(format.format(new Date(Date.UTC(2026, 1, 1 + day)))),
  )
  knownWeekdays.set(language, names)
  return names
}

function isNear(token: string, name: string): boolean {
  if (token.startsWith(name) && token.length - name.length <= 2) return true
  if (token[0] !== name[0] || Math.abs(token.length - name.length) > 1) return false
  return distance(token, name) <= 1
}

function monthAndDay(text: string, today: Date, language: Language, when: When): Named | undefined {
  const tokens = plain(text).split(' ')
  const month = tokens.findIndex((token) => monthOf(token, language) !== undefined)
  if (month === -1) return undefined
  const days = tokens.map((token) => Number(/^(\d{1,2})(?:st|nd|rd|th|er|o|a|e|de|ste)?$/.exec(token)?.[1]))
  // The number beside the month, as "3 March 10" is the third.
  const at = [month - 1, month + 1, month - 2, month + 2].find((one) => (days[one] ?? 0) >= 1)
  if (at === undefined) return undefined
  const year = tokens.find((token) => /^(?:19|20)\d{2}$/.test(token))
  const number = monthOf(tokens[month]!, language)!
  const day = realDay(yearOf(year, number, days[at]!, today, when), number, days[at]!)
  if (day === undefined) return undefined
  const rest = tokens.filter((token, nth) => nth !== month && nth !== at && token !== year).join(' ')
  return { day, rest }
}

function monthOf(token: string, language: Language): number | undefined {
  if (token.length < 3) return undefined
  for (const locale of [language, 'en'] as const) {
    const month = monthNames(locale).findIndex((names) =>
      names.some((name) => name === token || (name.length >= 5 && isNear(token, name))),
    )
    if (month >= 0) return month + 1
  }
  return undefined
}

// bounded: an entry for each language
const knownMonths = new Map<Language, readonly (readonly string[])[]>()

/** The names of each month, plain: long, long beside a day, and short. */
function monthNames(language: Language): readonly (readonly string[])[] {
  const known = knownMonths.get(language)
  if (known) return known
  const kinds = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const
  const formats = kinds.map((kind) => new Intl.DateTimeFormat(language, { ...kind, timeZone: 'UTC' }))
  const names = Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => {
      const parts = format.formatToParts(new Date(Date.UTC(2026, month, 1)))
      return plain(parts.find(({ type }) => type === 'month')?.value ?? '')
    }),
  )
  knownMonths.set(language, names)
  return names
}

/** "The 24th", "am 24.", "el 24": the next such day. */
function dayOfMonth(text: string, today: Date): Named | undefined {
  const found =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|日|号)(?!\p{L})/u.exec(text) ??
    /(?:\bthe|\bam|\bden|\bel(?: día)?|\ble|\bil(?: giorno)?|\bdia|\bop de|\bde)\s+(\d{1,2})\.?(?=\s|$|[,!])/.exec(
      text,
    )
  const day = Number(found?.[1])
  if (!found || !(day >= 1 && day <= 31)) return undefined
  for (let month = 0; month < 3; month++) {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day))
    if (date.getUTCDate() === day && date >= today)
      return { day: isoDay(date), rest: text.replace(found[0], ' ') }
  }
  return undefined
}

const parsers: Partial<Record<Language, Pick<typeof chrono.en.casual, 'parse'>>> = {
  en: chrono.en.casual,
  de: chrono.de.casual,
  es: chrono.es.casual,
  fr: chrono.fr.casual,
  it: chrono.it.casual,
  ja: chrono.ja.casual,
  nl: chrono.nl.casual,
  pt: chrono.pt.casual,
  zh: chrono.zh.casual,
}

function byLibrary(text: string, context: DateContext, when: When): Named | undefined {
  const today = todayOf(context)
  const reference = { instant: new Date(today.getTime() + DAY_MS / 2), timezone: 0 }
  const [found] = parsers[context.language]?.parse(text, reference, { forwardDate: when !== 'past' }) ?? []
  // "May" or "at ten" names no day.
  if (!found || !(found.start.isCertain('day') || found.start.isCertain('weekday'))) return undefined
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => found.start.get(part) ?? 0)
  const iso = realDay(year!, month!, day!)
  return iso === undefined ? undefined : { day: iso, rest: text.replace(found.text, ' ') }
}

/** Without a year, the next such day is meant, or the last if it has to be over. */
function yearOf(written: string | undefined, month: number, day: number, today: Date, when: When): number {
  const year = today.getUTCFullYear()
  if (written?.length === 4) return Number(written)
  if (written !== undefined) {
    const full = 2000 + Number(written)
    // "12.05.86" is a day of birth.
    return full > year + (when === 'past' ? 0 : 20) ? full - 100 : full
  }
  const date = Date.UTC(year, month - 1, day)
  if (when === 'past') return date > today.getTime() ? year - 1 : year
  return date < today.getTime() ? year + 1 : year
}

function realDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1800
  return exists ? isoDay(date) : undefined
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
