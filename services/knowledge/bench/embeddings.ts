/**
 * Embedding models that answers are measured with: `EMBEDDINGS_URL` is the address of a server as `OPENAI_BASE_URL` is,
 * `EMBEDDING_MODELS` names its models, with commas between them.
 */
import { openAiEmbedding } from '../src/embedding.ts'
import type { SourceChunks } from '../src/retrieval/agent-indexes.ts'
import type { Embedding } from '../src/retrieval/embedding-port.ts'
import { packVectors } from '../src/retrieval/vectors.ts'

/** Empty if none is configured. */
export function measuredEmbeddings(): Embedding[] {
  const { EMBEDDINGS_URL: baseURL, EMBEDDING_MODELS: models = '' } = process.env
  if (baseURL === undefined) return []
  return models
    .split(',')
    .filter((model) => model !== '')
    .map((model) =>
      openAiEmbedding({ apiKey: 'none', baseURL, model, timeoutMs: 600_000, questionTimeoutMs: 600_000 }),
    )
}

/** The sources with the vectors of their chunks. */
export async function withVectors(
  sources: readonly SourceChunks[],
  embedding: Embedding,
): Promise<SourceChunks[]> {
  const { model } = embedding
  const all: SourceChunks[] = []
  for (const source of sources) {
    const vectors = await embedding.embed((source.chunks ?? []).map((text) => text || ' '))
    const dimensions = vectors[0]?.length ?? 0
    all.push({ ...source, vectors: { model, dimensions, base64: packVectors(vectors) } })
  }
  return all
}
