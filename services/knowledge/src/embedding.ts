/**
 * Embeddings from OpenAI or a server that speaks its API, through the AI SDK, which loads when the first text is
 * embedded. What the provider answers is checked before it is believed.
 */
import type { Embedding } from './retrieval/embedding-port.ts'

export type OpenAiEmbeddingOptions = {
  apiKey: string
  /** `https://api.openai.com/v1` unless told. */
  baseURL?: string
  /** `text-embedding-3-small` unless told. */
  model?: string
  /** For all texts of one call; 20 s unless told. A question should not wait so long: see `questionTimeoutMs`. */
  timeoutMs?: number
  /** For a single text; 3 s unless told, after which words alone must do. */
  questionTimeoutMs?: number
  /** Tries after the first; 2 unless told. */
  retries?: number
}

export function openAiEmbedding(options: OpenAiEmbeddingOptions): Embedding {
  const { apiKey, baseURL, model = 'text-embedding-3-small', retries = 2 } = options
  const { timeoutMs = 20_000, questionTimeoutMs = 3_000 } = options
  let loading: ReturnType<typeof load> | undefined

  return {
    model,
    async embed(texts) {
      if (texts.length === 0) return []
      loading ??= load()
      const { embedMany, embeddingModel } = await loading
      const { embeddings } = await embedMany({
        model: embeddingModel,
        values: texts,
        maxRetries: texts.length === 1 ? 0 : retries,
        maxParallelCalls: 2,
        abortSignal: AbortSignal.timeout(texts.length === 1 ? questionTimeoutMs : timeoutMs),
      })
      return checked(embeddings, texts.length)
    },
  }

  async function load() {
    const [{ embedMany }, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')])
    return { embedMany, embeddingModel: createOpenAI({ apiKey, baseURL }).embedding(model) }
  }
}

function checked(vectors: unknown, count: number): number[][] {
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw new Error(`The embedding provider answered with ${lengthOf(vectors)} vectors for ${count} texts`)
  const dimensions = lengthOf(vectors[0])
  for (const vector of vectors) {
    if (
      !Array.isArray(vector) ||
      vector.length !== dimensions ||
      dimensions === 0 ||
      !vector.every(Number.isFinite)
    )
      throw new Error('The embedding provider answered with vectors that are no vectors')
  }
  return vectors
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
