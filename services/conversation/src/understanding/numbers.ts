/** Reads numbers and amounts of money: digits with either separator, `1.5k`, words such as "zwei Dutzend". */
import { type Language, plain } from '../phrases.ts'
import { alternatives } from './matching.ts'
import { numberWords } from './number-words.ts'

export type Found = { value: number /** The text without it. */; rest: string }
/** `before` and `after` are the text around it, of words without their punctuation. */
type Placed = { value: number; before: string; after: string }

const DIGITS = '0123456789'
const HALF_A_DOZEN =
  /(?:half a|a half|(?:ein )?halbes|media|(?:une )?demi[ -]|meia|mezza|(?:een )?half|pół|yarım|نصف|आधा)\s*(?:dozen|dutzend|docena|douzaine|dúzia|dozzina|dozijn|tuzina|düzine|دزينة|दर्जन)/giu

/** Returns the first number of a text; undefined if there is none. */
export function numberIn(text: string, language: Language): Found | undefined {
  const western = readable(text)
  const found = figureIn(western, language) ?? wordNumberIn(western, language)
  return found && { value: found.value, rest: `${found.before} ${found.after}`.trim() }
}

/** The numbers of a text in order, with what stands before, between and after them. */
export function numbersIn(text: string, language: Language): { values: number[]; gaps: string[] } {
  const values: number[] = []
  const gaps: string[] = []
  const readWords = (part: string) => {
    let left = part
    for (let word = wordNumberIn(left, language); word; word = wordNumberIn(left, language)) {
      values.push(word.value)
      gaps.push(word.before)
      left = word.after
    }
    return left
  }
  // The sign in "2-3" is no minus.
  let left = readable(text).replace(/(?<=\d)[-−](?=\d)/g, ' – ')
  for (let figure = figureIn(left, language); figure; figure = figureIn(left, language)) {
    gaps.push(readWords(figure.before))
    values.push(figure.value)
    left = figure.after
  }
  gaps.push(readWords(left))
  return { values, gaps }
}

function readable(text: string): string {
  return withWesternDigits(text.slice(0, 600)).replace(HALF_A_DOZEN, '6')
}

