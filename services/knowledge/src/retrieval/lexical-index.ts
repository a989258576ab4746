/**
 * An inverted index of one agent's chunks, in memory (BM25; Robertson and Zaragoza, 2009). Our own, because a general
 * search library neither weighs how much of a question a text covers nor can index a large agent in slices between
 * which the server handles other requests.
 */
import type { Language } from './languages.ts'
import { partsOf } from './sections.ts'
import { marksIn, type Word, wordsOf } from './words.ts'

export type IndexedChunk = {
  /** For a page of a website, the ids of source and page. */
  sourceId: string
  sourceName: string
  /** The chunk's place in its source, from 0. */
  chunk: number
  text: string
  language: Language
  vector?: { model: string; values: Float32Array }
}

/** A term that may stand for a word of the question, with its strength. */
export type Variant = { term: string; strength: number }

export type LexicalIndex = {
  add(chunk: IndexedChunk): void
  /** Removes all chunks of a source. */
  remove(sourceId: string): void
  chunk(id: number): IndexedChunk | undefined
  ids(): Iterable<number>
  /** How many chunks there are. */
  size(): number
  /** The number of chunks that contain a term. */
  frequency(term: string): number
  /** Words of the chunks by first letter and length, for recognising typing errors. */
  wordsLike(first: string, length: number): readonly string[]
  /** Longer words with this ending, at most 20. */
  wordsEndingIn(ending: string): readonly string[]
  /** Chunk id → BM25 score, best first. Only the best variant of a word counts. */
  search(
    words: readonly { variants: readonly Variant[]; weight: number }[],
    limit: number,
    among?: (chunk: IndexedChunk) => boolean,
  ): [number, number][]
  /** Whether removed chunks take so much memory that the index should be rebuilt. */
  worn(): boolean
  /** Estimated memory. */
  bytes(): number
}

const K1 = 1.2
const B = 0.6
/** A word in a heading or a question counts this many times. */
const HEADING_WEIGHT = 3
const TF_BITS = 6
const MOST_TF = 2 ** TF_BITS - 1

type Postings = { entries: Uint32Array; length: number; alive: number }

