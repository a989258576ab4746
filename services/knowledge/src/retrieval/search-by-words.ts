/** Finds the places in chunks that the words of a question ask for, each with the probability that it answers. */
import {
  type Features,
  featuresOf,
  featuresOfBest,
  featuresOfQuestion,
  probabilityOf,
  rankOf,
} from './confidence.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import { type Match, matchesOf, type ReadChunk, type WeighedWord } from './score.ts'

export type FoundChunk = {
  id: number
  chunk: IndexedChunk
  match: Match
  features: Features
  rank: number
  score: number
}

/** Chunks that are judged. */
export const CANDIDATES = 16

/** Best first. */
export function searchByWords(
  index: LexicalIndex,
  words: readonly WeighedWord[],
  readOf: (chunk: IndexedChunk) => ReadChunk,
  among?: (chunk: IndexedChunk) => boolean,
): FoundChunk[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const question = featuresOfQuestion(words, total, index.size())
  const found = index.search(words, CANDIDATES, among).flatMap(([id, relevance]) => {
    const chunk = index.chunk(id)
    if (!chunk) return []
    return matchesOf(words, readOf(chunk)).map((match) => {
      const features = featuresOf(match, question, relevance / total)
      return { id, chunk, match, features, rank: rankOf(features), score: 0 }
    })
  })
  found.sort((a, b) => b.rank - a.rank)
  const [best] = found
  if (!best) return []
  const probability = probabilityOf(featuresOfBest(best.features, ranksByChunk(found)))
  // The others are as much less probable as their rank is lower.
  return found.map((chunk) => ({ ...chunk, score: (probability * odds(chunk.rank)) / odds(best.rank) }))
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
