/**
 * Calls the Bot API of Telegram (core.telegram.org/bots/api#making-requests). The token of a bot stands in the address
 * of every call: addresses and faults of the connection never leave this file, and what Telegram says leaves it without
 * the token.
 */
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'

export type TelegramFault =
  /** Telegram could not be reached, or gave no proper answer. */
  | { ok: false; kind: 'away' }
  /** Telegram does not accept the token. */
  | { ok: false; kind: 'unauthorized' }
  /** It asks for patience. */
  | { ok: false; kind: 'patience'; afterMs: number }
  /** `status`: as of HTTP. `description`: in Telegram's words, without the token. */
  | { ok: false; kind: 'refused'; status: number; description: string }

export type TelegramApi = {
  /** Calls a method. `result` is what the schema reads of Telegram's answer; one that does not fit is no proper answer. */
  call<Schema extends z.ZodType>(
    token: string,
    method: string,
    parameters: object,
    result: Schema,
  ): Promise<{ ok: true; result: z.infer<Schema> } | TelegramFault>
  /** Fetches a file by its path of `getFile`, of at most so many bytes. */
  download(
    token: string,
    filePath: string,
    maxBytes: number,
  ): Promise<{ ok: true; bytes: Buffer } | { ok: false; kind: 'away' | 'too-large' | 'gone' }>
}

const TIMEOUT_MS = 10_000
const DOWNLOAD_MS = 30_000
/** Answers are a message or a webhook's state, a few kilobytes. */
const MOST_OF_AN_ANSWER = 1_000_000
/** A pause, in ms, when Telegram asks for patience and does not say how long. */
const PAUSE_MS = 5_000
/** The longest pause that it is believed to ask for, in ms. */
const LONGEST_PAUSE_MS = 86_400_000
const LONGEST_DESCRIPTION = 200

const answerSchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.number().int(),
    description: z.string().default('').catch(''),
    parameters: z.object({ retry_after: z.number().optional() }).optional().catch(undefined),
  }),
])

/** `apiUrl`: of Telegram, or of a Bot API server of one's own. `fetch`: must not follow redirects by itself. */
export function telegramApi({ apiUrl, fetch }: { apiUrl: string; fetch: SafeFetch }): TelegramApi {
  const base = apiUrl.replace(/(?<!\/)\/+$/, '')

  return {
    async call(token, method, parameters, result) {
      const fetched = await fetch(`${base}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_OF_AN_ANSWER,
        maxRedirects: 0,
      })
      if (!fetched.ok) return { ok: false, kind: 'away' }
      const answer = answerSchema.safeParse(jsonOf(fetched.body))
      if (!answer.success) return { ok: false, kind: 'away' }
      if (!answer.data.ok) return faultOf(answer.data, token)
      const read = result.safeParse(answer.data.result)
      return read.success ? { ok: true, result: read.data } : { ok: false, kind: 'away' }
    },

    async download(token, filePath, maxBytes) {
      const steps = filePath.split('/')
      // A path of another file, or of a method, would be read with the bot's token.
      if (steps.some((step) => /^\.{0,2}$/.test(step))) return { ok: false, kind: 'gone' }
      const path = steps.map((step) => encodeURIComponent(step.toWellFormed())).join('/')
      const fetched = await fetch(`${base}/file/bot${token}/${path}`, {
        timeoutMs: DOWNLOAD_MS,
        maxBytes,
        maxRedirects: 0,
      })
      if (!fetched.ok) return { ok: false, kind: fetched.code === 'too-large' ? 'too-large' : 'away' }
      if (fetched.status === 200) return { ok: true, bytes: fetched.body }
      return { ok: false, kind: fetched.status === 429 || fetched.status >= 500 ? 'away' : 'gone' }
    },
  }
}

function faultOf(
  answer: {
    error_code: number
    description: string
    parameters?: { retry_after?: number | undefined } | undefined
  },
  token: string,
): TelegramFault {
  const { error_code: status, parameters } = answer
  // A token that was never one is answered with 404.
  if (status === 401 || status === 404) return { ok: false, kind: 'unauthorized' }
  if (status === 429) {
    const asked = (parameters?.retry_after ?? 0) * 1000
    return { ok: false, kind: 'patience', afterMs: asked > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : PAUSE_MS }
  }
  if (status >= 500) return { ok: false, kind: 'away' }
  const description = answer.description.replaceAll(token, '…').slice(0, LONGEST_DESCRIPTION)
  return { ok: false, kind: 'refused', status, description: description.toWellFormed() }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
