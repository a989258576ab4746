/**
 * Calls Discord's REST API (discord.com/developers/docs/reference). The token of a webhook stands in its address and that
 * of the bot in a header: addresses, headers and faults of the connection never leave this file.
 */
import { discordWebhookUrl } from '@parley/contracts/channel/account-and-credentials.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'

export type DiscordFault =
  /** Discord could not be reached, or gave no proper answer. */
  | { ok: false; kind: 'away' }
  /** It does not accept the token, or the webhook does not exist any more. */
  | { ok: false; kind: 'unauthorized' }
  /** It asks for patience. */
  | { ok: false; kind: 'patience'; afterMs: number }
  /** `status`: as of HTTP. `code`: Discord's own, such as 50001; 0 if it names none. */
  | { ok: false; kind: 'refused'; status: number; code: number }

export type DiscordCall = {
  method: 'GET' | 'POST'
  /** Below the address of the API, such as `/channels/7`. */
  path: string
  /** Sent as JSON. */
  body?: object
}

export type DiscordApi = {
  /** Calls as the bot. `result` is what the schema reads of the answer; one that does not fit is no proper answer. */
  asBot<Schema extends z.ZodType>(call: DiscordCall, result: Schema): Promise<Answer<Schema>>
  /** Calls a webhook by its address as Discord shows it. `path`: below the webhook's, such as `?wait=true`. */
  asWebhook<Schema extends z.ZodType>(
    webhookUrl: string,
    call: DiscordCall,
    result: Schema,
  ): Promise<Answer<Schema>>
  /** Fetches a file that came with a message, from where Discord keeps them alone, of at most so many bytes. */
  download(
    url: string,
    maxBytes: number,
  ): Promise<{ ok: true; bytes: Buffer } | { ok: false; kind: 'away' | 'too-large' | 'gone' }>
}

type Answer<Schema extends z.ZodType> = { ok: true; result: z.infer<Schema> } | DiscordFault

const TIMEOUT_MS = 10_000
const DOWNLOAD_MS = 30_000
/** The largest answers are a hundred messages with their embeds. */
const MOST_OF_AN_ANSWER = 5_000_000
/** A pause, in ms, when Discord asks for patience and does not say how long. */
const PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** How many webhooks and routes of the bot are remembered with the pause that they have to keep. */
const PAUSES_REMEMBERED = 10_000
/**
 * Discord shuts an address out that had 10,000 requests refused within ten minutes, and all workspaces ask from the same
 * ones: a webhook that does not exist is not asked for again and again, and with so many refusals none is looked up.
 */
const GONE_MS = 60_000
const REFUSED_WITHIN_MS = 600_000
const MOST_REFUSED = 2_000
/** Where Discord keeps what people attach. */
const FILE_ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net']

const faultSchema = z.object({
  code: z.number().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
  global: z.boolean().optional().catch(undefined),
})

