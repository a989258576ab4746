/**
 * Scores from 0 to 1 how well a chunk answers a question: how much of the question it covers, above all within two
 * neighbouring sentences and their headings. Rare words weigh more than frequent ones, and a word that no chunk
 * contains weighs most, so that a question about something else has a low score.
 */
import { splitSentences } from '../sentences.ts'
import { type IndexedChunk, partsOf, termsOf } from './lexical-index.ts'
import type { QuestionWord } from './question.ts'

export type WeighedWord = QuestionWord & { weight: number }

/** A chunk prepared for scoring. */
export type ReadChunk = {
  /** The terms above the whole chunk. */
  outer: Set<string>
  sections: { heading: Set<string>; sentences: Set<string>[] }[]
}

/** A word that no chunk contains weighs less than its rarity suggests: the chunks may use another word for it. */
const UNKNOWN = 0.8
/** Shares of the score: words anywhere in the chunk, words close together. */
const ANYWHERE = 0.3
const TOGETHER = 0.7
/** Maps the score that best separated answerable from unanswerable questions (0.345) to one half. */
const CALIBRATION = 0.65
/**
 * The smallest knowledge that the scores were calibrated on, in chunks. With fewer, the rarity of a word says little:
 * in a single text every word would be common, and a missing one would outweigh all others.
 */
const LEAST_CHUNKS = 15
/** The value of a word by its place; 1 in the heading or question directly above. */
const IN_TEXT = 0.95
const ABOVE_ALL = 0.8

/** `chunks`: their number. */
export function weigh(
  words: readonly QuestionWord[],
  chunks: number,
  frequency: (term: string) => number,
): WeighedWord[] {
  const size = Math.max(chunks, LEAST_CHUNKS)
  return words.map((word) => {
    const most = word.variants.reduce((found, { term }) => Math.max(found, frequency(term)), 0)
    const unknown = most === 0 ? UNKNOWN : 1
    return { ...word, weight: word.base * unknown * Math.log(1 + (size - most + 0.5) / (most + 0.5)) }
  })
}

export function readChunk(chunk: IndexedChunk): ReadChunk {
  const { outer, parts } = partsOf(chunk)
  return {
    outer: termsOf(outer, chunk.language),
    sections: parts.map(({ heading, body }) => ({
      heading: termsOf(heading, chunk.language),
      sentences: splitSentences(body).map((sentence) => termsOf(sentence, chunk.language)),
    })),
  }
}

export function scoreOf(
  words: readonly WeighedWord[],
  chunk: ReadChunk,
): { score: number; matched: string[] } {
  const total = words.reduce((sum, word) => sum + word.weight, 0)
  if (total <= 0) return { score: 0, matched: [] }
  const above = words.map((word) => ABOVE_ALL * strengthIn(word, chunk.outer))
  const anywhere = [...above]
  let together = share(above)
  for (const { heading, sentences } of chunk.sections) {
    const named = words.map((word, n) => Math.max(above[n]!, strengthIn(word, heading)))
    const said = sentences.map((sentence) => words.map((word) => IN_TEXT * strengthIn(word, sentence)))
    const windows =
      said.length === 0 ? [named] : said.map((own, at) => better(named, better(own, said[at + 1] ?? own)))
    for (const window of windows) {
      together = Math.max(together, share(window))
      window.forEach((strength, n) => {
        if (strength > anywhere[n]!) anywhere[n] = strength
      })
    }
  }
  return {
    score: (ANYWHERE * share(anywhere) + TOGETHER * together) ** CALIBRATION,
    matched: words.filter((_, n) => anywhere[n]! > 0).map((word) => word.text),
  }

  function share(strengths: number[]): number {
    return words.reduce((sum, word, n) => sum + word.weight * strengths[n]!, 0) / total
  }
}

function better(a: number[], b: number[]): number[] {
  return a.map((value, n) => Math.max(value, b[n]!))
}

export function strengthIn(word: QuestionWord, terms: ReadonlySet<string>): number {
  let strength = 0
  for (const variant of word.variants)
    if (variant.strength > strength && terms.has(variant.term)) strength = variant.strength
  return strength
}
