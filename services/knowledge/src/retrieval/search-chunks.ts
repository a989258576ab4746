/**
 * Finds the places in chunks that a question asks for, by its words, and by its meaning if there are vectors, each with
 * the probability that it answers.
 */
import {
  confidenceOf,
  type Features,
  featuresOf,
  featuresOfBest,
  featuresOfMeaning,
  featuresOfQuestion,
  probabilityOf,
  rankOf,
} from './confidence.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import type { Meanings, NearPassage } from './nearest.ts'
import {
  isExactlyIn,
  type Match,
  matchesOf,
  type ReadChunk,
  type WeighedWord,
  withoutWords,
} from './score.ts'

export type FoundChunk = {
  id: number
  chunk: IndexedChunk
  match: Match
  features: Features
  rank: number
  score: number
  /** 0 if the chunk is unrelated to the question, about 1 if it answers; undefined without vectors. */
  meaning: number | undefined
}

/** Chunks that are judged. */
export const CANDIDATES = 16
/** Sections of a chunk that are judged for their meaning alone. */
const SECTIONS_BY_MEANING = 2

/** Best first. */
export function searchChunks(
  index: LexicalIndex,
  words: readonly WeighedWord[],
  readOf: (chunk: IndexedChunk) => ReadChunk,
  among?: (chunk: IndexedChunk) => boolean,
  meanings?: Meanings,
): FoundChunk[] {
  const confidence = confidenceOf(meanings === undefined ? 'words' : 'words and meaning')
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return []
  const question = featuresOfQuestion(words, total, index.size())
  const candidates = new Map(index.search(words, CANDIDATES, among))
  const nearest = [...(meanings?.chunks ?? [])].sort(([, one], [, other]) => other - one).slice(0, CANDIDATES)
  for (const [id] of nearest) if (!candidates.has(id)) candidates.set(id, 0)
  const nearestMeaning = nearest[0]?.[1] ?? 0
  const said = new Map([...candidates.keys()].map((id) => [id, mostSaid(meanings?.passages.get(id) ?? [])]))
  const found = [...candidates].flatMap(([id, relevance]) => {
    const chunk = index.chunk(id)
    if (!chunk) return []
    const meaning = meanings?.chunks.get(id)
    const passages = meanings?.passages.get(id) ?? []
    const matches = matchesOf(words, readOf(chunk), nearestSections(passages))
    if (matches.length === 0 && meanings) matches.push(withoutWords)
    const saidElsewhere = Math.max(0, ...[...said].flatMap(([other, value]) => (other === id ? [] : [value])))
    return matches.map((place) => {
      const passage = passages.find(({ section }) => section === place.section)
      // Where no words tell the sentences apart, their meaning does.
      const match =
        place.together === place.named && passage ? { ...place, sentence: passage.sentence } : place
      const features = {
        ...featuresOf(match, question, relevance / total),
        ...(meanings
          ? featuresOfMeaning({ meaning, nearest: nearestMeaning, said: passage?.meaning, saidElsewhere })
          : {}),
      }
      return { id, chunk, match, features, rank: rankOf(features, confidence), score: 0, meaning }
    })
  })
  const ranked = withCodes(words, found, readOf).sort((a, b) => b.rank - a.rank)
  const [best] = ranked
  if (!best) return []
  const probability = probabilityOf(featuresOfBest(best.features, ranksByChunk(ranked)), confidence)
  // The others are as much less probable as their rank is lower.
  return ranked.map((chunk) => ({ ...chunk, score: (probability * odds(chunk.rank)) / odds(best.rank) }))
}

/** Where a question names a code that some places have, such as a part number, the others are about something else. */
function withCodes(
  words: readonly WeighedWord[],
  found: FoundChunk[],
  readOf: (chunk: IndexedChunk) => ReadChunk,
): FoundChunk[] {
  const codes = words.filter(({ code }) => code)
  if (codes.length === 0) return found
  const named = found.filter(({ chunk, match }) => {
    const section = readOf(chunk).sections[match.section]
    return section && codes.some((code) => isExactlyIn(code, section.heading, ...section.sentences))
  })
  return named.length > 0 ? named : found
}

/** The sections of a chunk that are looked at whatever words they have. */
function nearestSections(passages: readonly NearPassage[]): number[] {
  const sorted = passages.toSorted((one, other) => other.meaning - one.meaning)
  return sorted.slice(0, SECTIONS_BY_MEANING).map(({ section }) => section)
}

function mostSaid(passages: readonly NearPassage[]): number {
  return Math.max(0, ...passages.map(({ meaning }) => meaning))
}

/** The best of each chunk, best first. */
export function ranksByChunk(found: readonly { id: number; rank: number }[]): number[] {
  return found
    .filter(({ id }, n) => found.findIndex((other) => other.id === id) === n)
    .map(({ rank }) => rank)
}

function odds(rank: number): number {
  return 1 / (1 + Math.exp(-rank))
}
