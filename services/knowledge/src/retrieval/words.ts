/**
 * The words of a text as they are indexed. Scripts without spaces give pairs of neighbouring characters; sums of money,
 * times, durations and contact details give a mark each, since questions ask for them.
 */

export type Word = {
  /** Lower-case. */
  text: string
  /** The parts of a word with hyphens; `text` is the whole without them. */
  parts?: string[]
  /** A pair of characters, or a word in Katakana, which has no stem. */
  pair?: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*(?:-[\p{L}\p{M}\p{N}]+)*/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const LETTERS_ONLY = /^[a-z]+$/
/** Words from other languages, which Japanese writes in a script of their own. */
const KATAKANA = /[\p{Script=Katakana}ー]{3,}/gu
const GRAMMAR_PAIR = /^\p{Script=Hiragana}|\p{Script=Hiragana}$/u

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const [match] of text.matchAll(WORD)) {
    const lower = match.toLowerCase()
    if (LETTERS_ONLY.test(lower)) {
      if (lower.length > 1) words.push({ text: lower })
    } else addUnusual(lower, words)
  }
  return words
}

function addUnusual(word: string, words: Word[]): void {
  if (word.search(UNSPACED) >= 0) {
    const rest = word.replace(UNSPACED, (run) => {
      const borrowed = run.match(KATAKANA) ?? []
      for (const part of run.split(KATAKANA)) if (part !== '') addPairs(part, words, borrowed.length > 0)
      for (const text of borrowed) words.push({ text, pair: true })
      return ' '
    })
    for (const part of rest.split(' ')) if (part.length > 1) words.push({ text: part })
    return
  }
  const bare = word.replace(/['’]s$/u, '').replaceAll('’', "'")
  if (bare.includes('-')) {
    const parts = bare.split('-')
    words.push({
      text: parts.join(''),
      parts: parts.filter((part) => part.length >= 4 || /^\d+$/.test(part)),
    })
  } else if (bare.length > 1 || /\d/.test(bare)) words.push({ text: bare })
}

/** Pairs that begin or end in Hiragana are mostly grammar, so they only count if there is nothing else. */
function addPairs(run: string, words: Word[], besideOthers: boolean): void {
  const characters = [...run]
  if (characters.length === 1 && !(besideOthers && GRAMMAR_PAIR.test(run)))
    words.push({ text: run, pair: true })
  const pairs = characters.slice(1).map((character, index) => characters[index]! + character)
  const telling = pairs.filter((pair) => !GRAMMAR_PAIR.test(pair))
  for (const text of telling.length > 0 || besideOthers ? telling : pairs) words.push({ text, pair: true })
}

export const marks = ['#money', '#time', '#day', '#duration', '#phone', '#email', '#url', '#address'] as const
export type Mark = (typeof marks)[number]

const CURRENCY_BEFORE = /[$€£¥₹]\s?$/u
const CURRENCY_AFTER =
  /^[.,]?\d*\s?(?:[$€£¥₹%円元]|(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|cents?|franken|kr|zł|percent|prozent)(?!\p{L}))/iu
const CLOCK_AFTER =
  /^(?:[:.]\d{2}(?!\d)(?!\s?(?:[$€£%]|euro))|\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h|heures|horas|o'clock|in the (?:morning|afternoon|evening)|at night)(?!\p{L})|\s?時(?!間))/iu
const DURATION_AFTER = /^\s?(?:時間|分|日間|週間|か月|ヶ月|年間)/u
const PHONE = /^[\s()/.-]{0,2}(?:\d[\s()/.-]{0,2}){6,14}/u
const STREET_BEFORE =
  /(?:stra(?:ß|ss)e|gasse|platz|allee|weg|straat|laan|plein) $|(?:^|\s)(?:calle|rue|via|rua|avenida|avenue|plaza|piazza|place) [\p{L} .']{2,30},? $/iu
const STREET_AFTER =
  /^[a-z]?,? (?:(?:\p{Lu}\p{L}+ ){1,3}?(?:Street|St|Road|Rd|Row|Lane|Avenue|Ave|Square|Drive|Way|Place|Boulevard|Court)(?!\p{L})|(?:rue|avenue|boulevard|place) )/u
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w/u
const URL_LIKE = /https?:\/\/|(?<!\w)www\.|(?<![\w-])[\w-]{1,63}\.(?:com|org|net|example|de|io|eu)\/\w/iu
const FREE_OF_CHARGE = /free of charge|without (?:extra )?(?:charge|cost)/iu

const freeWords = new Set(
  'kostenlos kostenlose kostenloser kostenlosen kostenloses gratis gratuit gratuito'.split(' '),
)
const days = new Set(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  weekday weekdays weekend weekends montag dienstag mittwoch donnerstag freitag samstag sonntag werktag werktags wochenende
  montags dienstags mittwochs donnerstags freitags samstags sonntags lunes martes miércoles jueves viernes sábado domingo
  lundi mardi mercredi jeudi vendredi samedi dimanche lunedì martedì mercoledì giovedì venerdì sabato domenica
  segunda terça quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`.split(/\s+/),
)
const numbers = new Set(
  `one two three four five six seven eight nine ten eleven twelve noon midnight ein eine einen einem einer zwei drei vier fünf sechs sieben acht
  neun zehn elf zwölf un una uno une dos tres cuatro cinco deux trois quatre cinq due tre quattro cinque dois duas três een
  twee drie vijf`.split(/\s+/),
)
const durations = new Set(
  `second seconds minute minutes mins hour hours day days week weeks month months year years sekunde sekunden minuten
  stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren segundos minutos horas día días semana
  semanas meses año años secondes heure heures jour jours semaine semaines mois an ans minuti ora ore giorno giorni
  settimana settimane mesi anni dias mês anos minuut uur uren dagen weken maanden jaren`.split(/\s+/),
)
const rangeStarts = new Set('from between von zwischen de das da dalle van tussen od'.split(' '))
const rangeMiddles = new Set('to until till and bis und a hasta à alle às tot en do'.split(' '))
const MOST_NUMBERS = 200

/** The kinds of answers in a text; `words` are its words. */
export function marksIn(text: string, words: readonly Word[] = wordsOf(text)): Mark[] {
  const found = new Set<Mark>()
  words.forEach(({ text: word }, at) => {
    if (days.has(word)) found.add('#day')
    else if (freeWords.has(word)) found.add('#money')
    else if (durations.has(word) && hasNumberBefore(words, at)) found.add('#duration')
    else if (rangeMiddles.has(word) && isBetweenHours(words, at)) found.add('#time')
  })
  let read = 0
  for (const match of text.matchAll(/\d+/g)) {
    if (++read > MOST_NUMBERS) break
    markNumber(text, match[0], match.index, found)
  }
  if (FREE_OF_CHARGE.test(text)) found.add('#money')
  if (text.includes('@') && EMAIL.test(text)) found.add('#email')
  if ((text.includes('/') || text.includes('www.')) && URL_LIKE.test(text)) found.add('#url')
  return marks.filter((mark) => found.has(mark))
}

function markNumber(text: string, number: string, start: number, found: Set<Mark>): void {
  const end = start + number.length
  const before = text.slice(Math.max(0, start - 48), start)
  const after = text.slice(end, end + 48)
  if (CURRENCY_BEFORE.test(before) || CURRENCY_AFTER.test(after)) found.add('#money')
  if (number.length <= 2 && CLOCK_AFTER.test(after)) found.add('#time')
  if (DURATION_AFTER.test(after)) found.add('#duration')
  if ((number[0] === '0' || before.endsWith('+')) && PHONE.test(text.slice(start, end + 24)))
    found.add('#phone')
  if (number.length <= 4 && (STREET_BEFORE.test(before) || STREET_AFTER.test(after))) found.add('#address')
}

/** Whether one of the three words before is a number, as in "two to three working days". */
function hasNumberBefore(words: readonly Word[], at: number): boolean {
  for (let n = Math.max(0, at - 3); n < at; n++) {
    const word = words[n]!.text
    if (numbers.has(word) || /^\d/.test(word)) return true
  }
  return false
}

/** Whether the words around this one are a range of hours, as in "from nine to five"; not one of days or people. */
function isBetweenHours(words: readonly Word[], at: number): boolean {
  const [before, first, second, after, later] = [at - 2, at - 1, at + 1, at + 2, at + 3].map(
    (n) => words[n]?.text,
  )
  if (before === undefined || !rangeStarts.has(before) || !isHour(first) || !isHour(second)) return false
  return ![after, later].some((word) => word !== undefined && durations.has(word))
}

const isHour = (word: string | undefined) =>
  word !== undefined && (numbers.has(word) || /^(?:1?\d|2[0-4])$/.test(word))

const TOKEN = /[\p{L}\p{N}]+(?:[-_/.][\p{L}\p{N}]+)*/gu
const LEAST_OF_A_CODE = 4

/** Replaces what stands between spaces and punctuation, told whether it is a code. */
export function replaceTokens(text: string, by: (token: string, code: boolean) => string): string {
  return text.replace(TOKEN, (token) => by(token, isCode(token)))
}

/** The codes of a text, such as part numbers (`CC-GSK-58`, `WT200`), as `wordsOf` writes them. */
export function codesIn(text: string): Set<string> {
  const codes = (text.match(TOKEN) ?? []).filter(isCode).map(wordsOf)
  return new Set(codes.flatMap(([word, ...others]) => (word && others.length === 0 ? [word.text] : [])))
}

/** Letters in capitals with a digit or a hyphen, or letters and digits with a hyphen; neither `24/7` nor `check-in`. */
function isCode(token: string): boolean {
  if (token.length < LEAST_OF_A_CODE || !/\p{L}/u.test(token)) return false
  const joined = /[-_]/.test(token)
  return (
    (token === token.toUpperCase() && /\p{Lu}/u.test(token) && (joined || /\d/.test(token))) ||
    (joined && /\d/.test(token))
  )
}
