/** How near chunks and their passages are to a question by their meaning, if chunks have vectors. */
import type { Embedding } from './embedding-port.ts'
import { onScale, scaleOf } from './embedding-scale.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import { embeddedPassages } from './passages.ts'
import { dot, unit } from './vectors.ts'

/** The passage of a section that is nearest to a text: its first sentence, and its meaning. */
export type NearPassage = { section: number; sentence: number; meaning: number }

/** Meanings are 0 if unrelated to the text, about 1 if they answer it. */
export type Meanings = {
  /** Of each chunk that has a vector, by its id. */
  chunks: ReadonlyMap<number, number>
  /** Of the nearest passage of each section, for the chunks that are most likely to answer. */
  passages: ReadonlyMap<number, readonly NearPassage[]>
}

export type ByMeaning = (text: string) => Meanings | undefined

export type NearestRequest = {
  texts: readonly string[]
  /** The ids of the chunks that are likely by their words. */
  likely?: readonly number[]
  among?: ((chunk: IndexedChunk) => boolean) | undefined
  tenant?: string
}

/** The chunks nearest to a text whose passages are looked at. */
const READ_CLOSELY = 6

/** Two calls to the provider at most, for the question and for passages that were not seen before. Throws if it fails. */
export async function nearest(
  index: LexicalIndex,
  embedding: Embedding,
  { texts, likely = [], among, tenant = '' }: NearestRequest,
): Promise<ByMeaning> {
  const distinct = [...new Set(texts)]
  const [scale, vectors] = await Promise.all([scaleOf(embedding), embedding.embed(distinct, 'question')])
  const directions = vectors.map((vector) => unit(Float32Array.from(vector)))
  const ofChunks = directions.map(meaningsOfChunks)
  const close = new Map<number, IndexedChunk>()
  const readClosely = (id: number) => {
    const chunk = index.chunk(id)
    if (chunk) close.set(id, chunk)
  }
  for (const meanings of ofChunks) for (const id of nearestOf(meanings)) readClosely(id)
  for (const id of likely) readClosely(id)
  const passages = await embeddedPassages(close, embedding, tenant)
  const found = directions.map((direction, n): Meanings | undefined => {
    const chunks = ofChunks[n]!
    if (chunks.size === 0) return undefined
    return { chunks, passages: nearestPassages(direction) }
  })
  return (text) => found[distinct.indexOf(text)]

  function meaningsOfChunks(direction: Float32Array): Map<number, number> {
    const meanings = new Map<number, number>()
    for (const id of index.ids()) {
      const chunk = index.chunk(id)
      if (!chunk || !hasVectorOf(chunk, embedding) || (among && !among(chunk))) continue
      if (chunk.vector.values.length === direction.length)
        meanings.set(id, onScale(dot(chunk.vector.values, direction), scale))
    }
    return meanings
  }

  function nearestPassages(direction: Float32Array): Map<number, NearPassage[]> {
    const nearby = new Map<number, NearPassage[]>()
    for (const [id, own] of passages) {
      const sections = new Map<number, NearPassage>()
      for (const { section, sentence, vector } of own) {
        if (vector.length !== direction.length) continue
        const meaning = onScale(dot(vector, direction), scale)
        if (meaning > (sections.get(section)?.meaning ?? -Infinity))
          sections.set(section, { section, sentence, meaning })
      }
      nearby.set(id, [...sections.values()])
    }
    return nearby
  }
}

function nearestOf(meanings: ReadonlyMap<number, number>): number[] {
  const sorted = [...meanings].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, READ_CLOSELY).map(([id]) => id)
}

/** Vectors of another model can't be compared. */
function hasVectorOf(
  chunk: IndexedChunk,
  { model }: Embedding,
): chunk is IndexedChunk & Required<Pick<IndexedChunk, 'vector'>> {
  return chunk.vector?.model === model
}
