/** The names of the models that a server with OpenAI's protocol says it has (`/models`). */
import { z } from 'zod'

export type ServedModelsOptions = {
  baseURL: string
  apiKey?: string | undefined
  /** Timeout in ms. */
  timeoutMs?: number | undefined
  /** Time in ms after which it is asked again. */
  askAgainMs?: number
  now?: () => number
}

export type ServedModels = {
  /** Empty if the server does not answer, or not with such a list. Asks it at most once in `askAgainMs`. */
  names(): Promise<readonly string[]>
}

const MOST_BYTES = 1_000_000

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(5_000) })

export function servedModels(options: ServedModelsOptions): ServedModels {
  const { askAgainMs = 300_000, now = Date.now } = options
  let asked: Promise<readonly string[]> = Promise.resolve([])
  let askedAt = Number.NEGATIVE_INFINITY

  return {
    names() {
      if (now() - askedAt >= askAgainMs) {
        askedAt = now()
        asked = ask(options).catch(() => [])
      }
      return asked
    },
  }
}

async function ask({ baseURL, apiKey, timeoutMs = 3_000 }: ServedModelsOptions): Promise<string[]> {
  const response = await fetch(`${baseURL.replace(/\/$/, '')}/models`, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(timeoutMs),
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
