/**
 * The words of a text as an index counts them. Scripts without spaces give pairs of neighbouring characters; sums
 * of money, times, durations and ways to reach somebody give a mark each, since questions ask for them.
 */

export type Word = {
  /** Lower-case. */
  text: string
  /** The parts of a word with hyphens, of which `text` is the whole without them. */
  parts?: string[]
  /** A pair of characters, which has no stem. */
  pair?: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*(?:-[\p{L}\p{M}\p{N}]+)*/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const LETTERS_ONLY = /^[a-z]+$/
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
      addPairs(run, words)
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

/** Pairs that begin or end in Hiragana are mostly grammar, so they count only where there is nothing else. */
function addPairs(run: string, words: Word[]): void {
  const characters = [...run]
  if (characters.length === 1) words.push({ text: run, pair: true })
  const pairs = characters.slice(1).map((character, index) => characters[index]! + character)
  const telling = pairs.filter((pair) => !GRAMMAR_PAIR.test(pair))
  for (const text of telling.length > 0 ? telling : pairs) words.push({ text, pair: true })
}

export const marks = ['#money', '#time', '#day', '#duration', '#phone', '#email', '#url', '#address'] as const
export type Mark = (typeof marks)[number]

const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|ein|eine|einen|einem|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|un|una|uno|une|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|due|tre|quattro|cinque|dois|duas|três|een|twee|drie|vijf'
const DURATION_UNIT =
  'seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|segundos?|minutos?|horas?|días?|semanas?|meses|años?|secondes?|heures?|jours?|semaines?|mois|ans?|minuti|ore|ora|giorni|giorno|settimane?|mesi|anni|dias?|mês|anos?|minuut|uur|uren|dagen|weken|maanden|jaren'

const PATTERNS: [Mark, RegExp][] = [
  [
    '#money',
    /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|euros?\b|eur\b|usd\b|gbp\b|chf\b|dollars?\b|pounds?\b|cents?\b|franken\b|kr\b|zł|percent\b|prozent\b|%)|\bfree of charge\b|\bkostenlos|\bgratis\b|\bwithout (?:extra )?(?:charge|cost)/iu,
  ],
  [
    '#time',
    /\b\d{1,2}[:.]\d{2}\b(?!\s?(?:[$€£]|euro))|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h|heures|horas)\b/iu,
  ],
  [
    '#day',
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|werktag|wochenende)s?\b|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|giovedì|venerdì|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|weekends?|weekdays?)\b/iu,
  ],
  [
    '#duration',
    new RegExp(`\\b(?:\\d+|${NUMBER_WORD})\\s(?:\\p{L}+\\s){0,2}?(?:${DURATION_UNIT})(?!\\p{L})`, 'iu'),
  ],
  ['#phone', /(?:\+|\b0)\d[\d\s()/.-]{5,}\d|\b\d{3}[\s.-]\d{3,4}[\s.-]\d{2,4}\b/u],
  [
    '#address',
    /\b\d{1,4}[a-z]?,? (?:\p{Lu}\p{L}+ ){1,3}?(?:Street|St|Road|Rd|Row|Lane|Avenue|Ave|Square|Drive|Way|Place|Boulevard|Court)\b|(?<!\p{L})\p{L}{0,40}(?:stra(?:ß|ss)e|gasse|platz|allee|weg|straat|laan|plein) \d{1,4}\b|\b(?:calle|rue|via|rua|avenida|avenue|plaza|piazza|place) [\p{L} .']{2,40},? \d{1,4}\b|\b\d{1,4},? (?:rue|avenue|boulevard|place) /iu,
  ],
  ['#email', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w/u],
  ['#url', /https?:\/\/|\bwww\.|(?<![\w-])[\w-]{1,63}\.(?:com|org|net|example|de|io|eu)\/\w/iu],
]

/** What kinds of answers a text holds. */
export function marksIn(text: string): Mark[] {
  return PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([mark]) => mark)
}
