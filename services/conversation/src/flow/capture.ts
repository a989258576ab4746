/** Reads a value from a visitor's answer, by the type that a question captures. */
import { visitorEmailIn } from '@parley/contracts/identity/visitor-email.ts'
import type { Capture, Language } from '../phrases.ts'
import { commandIn } from '../understanding/commands.ts'
import { type DateContext, dateIn, dateInAnyLanguage, todayOf, type When } from '../understanding/dates.ts'
import { nameIn } from '../understanding/names.ts'
import { moneyIn, withWesternDigits } from '../understanding/numbers.ts'
import { phoneIn } from '../understanding/phones.ts'
import { countOfThings } from '../understanding/several-numbers.ts'
import { smallTalkIn } from '../understanding/small-talk.ts'
import { yesNoIn } from '../understanding/yes-no.ts'

export type Reading =
  /** `rest`: what else was said, if the value is only a part of the message. */
  | { ok: true; value: string; rest?: string }
  /** `why`: a day was understood, but lies on the wrong side of today. */
  | { ok: false; why?: 'past' | 'future'; either?: undefined }
  /** `either`: the days or numbers that can be meant, where nothing says which. */
  | { ok: false; why?: undefined; either: readonly string[] }

const NONE: Reading = { ok: false }
/** A date within a message is no code. */
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/
const BESIDE_AN_ADDRESS = /([\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー、。：]{1,100})/gu

export function captureAnswer(
  text: string,
  capture: Capture | 'code',
  context: DateContext,
  when?: When,
): Reading {
  const { also, ...own } = context
  const reading = readIn(text, capture, own, when)
  // Who has written German in an English browser may answer in English.
  const isUnread = !reading.ok && !reading.why && !reading.either
  return isUnread && also && also !== own.language
    ? readIn(text, capture, { ...own, language: also }, when)
    : reading
}

function readIn(text: string, capture: Capture | 'code', context: DateContext, when?: When): Reading {
  const { language, region } = context
  const trimmed = text.trim().slice(0, 2_000)
  switch (capture) {
    case 'text':
      return trimmed === '' ? NONE : { ok: true, value: trimmed }
    case 'name': {
      const email = emailIn(trimmed)
      const phone = phoneIn(email?.rest ?? trimmed, region)
      const name = nameIn(phone?.rest ?? email?.rest ?? trimmed, language)
      // What is left around a number is a sentence: "call me at … please".
      return name === undefined || /\s{2}/.test(name) || isDay(trimmed, context)
        ? NONE
        : { ok: true, value: name, rest: trimmed.replace(name, ' ') }
    }
    case 'email':
      return found(emailIn(trimmed))
    case 'phone':
      return found(phoneIn(trimmed, region))
    case 'number':
      return isAddressOrPhone(trimmed) ? NONE : numberRead(trimmed, language)
    case 'money':
      return isAddressOrPhone(trimmed) ? NONE : found(moneyIn(trimmed, language))
    case 'date':
    case 'date-time': {
      const { day, time, rest, either } = dateInAnyLanguage(trimmed, context, when)
      if (either) return { ok: false, either }
      if (day === undefined || (capture === 'date-time' && time === undefined)) return NONE
      const today = todayOf(context).toISOString().slice(0, 10)
      if (when === 'future' && day < today) return { ok: false, why: 'past' }
      if (when === 'past' && day > today) return { ok: false, why: 'future' }
      return { ok: true, value: capture === 'date' ? day : `${day}T${time}`, rest }
    }
    case 'code':
      return found(codeIn(trimmed))
    case 'yes-no': {
      const answer = yesNoIn(trimmed, language)
      return answer === undefined ? NONE : { ok: true, value: answer }
    }
  }
}

/** "Next thursday" is nobody's name; "April" and "Sunday Okafor" are. */
function isDay(text: string, context: DateContext): boolean {
  const isWritten = /^\p{Lu}\S{0,80}(?: \p{Lu}\S{0,80}){1,5}$/u.test(text)
  return !isWritten && dateIn(text, context).day !== undefined
}

/** "030 2101102" is neither a number of rooms nor a budget; "300 000" is no phone number. */
export function isAddressOrPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return visitorEmailIn(text) !== undefined || (digits.length >= 9 && /(?:\+|(?<!\d)0)\d/.test(text))
}

function numberRead(text: string, language: Language): Reading {
  const read = countOfThings(text, language)
  return read?.either ? { ok: false, either: read.either } : found(read)
}

function found(reading: { value: string | number; rest: string } | undefined): Reading {
  return reading === undefined ? NONE : { ok: true, value: String(reading.value), rest: reading.rest }
}

/** Returns the first e-mail address, and what else is said. */
export function emailIn(text: string): { value: string; rest: string } | undefined {
  // "name (at) example dot com" and "name at example.com", as people write to avoid spam.
  const written = text
    .slice(0, 400)
    .replace(/\s+/g, ' ')
    .replace(/ ?[([] ?(?:at|ät|arroba|chiocciola|arobase) ?[)\]] ?/gi, '@')
    .replace(/ ?[([] ?(?:dot|punkt|punto|point|ponto|punt) ?[)\]] ?/gi, '.')
    .replace(/(\S{1,64}) at (\S{1,190}) dot (\S{1,64})/i, '$1@$2.$3')
  // Japanese and Chinese are written without spaces: メールはada@example.comです.
  const spaced = written.replace(BESIDE_AN_ADDRESS, ' $1 ')
  const address = visitorEmailIn(spaced)
  if (address === undefined) return undefined
  return { value: address.toLowerCase(), rest: spaced.replace(address, ' ').trim() }
}

/** A word with a digit in it, such as HP-1234; a word alone counts without one. Never a sentence or an address. */
function codeIn(text: string): { value: string; rest: string } | undefined {
  const said = withoutEmails(withWesternDigits(text.slice(0, 400)))
  // "HP 1234 567" is one code, and so is "A 1".
  const spaced = /^#?\s*((?:\p{Lu}{1,6}[ -]?)?\d[\d -]{0,24})$/u.exec(said.trim())
  if (spaced?.[1]) return { value: spaced[1].trim().replace(/\s+/g, ' '), rest: '' }
  const marked = /(?<![\p{L}\p{N}])(\p{Lu}{1,6} \d{3,})(?![\p{L}\p{N}])/u.exec(said)
  const words = [...said.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\-_/.]*[\p{L}\p{N}]/gu)].map(([word]) => word)
  const code =
    marked?.[1] ??
    words
      .filter((word) => /\d/.test(word) && word.length >= 3 && !DATE.test(word))
      .sort((a, b) => digitsOf(b) - digitsOf(a))[0]
  if (code !== undefined) return { value: code, rest: text.replace(code, ' ').trim() }
  const [alone] = words
  const isCode = words.length === 1 && alone !== undefined && /^[A-Z][A-Z-]{3,}$/.test(alone)
  return isCode && !commandIn(alone) && !smallTalkIn(alone) ? { value: alone, rest: '' } : undefined
}

function withoutEmails(text: string): string {
  const address = visitorEmailIn(text)
  return address === undefined ? text : withoutEmails(text.replaceAll(address, ' '))
}

function digitsOf(word: string): number {
  return word.replace(/\D/g, '').length
}
