/**
 * The embedding model that a compatible server offers, where none is configured: a local server may have models that
 * write and none that embeds. Its list of models is asked, and the likeliest one is tried with a text.
 */
import { servedModels } from '@parley/kernel/outgoing/served-models.ts'
import { openAiEmbedding } from './embedding.ts'
import type { Embedding } from './retrieval/embedding-port.ts'

export type OfferedEmbeddingOptions = {
  baseURL: string
  apiKey: string
  /** Timeout of the list of models, in ms. */
  timeoutMs?: number
  /** Time in ms after which a server that offered none, or did not answer, is asked again. */
  askAgainMs?: number
  /** The model in use: it stays while the server has it, whatever else the server offers by then. */
  inUse?: () => Promise<string | undefined>
  now?: () => number
}

/** Tried at most, each with one text. */
const MOST_TRIED = 3
/** What the names of embedding models have in common. */
const EMBEDS = /embed|\bbge\b|\bgte\b|\be5\b|minilm/i

/** Its `model` is empty until it is known. */
export function offeredEmbedding(options: OfferedEmbeddingOptions): Embedding {
  const { baseURL, apiKey, timeoutMs, askAgainMs = 300_000, now = Date.now } = options
  const served = servedModels({ baseURL, apiKey, timeoutMs, askAgainMs, now })
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
    const names = await served.names()
    const inUse = await options.inUse?.().catch(() => undefined)
    const likely = names.filter((name) => EMBEDS.test(name) && name !== inUse)
    if (inUse !== undefined && names.includes(inUse)) likely.unshift(inUse)
    for (const model of likely.slice(0, MOST_TRIED)) {
      const embedding = openAiEmbedding({ apiKey, baseURL, model })
      const vectors = await embedding.embed(['a'], 'question').catch(() => [])
      if (vectors.length !== 1) continue
      found = embedding
      return
    }
  }
}
