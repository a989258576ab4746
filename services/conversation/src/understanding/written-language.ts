/**
 * The language that a visitor writes in, told by common words: a rule, no model, since it is asked in every turn. Where it
 * isn't certain there is none: of a word or two, a name, an address, or words that several languages have.
 */
import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as danish } from '@orama/stopwords/danish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as finnish } from '@orama/stopwords/finnish'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as hungarian } from '@orama/stopwords/hungarian'
import { stopwords as indonesian } from '@orama/stopwords/indonesian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as lithuanian } from '@orama/stopwords/lithuanian'
import { stopwords as nepali } from '@orama/stopwords/nepali'
import { stopwords as norwegian } from '@orama/stopwords/norwegian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as slovenian } from '@orama/stopwords/slovenian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as turkish } from '@orama/stopwords/turkish'
import { type Language, languages, plain } from '../phrases.ts'
import { otherWords, requestWords } from './written-language-words.ts'

/** Characters read of a message. */
const MOST_READ = 600
/** Words of one language without which nothing is certain. */
const LEAST_WORDS = 2
/** What a language must be ahead of any other. */
const LEAD = 1
/** The part of a message's words that must be of the language. */
const LEAST_SHARE = 0.3
/** Of a name or an address, which is written in any language, such a word tells little. */
const IN_NAMES = new Set(
  'de da do das dos di del della dei delle du des la le les los las el al il lo van von der den die zu zum zur am im an auf y e et i u und and the of st san santa bei a o as os em na no in on via rua calle'.split(
    ' ',
  ),
)
/** Letters that only one of the languages has. */
const OWN_LETTERS: readonly (readonly [Language, RegExp])[] = [
  ['pt', /[ãõ]/],
  ['es', /[ñ¿¡]/],
  ['de', /ß/],
  ['pl', /[ąęłśźż]/],
  ['tr', /[ğı]/],
]
/** What somebody else wrote, and what is written the same in every language. */
const NOT_OWN_WORDS =
  /https?:\S{1,300}|\S{1,100}@\S{1,100}|"[^"]{1,200}"|“[^”“]{1,200}[”“]|„[^“”]{1,200}[“”]|«[^»]{1,200}»|‘[^’]{1,200}’/gu
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu

const stopWords: Partial<Record<Language, readonly string[]>> = {
  ...{ en: english, de: german, es: spanish, fr: french, pt: portuguese, it: italian, nl: dutch },
  ...{ tr: turkish, ar: arabic },
}
const otherLanguages: readonly (readonly string[])[] = [
  ...[danish, finnish, hungarian, indonesian, lithuanian, nepali, norwegian, romanian, slovenian, swedish],
  ...Object.values(otherWords).map((list) => list.split(' ')),
]
const POLISH_STOP_WORDS =
  'a aby ale albo ani bardzo bez bo być był była było były będzie będę bym chce ci ciebie co czy czyli dla dlaczego do gdy gdzie go i ich ile im inne ja jak jaka jaki jakie jako je jego jej jest jestem jeszcze jeśli już każdy kiedy kto która które który którym mam mamy masz mi mnie moja moje może można mój my na nad nam nas nasz nie nic niż no o od on ona one oni oraz po pod ponieważ przed przez przy są się ta tak także tam te tego tej ten też to tu tutaj twój tych tylko tym u w wam was we wiele więc wszystko z za ze że żeby'

/** Whether the script alone is of these languages, and not of a name. */
const HAN = /\p{Script=Han}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HIRAGANA = /\p{Script=Hiragana}/gu
const JAPANESE =
  /です|ます|ません|ました|でしょう|ください|下さい|たいの?|ありがとう|こんにち[はわ]|[\p{Script=Han}\p{Script=Katakana}ー][はがをにでへも]/u
const CHINESE = /[吗嗎呢吧我你您们們么麼怎请請这這哪没沒]|多少|几点|可以|不是|想要|谢谢/u
/** Letters of Persian, Urdu, Kurdish and Pashto. */
const NOT_ARABIC = /[پچژگکیەڕۆێٹڈڑےھ]/

/** The language of a text, if it is certain and one that the server speaks. */
export function writtenLanguage(text: string): Language | undefined {
  const said = text.slice(0, MOST_READ).replace(NOT_OWN_WORDS, ' ')
  const script = languageByScript(said)
  if (script) return script === 'none' ? undefined : script
  const words = new Set((said.toLowerCase().match(WORD) ?? []).flatMap(partsOf))
  const { points, telling } = countOf(words)
  for (const [language, letters] of OWN_LETTERS)
    if (letters.test(said.toLowerCase())) points.set(language, (points.get(language) ?? 0) + 1)
  const [best, next] = [...points].sort((one, other) => other[1] - one[1])
  if (!best || typeof best[0] === 'number') return undefined
  if ((telling.get(best[0]) ?? 0) < LEAST_WORDS || best[1] < words.size * LEAST_SHARE) return undefined
  // Two words alone are certain only if no other language has one of them.
  const lead = words.size <= LEAST_WORDS ? LEAST_WORDS : LEAD
  return best[1] - (next?.[1] ?? 0) >= lead ? best[0] : undefined
}

/** Of a language that the server doesn't speak, its number. */
type Counted = Language | number

function countOf(words: ReadonlySet<string>) {
  const points = new Map<Counted, number>()
  const telling = new Map<Counted, number>()
  for (const word of words) {
    const isWeak = word.length === 1 || IN_NAMES.has(word)
    for (const language of index().get(word) ?? []) {
      points.set(language, (points.get(language) ?? 0) + (isWeak ? 0.5 : 1))
      if (!isWeak) telling.set(language, (telling.get(language) ?? 0) + 1)
    }
  }
  return { points, telling }
}

/** "I'm" is a word of its own, "l'hôtel" two. */
function partsOf(word: string): string[] {
  const whole = written(word)
  return index().has(whole) || !/['’]/.test(word) ? [whole] : word.split(/['’]/).map(written)
}

/** As it is compared: Hindi with its vowels, which `plain` leaves out. */
function written(word: string): string {
  return /\p{Script=Devanagari}/u.test(word) ? word.normalize('NFC') : plain(word)
}

/** `none`: Japanese or Chinese signs that could be a name, or another language in Arabic script. */
function languageByScript(said: string): Language | 'none' | undefined {
  if (KANA.test(said)) return (said.match(HIRAGANA)?.length ?? 0) >= 3 && JAPANESE.test(said) ? 'ja' : 'none'
  const han = said.match(HAN)?.length ?? 0
  if (han > 0) return han >= 4 && CHINESE.test(said) ? 'zh' : 'none'
  return NOT_ARABIC.test(said) ? 'none' : undefined
}

// bounded: the words of the lists
let indexed: Map<string, Counted[]> | undefined

/** Which languages have a word, plain. */
function index(): Map<string, Counted[]> {
  if (indexed) return indexed
  const found = new Map<string, Set<Counted>>()
  const add = (words: readonly string[], language: Counted) => {
    for (const word of words.map(written)) {
      if (word === '' || word.includes(' ')) continue
      found.set(word, (found.get(word) ?? new Set()).add(language))
    }
  }
  for (const language of languages) {
    add(requestWords[language].split(' '), language)
    add(stopWords[language] ?? [], language)
  }
  add(POLISH_STOP_WORDS.split(' '), 'pl')
  for (const [nth, words] of otherLanguages.entries()) add(words, nth)
  indexed = new Map([...found].map(([word, all]) => [word, [...all]]))
  return indexed
}
