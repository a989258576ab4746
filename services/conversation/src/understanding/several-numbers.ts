/**
 * Which number an answer with several means: "we are four, two adults and two children" states the total, "one or two" and
 * "two adults and 2 kids" leave open which is meant.
 */
import { type Language, plain } from '../phrases.ts'
import { isWithoutSpaces } from './matching.ts'
import { type Found, numberIn, numbersIn } from './numbers.ts'

export type CountFound = ({ either?: undefined } & Found) | { either: readonly string[] }

/** More numbers are a list of something, of which nobody is asked to choose one. */
const MOST_NUMBERS = 5

/** Alternatives are separated by `|`. `person`: of whom a number is a part of all; the beginning of the word. */
const words: Record<Language, { or: string; and: string; total: string; minus: string; person: string }> = {
  en: {
    or: 'or|to|up to',
    and: 'and|plus',
    total: 'in total|total|altogether|in all|all together|of us|people in all',
    minus: 'minus|negative',
    person: 'adult|child|kid|bab|infant|toddler|teen|boy|girl|son|daughter|senior|grown',
  },
  de: {
    or: 'oder|bis|bis zu',
    and: 'und|plus|sowie',
    total: 'insgesamt|zusammen|gesamt',
    minus: 'minus',
    person: 'erwachsen|kind|baby|sohn|tochter|kleinkind|jugendlich|saugling',
  },
  es: {
    or: 'o|u|a|hasta',
    and: 'y|e|más',
    total: 'en total|total',
    minus: 'menos',
    person: 'adult|nin|bebe|hij|menor|mayores|adolesc',
  },
  fr: {
    or: 'ou|à',
    and: 'et|plus',
    total: 'en tout|au total|total',
    minus: 'moins',
    person: 'adult|enfant|bebe|fils|fille|ado|bambin',
  },
  pt: {
    or: 'ou|a|até',
    and: 'e|mais',
    total: 'no total|ao todo|total',
    minus: 'menos',
    person: 'adult|crianc|bebe|filh|menor|adolesc',
  },
  it: {
    or: 'o|oppure|a',
    and: 'e|ed|più',
    total: 'in totale|in tutto|totale',
    minus: 'meno',
    person: 'adult|bambin|bimb|neonat|figli|ragazz',
  },
  nl: {
    or: 'of|tot',
    and: 'en|plus',
    total: 'in totaal|totaal|samen',
    minus: 'min',
    person: 'volwassen|kind|baby|zoon|dochter|peuter|kleuter',
  },
  pl: {
    or: 'lub|albo|czy|do',
    and: 'i|oraz|plus',
    total: 'razem|łącznie|w sumie',
    minus: 'minus',
    person: 'dorosl|dziec|dziec|niemowl|syn|cork|nastolat',
  },
  tr: {
    or: 'veya|ya da|yahut',
    and: 've|artı',
    total: 'toplam|toplamda',
    minus: 'eksi',
    person: 'yetiskin|cocuk|bebek|ogl|kiz',
  },
  ar: {
    or: 'أو|او|إلى',
    and: 'و|زائد',
    total: 'المجموع|إجمالا|في المجموع|مجموعنا',
    minus: 'ناقص|سالب',
    person: 'بالغ|طفل|أطفال|رضيع|كبار',
  },
  hi: {
    or: 'या|से',
    and: 'और|तथा|एवं',
    total: 'कुल|कुल मिलाकर',
    minus: 'माइनस|ऋण',
    person: 'वयस्क|बच्च|शिशु',
  },
  ja: {
    or: 'か|または|から',
    and: 'と|、|プラス',
    total: '合計|全部で|合わせて',
    minus: 'マイナス',
    person: '大人|子|赤',
  },
  zh: {
    or: '或|或者|还是|到|至',
    and: '和|与|跟|加|、',
    total: '一共|总共|共|總共',
    minus: '负|負|减',
    person: '大人|成人|孩|儿童|婴',
  },
}

const RANGE = /^\s*[-–—~～]\s*$/u
const BETWEEN = /(?:between|zwischen|entre|tra|fra|tussen|między|بين|之间|之間)\s*$/iu
const ARTICLES = new Set(
  'a an my our one ein eine einen unser un una une um uma mi mio il een jeden bir'.split(' '),
)

/** The number that answers a question for one; `either`: those that can be meant. Undefined if there is none. */
export function countOfThings(text: string, language: Language): CountFound | undefined {
  const first = numberIn(text, language)
  if (!first) return undefined
  const spoken = language === 'en' ? (['en'] as const) : ([language, 'en'] as const)
  const read = spoken.map((one) => ({ one, ...numbersIn(text, one) }))
  const { values, gaps } = read.reduce((best, other) =>
    other.values.length > best.values.length ? other : best,
  )
  const has = (kind: keyof (typeof words)['en'], test: (word: string) => boolean) =>
    spoken.some((one) => words[one][kind].split('|').some((word) => test(plain(word) || word)))
  const place = { values, gaps, has }
  // "एक टेबल, 4 या 5 लोग": a one that is an article.
  const isArticle = values.length > 2 && values[0] === 1 && first.value === values[1] && !linkOf(place, 1)
  if (isArticle) Object.assign(place, { values: values.slice(1), gaps: gaps.slice(1) })
  return countAmong(first, place)
}