export function createLexicalIndex(): LexicalIndex {
  const chunks = new Map<number, IndexedChunk>()
  // bounded: by the chunks of one agent; the index is built again when it is worn
  const lengths: number[] = []
  const bySource = new Map<string, number[]>()
  const terms = new Map<string, Postings>()
  // bounded: counted by `bytes`
  const spellings = new Map<string, string[]>()
  // bounded: counted by `bytes`
  const spelled = new Set<string>()
  let totalLength = 0
  let textBytes = 0
  let postingCount = 0

  return {
    add(chunk) {
      const id = lengths.length
      const counts = countTerms(chunk, spell)
      chunks.set(id, chunk)
      lengths.push(counts.length)
      totalLength += counts.length
      textBytes += chunk.text.length * 2 + (chunk.vector?.values.byteLength ?? 0)
      const own = bySource.get(chunk.sourceId)
      if (own) own.push(id)
      else bySource.set(chunk.sourceId, [id])
      for (const [term, count] of counts.terms) append(term, id, Math.min(count, MOST_TF))
    },

    remove(sourceId) {
      for (const id of bySource.get(sourceId) ?? []) {
        const chunk = chunks.get(id)
        if (!chunk) continue
        for (const term of countTerms(chunk, () => undefined).terms.keys()) {
          const postings = terms.get(term)
          if (postings && --postings.alive === 0) {
            postingCount -= postings.length
            terms.delete(term)
          }
        }
        totalLength -= lengths[id]!
        textBytes -= chunk.text.length * 2 + (chunk.vector?.values.byteLength ?? 0)
        chunks.delete(id)
      }
      bySource.delete(sourceId)
    },

    chunk: (id) => chunks.get(id),
    ids: () => chunks.keys(),
    size: () => chunks.size,
    frequency: (term) => terms.get(term)?.alive ?? 0,
    wordsLike: (first, length) => spellings.get(`${first}${length}`) ?? [],
    wordsEndingIn(ending) {
      const found: string[] = []
      for (const word of spelled) {
        if (word.length > ending.length && word.endsWith(ending) && found.push(word) === 20) break
      }
      return found
    },
    worn: () => lengths.length > 2 * chunks.size + 1_000,
    bytes: () => textBytes + postingCount * 6 + terms.size * 120 + spelled.size * 80,

    search(words, limit, among) {
      const average = totalLength / Math.max(1, chunks.size)
      const scores = new Float32Array(lengths.length)
      const best = new Float32Array(lengths.length)
      // Few chunks have any of the words, so only those are looked at again.
      const found: number[] = []
      for (const { variants, weight } of words) {
        if (weight <= 0) continue
        const withWord: number[] = []
        for (const { term, strength } of variants) {
          const postings = terms.get(term)
          if (!postings) continue
          for (let n = 0; n < postings.length; n++) {
            const entry: number = postings.entries[n]!
            const id = entry >>> TF_BITS
            const count = entry & MOST_TF
            const norm = K1 * (1 - B + (B * lengths[id]!) / average)
            const score = (strength * count * (K1 + 1)) / (count + norm)
            if (best[id] === 0) withWord.push(id)
            if (score > best[id]!) best[id] = score
          }
        }
        for (const id of withWord) {
          if (scores[id] === 0) found.push(id)
          scores[id]! += weight * best[id]!
          best[id] = 0
        }
      }
      return topOf(found, scores, limit, among)
    },
  }

  function topOf(
    ids: readonly number[],
    scores: Float32Array,
    limit: number,
    among: ((chunk: IndexedChunk) => boolean) | undefined,
  ): [number, number][] {
    const found: [number, number][] = []
    for (const id of ids) {
      const score = scores[id]!
      if (found.length >= limit && score < found[found.length - 1]![1]) continue
      const chunk = chunks.get(id)
      if (!chunk || (among && !among(chunk))) continue
      let at = found.length
      while (at > 0 && isBefore([id, score], found[at - 1]!)) at--
      found.splice(at, 0, [id, score])
      if (found.length > limit) found.pop()
    }
    return found
  }

  function append(term: string, id: number, count: number): void {
    let postings = terms.get(term)
    if (!postings) {
      postings = { entries: new Uint32Array(2), length: 0, alive: 0 }
      terms.set(term, postings)
    }
    if (postings.length === postings.entries.length) {
      const larger = new Uint32Array(Math.ceil(postings.length * 1.5) + 1)
      larger.set(postings.entries)
      postings.entries = larger
    }
    postings.entries[postings.length++] = (id << TF_BITS) | count
    postings.alive++
    postingCount++
  }

  function spell(word: string): void {
    if (word.length < 4 || spelled.has(word)) return
    spelled.add(word)
    const bucket = `${word[0]}${word.length}`
    const known = spellings.get(bucket)
    if (known) known.push(word)
    else spellings.set(bucket, [word])
  }
}

/** By score; of equals, the chunk that was added first. */
function isBefore([id, score]: [number, number], [otherId, other]: [number, number]): boolean {
  return score > other || (score === other && id < otherId)
}

/** The number of occurrences of each term in a chunk; those in headings count more. */
function countTerms(
  chunk: IndexedChunk,
  spell: (word: string) => void,
): { terms: Map<string, number>; length: number } {
  const terms = new Map<string, number>()
  let length = 0
  const { outer, parts } = partsOf(chunk)
  count(outer, 1)
  for (const { heading, body } of parts) {
    count(heading, HEADING_WEIGHT)
    for (const mark of count(body, 1)) terms.set(mark, 1)
  }
  return { terms, length }

  function count(text: string, weight: number): readonly string[] {
    const words = wordsOf(text)
    for (const term of stemsOf(words, chunk.language, spell)) {
      terms.set(term, (terms.get(term) ?? 0) + weight)
      length++
    }
    return marksIn(text, words)
  }
}

/** The stems of a text's words without stop words, and the marks for kinds of answers in it. */
export function termsOf(text: string, language: Language): Set<string> {
  const words = wordsOf(text)
  return new Set([...stemsOf(words, language), ...marksIn(text, words)])
}

function stemsOf(words: readonly Word[], language: Language, spell?: (word: string) => void): string[] {
  const terms: string[] = []
  for (const word of words) {
    if (word.pair) terms.push(word.text)
    else if (word.parts) for (const part of [word.text, ...word.parts]) put(part)
    else put(word.text)
  }
  return terms

  function put(text: string): void {
    if (language.stopWords.has(text)) return
    terms.push(language.stem(text))
    spell?.(text)
  }
}
