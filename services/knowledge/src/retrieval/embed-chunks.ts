/** The vectors of chunks in the form that events have. */
import type { Embedding } from './embedding-port.ts'
import { packVectors } from './vectors.ts'

export type EmbedDeps = {
  embedding?: Embedding
  /** Called if embedding failed; the chunks are then found by their words only. */
  onEmbeddingFault?(error: unknown): void
}

/** Returns nothing if there is no embedding or it fails: the chunks must still be found by their words. */
export async function embedChunks(
  { embedding, onEmbeddingFault }: EmbedDeps,
  chunks: string[],
): Promise<{ vectors?: string; embedding?: { model: string; dimensions: number } }> {
  if (!embedding || (await embedding.isOffered?.()) === false) return {}
  try {
    const vectors = await embedding.embed(chunks)
    const dimensions = vectors[0]?.length ?? 0
    return { vectors: packVectors(vectors), embedding: { model: embedding.model, dimensions } }
  } catch (error) {
    onEmbeddingFault?.(error)
    return {}
  }
}