function countAmong(first: Found, place: Place): CountFound {
  const { values, gaps } = place
  if (values.length > MOST_NUMBERS) return first
  if (values.length < 2) return withOneMore(first, place) ?? signed(first, place)
  const links = values.slice(1).map((_, nth) => linkOf(place, nth + 1))
  const total = links.includes('or') ? undefined : totalOf(place)
  if (total !== undefined) return { value: total, rest: gaps.join(' ').trim() }
  if (links.every((link) => link === undefined)) return signed(first, place)
  // "Four people from the 3rd to the 5th": what hangs together after the first number is about something else.
  const run = [...links, undefined].indexOf(undefined)
  if (run === 0) return first.value === values[0] ? first : { value: values[0]!, rest: '' }
  const meant = values.slice(0, run + 1)
  const different = new Set(meant.filter((value) => value >= 0))
  const isSum = links
    .slice(0, run)
    .every((link) => link === 'persons' || (link === 'and' && different.size === 1))
  const either = [...new Set([...different, ...(isSum ? [sumOf(meant)] : [])])].map(String)
  return either.length > 1 ? { either } : signed(first, place)
}

type Place = {
  values: readonly number[]
  gaps: readonly string[]
  has: (kind: keyof (typeof words)['en'], test: (word: string) => boolean) => boolean
}

/** How a number hangs together with the one before: "2 or 3", "2-3", "2 adults and 3", "2 adults, 1 child". */
function linkOf({ values, gaps, has }: Place, nth: number): 'or' | 'and' | 'persons' | undefined {
  const gap = gaps[nth]!
  const [before, value] = [values[nth - 1]!, values[nth]!]
  if (RANGE.test(gap) && values.length === 2 && before < value && value < 1_000) return 'or'
  const endsIn = (word: string) => endsWith(gap, word)
  // "From 2 to 4": only where nothing else stands between, as "to" has other meanings.
  if (has('or', (word) => (word.length > 2 || isOr(word) ? endsIn(word) : plain(gap) === word))) return 'or'
  if (arePersons(gaps, nth, has)) return 'persons'
  if (/[+&]\s*$/.test(gap) || has('and', endsIn)) return BETWEEN.test(gaps[nth - 1]!) ? 'or' : 'and'
  // "We are four and need 2 rooms."
  return has('and', (word) => startsShortly(gap, word)) ? 'or' : undefined
}

const isOr = (word: string) => ['or', 'o', 'of', 'ou', 'या', 'او', 'أو', '或', 'か'].includes(word)

function endsWith(gap: string, word: string): boolean {
  if (isWithoutSpaces(word)) return gap.trim().endsWith(word) || (word === '、' && gap.includes(word))
  const said = plain(gap)
  return said === word || said.endsWith(` ${word}`)
}

function startsShortly(gap: string, word: string): boolean {
  const said = plain(gap)
  return !isWithoutSpaces(word) && said.startsWith(`${word} `) && said.split(' ').length <= 2
}

/** Whether two numbers are each of a part of the persons. Japanese and Chinese name it before the number or after. */
function arePersons(gaps: readonly string[], nth: number, has: Place['has']): boolean {
  if (isPerson(gaps[nth]!, has) && isPerson(gaps[nth + 1]!, has)) return true
  const around = gaps.slice(nth - 1, nth + 2)
  return has('person', isWithoutSpaces)
    ? around.filter((gap) => has('person', (word) => isWithoutSpaces(word) && gap.includes(word))).length > 1
    : false
}

/** Whether a number is followed by the word for a part of the persons: "2 small children". */
function isPerson(after: string, has: Place['has']): boolean {
  const next = plain(after).split(' ').slice(0, 2)
  return has('person', (word) => next.some((one) => one.startsWith(word)))
}

/** A number that is the sum of all others, or is said to be that of all: "4 in total, 2 of them children". */
function totalOf({ values, gaps, has }: Place): number | undefined {
  const whole = sumOf(values)
  const isSaid = /\p{L}/u.test(gaps.join(''))
  const sum = values.find((value) => value > 0 && value === whole - value)
  if (sum !== undefined && values.length > 2 && isSaid) return sum
  const stated = values.filter((_, nth) => {
    const [before, after] = [plain(gaps[nth]!), plain(gaps[nth + 1]!)]
    return has(
      'total',
      (word) => before.endsWith(word) || after.startsWith(word) || startsAfterWord(after, word),
    )
  })
  return stated.length === 1 ? stated[0] : undefined
}

/** "4 people in total". */
function startsAfterWord(after: string, word: string): boolean {
  return after.split(' ').slice(1).join(' ').startsWith(word)
}

/** "Two adults and a baby" are two or three. */
function withOneMore(first: Found, { gaps, has }: Place): CountFound | undefined {
  const [, after = ''] = gaps
  const said = plain(after).split(' ')
  const joint = said.findIndex((word, nth) => nth > 0 && has('and', (one) => one === word))
  if (joint < 0 || joint > 2 || !ARTICLES.has(said[joint + 1] ?? '')) return undefined
  if (!isPerson(said.slice(joint + 2).join(' '), has) || !Number.isInteger(first.value)) return undefined
  return { either: [String(first.value), String(first.value + 1)] }
}

/** "Minus 5" is below zero. */
function signed(first: Found, { gaps, has }: Place): Found {
  const isMinus = first.value > 0 && has('minus', (word) => endsWith(gaps[0] ?? '', word))
  return isMinus ? { ...first, value: -first.value } : first
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
