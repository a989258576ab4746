/**
 * The embedding model that a compatible server offers, where none is configured: a local server may have models that
 * write and none that embeds. Its list of models is asked, and the likeliest one is tried with a text.
 */
import { z } from 'zod'
import { openAiEmbedding } from './embedding.ts'
import type { Embedding } from './retrieval/embedding-port.ts'

export type OfferedEmbeddingOptions = {
  baseURL: string
  apiKey: string
  /** Timeout of the list of models, in ms. */
  timeoutMs?: number
  /** Time in ms after which a server that offered none, or did not answer, is asked again. */
  askAgainMs?: number
  now?: () => number
}

const MOST_BYTES = 1_000_000
/** Tried at most, each with one text. */
const MOST_TRIED = 3
/** What the names of embedding models have in common. */
const EMBEDS = /embed|\bbge\b|\bgte\b|\be5\b|minilm/i

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(5_000) })

/** Its `model` is empty until it is known. */
export function offeredEmbedding(options: OfferedEmbeddingOptions): Embedding {
  const { baseURL, apiKey, timeoutMs = 3_000, askAgainMs = 300_000, now = Date.now } = options
  let found: Embedding | undefined
  let looking: Promise<void> | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  return {
    get model() {
      return found?.model ?? ''
    },
    async isOffered() {
      if (found) return true
      if (!looking && now() - askedAt >= askAgainMs) {
        askedAt = now()
        looking = look().finally(() => {
          looking = undefined
        })
      }
      await looking
      return found !== undefined
    },
    async embed(texts, purpose) {
      if (!(await this.isOffered?.()) || !found) throw new Error('The server offers no embedding model')
      return found.embed(texts, purpose)
    },
  }

  async function look(): Promise<void> {
    const names = await namesOf().catch(() => [])
    for (const model of names.filter((name) => EMBEDS.test(name)).slice(0, MOST_TRIED)) {
      const embedding = openAiEmbedding({ apiKey, baseURL, model })
      const vectors = await embedding.embed(['a'], 'question').catch(() => [])
      if (vectors.length !== 1) continue
      found = embedding
      return
    }
  }

  async function namesOf(): Promise<string[]> {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${baseURL.replace(/\/$/, '')}/models`, {
      headers,
      signal,
      redirect: 'error',
    })
    if (!response.ok || !response.body) return []
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of response.body) {
      bytes += part.length
      if (bytes > MOST_BYTES) return []
      parts.push(part)
    }
    return modelList.parse(JSON.parse(Buffer.concat(parts).toString('utf8'))).data.map(({ id }) => id)
  }
}