function figureIn(western: string, language: Language): Placed | undefined {
  const found =
    /(?<!\d|[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[-−]?\d[\d.,'’ \u00a0]{0,30}/u.exec(
      western,
    )
  if (!found) return undefined
  // Of "4, 2 of them children", the 2 is another number, and so is that of "4 2".
  const one = found[0].split(/[.,]\s|[ \u00a0](?!\d{3}(?!\d))/)[0] ?? ''
  const written = one.replace(/[.,'’\s]{1,31}$/, '')
  const value = figureOf(written)
  if (value === undefined) return undefined
  const after = western.slice(found.index + written.length)
  const factor = factorIn(after, language)
  const behind = after.slice(factor.length)
  // 1万5千 is one number.
  const more = factor.by > 1 && /^\d/.test(behind) ? figureIn(behind, language) : undefined
  const before = western.slice(0, found.index)
  if (more) return { value: round(value * factor.by + more.value), before, after: more.after }
  return { value: round(value * factor.by), before, after: behind }
}

/** An amount of money without its currency. */
export function moneyIn(text: string, language: Language): Found | undefined {
  // "between 200 and 300" names no amount; "up to 300" does.
  return numberIn(text.replace(/[€$£¥₹₺]|\b(?:eur|usd|gbp|chf|pln|inr|try|jpy|cny)\b/gi, ' '), language)
}

/** 1,234.5 and 1.234,5: the last separator is the decimal one unless three digits follow it. */
function figureOf(written: string): number | undefined {
  const found = written.replace(/[−]/g, '-').replace(/['’\s\u00a0]/g, '')
  const last = Math.max(found.lastIndexOf('.'), found.lastIndexOf(','))
  const separators = found.match(/[.,]/g) ?? []
  const groups = last >= 0 && found.length - last - 1 === 3
  const isDecimal = last >= 0 && (new Set(separators).size > 1 || (separators.length === 1 && !groups))
  const whole = isDecimal ? found.slice(0, last) : found
  const value = Number(`${whole.replace(/[.,]/g, '')}${isDecimal ? `.${found.slice(last + 1)}` : ''}`)
  return Number.isFinite(value) ? value : undefined
}

/** What follows a number and multiplies it: `k`, `Tsd.`, `million`, a dozen, 万. */
function factorIn(after: string, language: Language): { by: number; length: number } {
  const asian = /^\s*(万|千|百|億|亿)/.exec(after)
  if (asian) {
    const by = { 万: 1e4, 千: 1e3, 百: 100, 億: 1e8, 亿: 1e8 }[asian[1] ?? ''] ?? 1
    return { by, length: asian[0].length }
  }
  const word = /^\s*([\p{L}\p{M}]+)\.?/u.exec(after)
  const by = word && multiples(language).get(plain(word[1] ?? ''))
  return by && word ? { by, length: word[0].length } : { by: 1, length: 0 }
}

function multiples(language: Language): Map<string, number> {
  const all = new Map<string, number>([['k', 1_000]])
  for (const one of ['en', language] as const) {
    const { hundred, thousand, million, dozen } = numberWords[one]
    for (const [list, by] of [
      [hundred, 100],
      [thousand, 1_000],
      [million, 1e6],
      [dozen, 12],
    ] as const)
      for (const word of alternatives(list)) all.set(word, by)
  }
  return all
}

function wordNumberIn(text: string, language: Language): Placed | undefined {
  for (const one of language === 'en' ? (['en'] as const) : ([language, 'en'] as const)) {
    const found = one === 'ja' || one === 'zh' ? asianNumberIn(text) : spelledIn(text, one)
    if (found) return found
  }
  return undefined
}

/** The value of a number of words; undefined if the text holds none. */
function spelledIn(text: string, language: Language): Placed | undefined {
  const { and } = numberWords[language]
  const values = valuesOf(language)
  const factors = multiples(language)
  const joints = new Set(alternatives(and))
  const tokens = plain(text)
    .split(' ')
    .flatMap((token) => splitCompound(token, language, values))
  let total = 0
  let part: number | undefined
  let from = -1
  let to = -1
  /** What is said next is a part of the number only if it is below this: after "twenty", below ten. */
  let room = Number.POSITIVE_INFINITY
  const use = (at: number) => {
    if (from < 0) from = at
    to = at
  }
  for (let at = 0; at < tokens.length; at++) {
    const pair = values.get(`${tokens[at]} ${tokens[at + 1]}`)
    const value = pair ?? values.get(tokens[at]!)
    const factor = factors.get(tokens[at]!)
    // An article is a number only before a multiple: "a dozen".
    const isArticle =
      value === 1 && ARTICLES.has(tokens[at]!) && !factors.has(tokens[at + 1] ?? '') && tokens.length > 1
    if (factor !== undefined && (part !== undefined || tokens[at]!.length > 1)) {
      part = (part ?? 1) * factor
      if (factor >= 1_000) {
        total += part
        part = 0
      }
      room = factor
      use(at)
    } else if (value !== undefined && !isArticle && !isPronoun(tokens, at)) {
      if (value >= room && !isTensAfter(part, value, language)) break
      part = (part ?? 0) + value
      room = roomAfter(value, language)
      use(at)
      if (pair !== undefined) use(++at)
    } else if (!(joints.has(tokens[at]!) && from >= 0) && from >= 0) break
  }
  if (from < 0) return undefined
  const [before, after] = [tokens.slice(0, from), tokens.slice(to + 1)]
  return { value: total + (part ?? 0), before: before.join(' '), after: after.join(' ') }
}

/** What can follow in the same number. French counts on from 60 and 80 to 79 and 99. */
function roomAfter(value: number, language: Language): number {
  if (value >= 100 && value % 100 === 0) return 100
  if (value < 20 || value % 10 !== 0) return 0
  return language === 'fr' && (value === 60 || value === 80) ? 20 : 10
}

/** "Fünfundzwanzig" and "خمسة وعشرون" are five and twenty. */
function isTensAfter(part: number | undefined, value: number, language: Language): boolean {
  const unit = (part ?? 0) % 100
  if (language !== 'de' && language !== 'nl' && language !== 'ar') return false
  return unit > 0 && unit < 10 && value >= 20 && value < 100 && value % 10 === 0
}

/** Whether "one" stands for a thing, as in "the blue one". */
function isPronoun(tokens: readonly string[], at: number): boolean {
  return tokens[at] === 'one' && tokens.slice(Math.max(0, at - 3), at).some((token) => POINTERS.has(token))
}

const POINTERS = new Set('the this that which any another every no'.split(' '))
const ARTICLES = new Set('a an ein eine einen einem einer un una une um uma een'.split(' '))

/** "fünfundzwanzig" is five and twenty, "duecento" two hundred; in Arabic, the "and" is written with the number. */
function splitCompound(token: string, language: Language, values: ReadonlyMap<string, number>): string[] {
  if (values.has(token)) return [token]
  if (language === 'ar')
    return token.startsWith('و') && values.has(token.slice(1)) ? ['و', token.slice(1)] : [token]
  if (language !== 'de' && language !== 'nl' && language !== 'it') return [token]
  const joint = language === 'de' ? ['und'] : language === 'nl' ? ['en'] : []
  return partsOf(token, [...values.keys(), ...multiples(language).keys(), ...joint]) ?? [token]
}

function partsOf(token: string, parts: readonly string[]): string[] | undefined {
  if (token === '') return []
  const fitting = parts.filter((part) => part.length > 1 && token.startsWith(part))
  for (const part of fitting.sort((a, b) => b.length - a.length)) {
    const others = partsOf(token.slice(part.length), parts)
    if (others) return [part, ...others]
  }
  return undefined
}

// bounded: an entry for each language
const known = new Map<Language, Map<string, number>>()

/** Values by the words for them, plain. */
function valuesOf(language: Language): Map<string, number> {
  const found = known.get(language)
  if (found) return found
  const { small, tens, others } = numberWords[language]
  const values = new Map<string, number>()
  const add = (list: string, value: (at: number) => number) => {
    for (const [at, one] of list.split('|').entries())
      for (const word of one.split('/')) values.set(plain(word), value(at))
  }
  add(small, (at) => at)
  add(tens, (at) => 30 + at * 10)
  for (const entry of others?.split('|') ?? []) {
    const [value, list = ''] = entry.split('=')
    for (const word of list.split('/')) values.set(plain(word), Number(value))
  }
  known.set(language, values)
  return values
}

const ASIAN: Record<string, number> = {
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const PLACES: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 }

function asianNumberIn(text: string): Placed | undefined {
  const found = /[零一二两兩三四五六七八九十百千万]+/.exec(text)
  if (!found) return undefined
  let total = 0
  let section = 0
  let digit: number | undefined
  for (const sign of found[0]) {
    if (sign === '万') {
      total += (section + (digit ?? 0) || 1) * 10_000
      section = 0
      digit = undefined
    } else if (PLACES[sign] !== undefined) {
      section += (digit ?? 1) * PLACES[sign]
      digit = undefined
    } else digit = ASIAN[sign]
  }
  const after = text.slice(found.index + found[0].length)
  const dozen = /^\s*(打|ダース)/.exec(after)
  const value = (total + section + (digit ?? 0)) * (dozen ? 12 : 1)
  return { value, before: text.slice(0, found.index), after: dozen ? after.slice(dozen[0].length) : after }
}

/** The number that a word or a figure stands for, such as "two" or "2"; undefined for anything else. */
export function countIn(word: string, language: Language): number | undefined {
  const said = plain(withWesternDigits(word))
  if (/^\d{1,3}$/.test(said)) return Number(said)
  const value = valuesOf(language).get(said) ?? valuesOf('en').get(said)
  if (value !== undefined) return value
  return /^[零一二两兩三四五六七八九十]+$/.test(said) ? asianNumberIn(said)?.value : undefined
}

/** Arabic-Indic, Persian, Devanagari and full-width digits as 0 to 9. */
export function withWesternDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = [0x660, 0x6f0, 0x966, 0xff10].findLast((start) => code >= start) ?? code
    return DIGITS[code - zero] ?? digit
  })
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
