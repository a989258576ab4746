/**
 * The passages of chunks, a sentence or two each, with their headings: a vector of a whole chunk says what it is about,
 * those of its passages say where in it a question is answered.
 */
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { splitSentences } from '../sentences.ts'
import type { Embedding } from './embedding-port.ts'
import type { IndexedChunk } from './lexical-index.ts'
import { partsOf } from './sections.ts'
import { unit } from './vectors.ts'

/** A place of a chunk: the first sentence of a passage. */
export type Passage = { section: number; sentence: number; text: string }

/** Shorter sentences are joined with the next. */
const SHORT = 80
const LONGEST = 500
/** The passages of a chunk that are looked at, and of all chunks for a question. */
const MOST_IN_CHUNK = 16
const MOST = 128

export function passagesOf(chunk: IndexedChunk): Passage[] {
  const { outer, parts } = partsOf(chunk)
  const above = outer.split('\n').at(-1) ?? ''
  const passages = parts.flatMap(({ heading, body }, section) => {
    const title = heading || above
    const sentences = splitSentences(body)
    if (sentences.length === 0) return title === '' ? [] : [{ section, sentence: 0, text: title }]
    const found: Passage[] = []
    let own: string[] = []
    sentences.forEach((sentence, at) => {
      own.push(sentence)
      const length = own.join(' ').length
      if (length < SHORT && at < sentences.length - 1) return
      const text = `${title}: ${own.join(' ')}`.slice(0, LONGEST).toWellFormed()
      found.push({ section, sentence: at - own.length + 1, text })
      own = []
    })
    return found
  })
  return passages.slice(0, MOST_IN_CHUNK)
}

const vectorCache = createByteCache<Float32Array>({
  maxBytes: 32_000_000,
  sizeOf: (vector, key) => vector.byteLength + 2 * key.length,
})

/** The passages of these chunks with their vectors, by one call to the provider at most. Throws if it fails. */
export async function embeddedPassages(
  chunks: ReadonlyMap<number, IndexedChunk>,
  embedding: Embedding,
  tenant: string,
): Promise<Map<number, (Passage & { vector: Float32Array })[]>> {
  const keyOf = (text: string) => `${embedding.model}\n${text}`
  const all = [...chunks].flatMap(([id, chunk]) => passagesOf(chunk).map((passage) => ({ id, passage })))
  const chosen = all.slice(0, MOST)
  const vectors = new Map<string, Float32Array>()
  const missing = new Set<string>()
  for (const { passage } of chosen) {
    const known = vectorCache.get(keyOf(passage.text))
    if (known) vectors.set(passage.text, known)
    else missing.add(passage.text)
  }
  if (missing.size > 0) {
    const texts = [...missing]
    const embedded = await embedding.embed(texts, 'question')
    texts.forEach((text, n) => {
      const vector = unit(Float32Array.from(embedded[n]!))
      vectors.set(text, vector)
      vectorCache.set(keyOf(text), vector, tenant)
    })
  }
  const found = new Map<number, (Passage & { vector: Float32Array })[]>()
  for (const { id, passage } of chosen) {
    const vector = vectors.get(passage.text)
    if (vector) found.set(id, [...(found.get(id) ?? []), { ...passage, vector }])
  }
  return found
}
