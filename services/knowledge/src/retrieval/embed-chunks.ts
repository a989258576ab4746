/** The vectors of chunks, as events carry them. */
import type { Embedding } from './embedding-port.ts'
import { packVectors } from './vectors.ts'

export type EmbedDeps = {
  embedding?: Embedding
  /** Told when vectors could not be had; the chunks are found by their words then. */
  onEmbeddingFault?(error: unknown): void
}

/** Nothing where there is no embedding, or it fails: that must not keep the chunks from being found by their words. */
export async function embedChunks(
  { embedding, onEmbeddingFault }: EmbedDeps,
  chunks: string[],
): Promise<{ vectors?: string; embedding?: { model: string; dimensions: number } }> {
  if (!embedding) return {}
  try {
    const vectors = await embedding.embed(chunks)
    const dimensions = vectors[0]?.length ?? 0
    return { vectors: packVectors(vectors), embedding: { model: embedding.model, dimensions } }
  } catch (error) {
    onEmbeddingFault?.(error)
    return {}
  }
}