/** `botToken`: undefined where the operator has none. `fetch`: must not follow redirects by itself. */
export function discordApi(options: {
  apiUrl: string
  botToken: string | undefined
  publicUrl: string
  fetch: SafeFetch
  now?: () => number
}): DiscordApi {
  const { botToken, fetch, now = Date.now } = options
  const base = options.apiUrl.replace(/(?<!\/)\/+$/, '')
  const fileOrigins = [...FILE_ORIGINS, new URL(base).origin]
  /** Until when, in ms, a route must not be called, by its name; `ALL_OF` is for all of the bot, or of webhooks. */
  const pausedUntil = createByteCache<number>({ maxBytes: PAUSES_REMEMBERED, sizeOf: () => 1 })
  /** Until when, in ms, a webhook is known not to exist. */
  const goneUntil = createByteCache<number>({ maxBytes: PAUSES_REMEMBERED, sizeOf: () => 1 })
  let refused = { count: 0, since: now() }

  return {
    async asBot(call, result) {
      if (botToken === undefined) return { ok: false, kind: 'unauthorized' }
      const route = `${call.method} ${call.path.replace(/\?.*$/s, '')}`
      const headers = { authorization: `Bot ${botToken}` }
      const answer = await perform(`${base}${call.path}`, { route, all: ALL_OF.bot }, call, headers)
      return answer.ok ? read(answer.body, result) : answer
    },

    async asWebhook(webhookUrl, call, result) {
      const [, id, token] = discordWebhookUrl.exec(webhookUrl) ?? []
      if (id === undefined || token === undefined) return { ok: false, kind: 'unauthorized' }
      const route = `${call.method} webhook ${id}`
      if ((goneUntil.get(`${id}/${token}`) ?? 0) > now()) return { ok: false, kind: 'unauthorized' }
      const mayAskMs = refused.since + REFUSED_WITHIN_MS - now()
      // What was accepted when it was connected is still written to.
      if (call.method === 'GET' && refused.count >= MOST_REFUSED && mayAskMs > 0)
        return { ok: false, kind: 'patience', afterMs: mayAskMs }
      const address = `${base}/webhooks/${id}/${token}${call.path}`
      const answer = await perform(address, { route, all: ALL_OF.webhooks }, call, {})
      if (answer.ok) return read(answer.body, result)
      // A webhook that was deleted is answered with 404, one with another token with 401.
      const isGone = answer.kind === 'refused' && answer.status === 404
      if (!isGone && answer.kind !== 'unauthorized') return answer
      goneUntil.set(`${id}/${token}`, now() + GONE_MS)
      return { ok: false, kind: 'unauthorized' }
    },

    async download(url, maxBytes) {
      const address = URL.parse(url)
      if (!address || !fileOrigins.includes(address.origin)) return { ok: false, kind: 'gone' }
      const fetched = await fetch(address.href, { timeoutMs: DOWNLOAD_MS, maxBytes, maxRedirects: 0 })
      if (!fetched.ok) return { ok: false, kind: fetched.code === 'too-large' ? 'too-large' : 'away' }
      if (fetched.status === 200) return { ok: true, bytes: fetched.body }
      return { ok: false, kind: fetched.status === 429 || fetched.status >= 500 ? 'away' : 'gone' }
    },
  }

  function countRefused(): void {
    if (now() - refused.since > REFUSED_WITHIN_MS) refused = { count: 0, since: now() }
    refused.count++
  }

  async function perform(
    address: string,
    { route, all }: { route: string; all: string },
    { method, body }: DiscordCall,
    headers: Record<string, string>,
  ): Promise<{ ok: true; body: unknown } | DiscordFault> {
    const wait = Math.max(pausedUntil.get(route) ?? 0, pausedUntil.get(all) ?? 0) - now()
    if (wait > 0) return { ok: false, kind: 'patience', afterMs: wait }
    const fetched = await fetch(address, {
      method,
      headers: {
        ...headers,
        // As Discord asks for: an address and a version.
        'user-agent': `DiscordBot (${options.publicUrl}, 1)`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_OF_AN_ANSWER,
      maxRedirects: 0,
    })
    if (!fetched.ok) return { ok: false, kind: 'away' }
    const { status } = fetched
    if (status === 401 || status === 403 || status === 404 || status === 429) countRefused()
    const said = jsonOf(fetched.body)
    const fault = faultSchema.safeParse(said).data
    if (status === 429) {
      const afterMs = pauseOf(fault?.retry_after ?? fetched.headers['retry-after']) ?? PAUSE_MS
      pausedUntil.set(fault?.global ? all : route, now() + afterMs)
      return { ok: false, kind: 'patience', afterMs }
    }
    // The last call of a time that Discord counts: one more would be refused.
    const resetMs = pauseOf(fetched.headers['x-ratelimit-reset-after'])
    if (fetched.headers['x-ratelimit-remaining'] === '0' && resetMs !== undefined)
      pausedUntil.set(route, now() + resetMs)
    if (status >= 200 && status < 300) return { ok: true, body: said }
    if (status === 401) return { ok: false, kind: 'unauthorized' }
    if (status < 400 || status >= 500) return { ok: false, kind: 'away' }
    return { ok: false, kind: 'refused', status, code: fault?.code ?? 0 }
  }
}

/** Discord counts what the bot does apart from what webhooks do, which name no bot. */
const ALL_OF = { bot: 'all of the bot', webhooks: 'all of webhooks' }

/** In ms, of seconds as Discord says them; undefined if they are no time to wait. */
function pauseOf(seconds: number | string | undefined): number | undefined {
  const ms = Math.ceil(Number(seconds) * 1000)
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : undefined
}

function read<Schema extends z.ZodType>(body: unknown, result: Schema): Answer<Schema> {
  const found = result.safeParse(body)
  return found.success ? { ok: true, result: found.data } : { ok: false, kind: 'away' }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
