/** How near chunks are to a question by their meaning, if they have vectors. */
import type { Embedding } from './embedding-port.ts'
import { onScale, scaleOf } from './embedding-scale.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import { dot, unit } from './vectors.ts'

/** The meaning of each chunk that has a vector, by its id: 0 if it is unrelated to the text, about 1 if it answers. */
export type ByMeaning = (text: string) => ReadonlyMap<number, number> | undefined

/** Throws if the provider fails. */
export async function nearest(
  index: LexicalIndex,
  embedding: Embedding,
  texts: readonly string[],
  among?: (chunk: IndexedChunk) => boolean,
): Promise<ByMeaning> {
  const distinct = [...new Set(texts)]
  const [scale, vectors] = await Promise.all([scaleOf(embedding), embedding.embed(distinct, 'question')])
  // bounded: by the texts
  const found = new Map<string, ReadonlyMap<number, number>>()
  return (text) => {
    const known = found.get(text)
    if (known) return known
    const vector = vectors[distinct.indexOf(text)]
    if (!vector) return undefined
    const direction = unit(Float32Array.from(vector))
    const meanings = new Map<number, number>()
    for (const id of index.ids()) {
      const chunk = index.chunk(id)
      if (!chunk || !hasVectorOf(chunk, embedding) || (among && !among(chunk))) continue
      if (chunk.vector.values.length === direction.length)
        meanings.set(id, onScale(dot(chunk.vector.values, direction), scale))
    }
    if (meanings.size === 0) return undefined
    found.set(text, meanings)
    return meanings
  }
}

/** Vectors of another model can't be compared. */
function hasVectorOf(
  chunk: IndexedChunk,
  { model }: Embedding,
): chunk is IndexedChunk & Required<Pick<IndexedChunk, 'vector'>> {
  return chunk.vector?.model === model
}
