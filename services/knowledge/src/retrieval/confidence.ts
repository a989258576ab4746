/**
 * The probability that an excerpt answers the question, in two steps that are both fitted over knowledge bases: a
 * logistic regression ranks the chunks that were found for a question, then boosted decision trees judge the first of
 * them. `bench/fit-confidence.ts` fits both on bases that the figures in the README do not come from.
 */
import { readFileSync } from 'node:fs'
import type { Match, WeighedWord } from './score.ts'

/** What a chunk or a question is judged by, by name. */
export type Features = Record<string, number>

/** A leaf is a number; otherwise whether a feature is below a value decides which branch follows. */
export type Tree = number | { feature: string; below: number; yes: Tree; no: Tree }

export type Confidence = {
  rank: Record<string, number>
  /** Their sum is the logarithm of the odds. */
  trees: Tree[]
}

/** Larger bases are no different. */
const MOST_CHUNKS = 3_000
/** A larger lead says no more. */
const MOST_LEAD = 4

/** What is the same for all matches of a question; `chunks` is the base's size. */
export type QuestionFeatures = Features & { size: number }

export function featuresOfQuestion(
  words: readonly WeighedWord[],
  total: number,
  chunks: number,
): QuestionFeatures {
  const unknown = words.reduce((sum, word) => sum + (word.known ? 0 : word.weight), 0) / total
  return {
    size: Math.log(Math.min(chunks, MOST_CHUNKS)) / Math.log(MOST_CHUNKS),
    unknown,
    unknownRarity: Math.max(0, ...words.map(({ known, rarity, base }) => (known ? 0 : rarity * base))),
    words: Math.min(words.length, 8) / 8,
    telling: Math.min(words.filter(({ base }) => base > 0.5).length, 4),
    'asks for a form': words.some(({ variants }) => variants.some(({ term }) => term.startsWith('#')))
      ? 1
      : 0,
  }
}

/** `relevance` is the chunk's BM25, as a share of what the question's words weigh. */
export function featuresOf(match: Match, question: QuestionFeatures, relevance: number): Features {
  const { size } = question
  const { together, alone, named, exact, anywhere, lacking, lackingRarity, form, weight, titled, density } =
    match
  const { headed, adjacent, items, length } = match
  return {
    ...question,
    together,
    'together squared': together ** 2,
    alone,
    named,
    'named and said': named * alone,
    exact,
    titled,
    density,
    'exact, by size': exact * size,
    'named, by size': named * size,
    'together, by size': together * size,
    'titled, by size': titled * size,
    anywhere,
    lacking,
    lackingRarity,
    form,
    weight: Math.log1p(weight),
    relevance,
    headed,
    'headed and named': headed * named,
    adjacent,
    items,
    length: Math.log1p(length),
  }
}

/** The features of a question's best place. `ranks` are those of the best places of all chunks, best first. */
export function featuresOfBest(features: Features, ranks: readonly number[]): Features {
  const lead = (place: number) => Math.min(MOST_LEAD, (ranks[0] ?? 0) - (ranks[place] ?? -Infinity))
  return {
    ...features,
    rank: ranks[0] ?? 0,
    lead: lead(1),
    ahead: lead(4),
  }
}

export type MeaningOfPlace = {
  /** Of the chunk. */
  meaning: number | undefined
  /** Of the chunk that is nearest to the question. */
  nearest: number
  /** Of the place's nearest passage, if its passages were looked at. */
  said: number | undefined
  /** Of the nearest passage of all other chunks. */
  saidElsewhere: number
}

export function featuresOfMeaning({ meaning, nearest, said, saidElsewhere }: MeaningOfPlace): Features {
  return {
    meaning: meaning ?? 0,
    'meaning lead': meaning === undefined ? -1 : meaning - nearest,
    said: said ?? 0,
    'said lead': said === undefined ? -1 : said - saidElsewhere,
  }
}

const files = { words: 'confidence.json', 'words and meaning': 'confidence-with-meaning.json' }
// bounded: by the kinds
const fitted = new Map<keyof typeof files, Confidence>()

export function confidenceOf(kind: keyof typeof files): Confidence {
  const known = fitted.get(kind)
  if (known) return known
  const read = JSON.parse(readFileSync(new URL(files[kind], import.meta.url), 'utf8')) as Confidence
  fitted.set(kind, read)
  return read
}

/** By which chunks are compared with each other. */
export function rankOf(features: Features, { rank }: Confidence): number {
  return Object.entries(rank).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0)
}

/** From 0 to 1. */
export function probabilityOf(best: Features, { trees }: Confidence): number {
  return 1 / (1 + Math.exp(-trees.reduce<number>((sum, tree) => sum + leafOf(tree, best), 0)))
}

function leafOf(tree: Tree, features: Features): number {
  let node = tree
  while (typeof node !== 'number') node = (features[node.feature] ?? 0) < node.below ? node.yes : node.no
  return node
}
