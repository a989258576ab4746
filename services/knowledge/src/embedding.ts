/**
 * Embeddings from OpenAI or a compatible server, through the AI SDK, which is loaded when the first text is embedded.
 * The provider's answers are validated.
 */
import { toEmbeddingError } from './embedding-error.ts'
import type { Embedding } from './retrieval/embedding-port.ts'

export type OpenAiEmbeddingOptions = {
  apiKey: string
  /** Defaults to `https://api.openai.com/v1`. */
  baseURL?: string
  /** Defaults to `text-embedding-3-small`. */
  model?: string
  /** Timeout of a request of many texts; defaults to 20 s, which is too long for a question. */
  timeoutMs?: number
  /** Timeout of a question; defaults to 3 s. Retrieval then uses words only. */
  questionTimeoutMs?: number
  /** Retries after the first attempt; defaults to 2. */
  retries?: number
}

/**
 * OpenAI takes 2,048 texts and 300,000 tokens in one request, 8,192 tokens in one text; a token may be one character.
 */
const MOST_TEXTS = 256
const MOST_CHARACTERS = 250_000
const LONGEST_TEXT = 8_000

export function openAiEmbedding(options: OpenAiEmbeddingOptions): Embedding {
  const { apiKey, baseURL, model = 'text-embedding-3-small', retries = 2 } = options
  const { timeoutMs = 20_000, questionTimeoutMs = 3_000 } = options
  let loading: ReturnType<typeof load> | undefined

  return {
    model,
    async embed(texts, purpose) {
      const vectors: number[][] = []
      try {
        for (const batch of batchesOf(texts)) vectors.push(...(await embedBatch(batch, purpose)))
      } catch (error) {
        throw toEmbeddingError(error)
      }
      return vectors
    },
  }

  async function embedBatch(texts: string[], purpose?: 'question'): Promise<number[][]> {
    loading ??= load()
    const { embedMany, embeddingModel } = await loading
    const question = purpose === 'question'
    const { embeddings } = await embedMany({
      model: embeddingModel,
      values: texts,
      maxRetries: question ? 0 : retries,
      abortSignal: AbortSignal.timeout(question ? questionTimeoutMs : timeoutMs),
    })
    return checked(embeddings, texts.length)
  }

  async function load() {
    const [{ embedMany }, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')])
    return { embedMany, embeddingModel: createOpenAI({ apiKey, baseURL }).embedding(model) }
  }
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let characters = 0
  for (const text of texts) {
    const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
    const batch = batches.at(-1)
    characters += cut.length
    if (batch && batch.length < MOST_TEXTS && characters <= MOST_CHARACTERS) batch.push(cut)
    else {
      batches.push([cut])
      characters = cut.length
    }
  }
  return batches
}

function checked(vectors: unknown, count: number): number[][] {
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw new TypeError('Another number of vectors than of texts')
  const dimensions = lengthOf(vectors[0])
  for (const vector of vectors) {
    if (
      !Array.isArray(vector) ||
      vector.length !== dimensions ||
      dimensions === 0 ||
      !vector.every(Number.isFinite)
    )
      throw new TypeError('Vectors that are no vectors')
  }
  return vectors
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
