/**
 * The third-party dialog API of `vf` agents: Voiceflow's Dialog Manager API, as documented under docs.voiceflow.com
 * (reference/stateinteract-1, trace types). It stores each user's position in the dialog, so a request is only retried
 * if it was certainly not processed.
 *
 *   POST  /state/user/{userID}/interact    Authorization: the project's key    versionID: production
 *         {"action": {"type": "launch"} | {"type": "text", "payload": "…"} | a button's own request, "config": {…}}
 *      →  [{"type": "text", "payload": {"message": "…"}}, {"type": "choice", …}, {"type": "end"}]
 *   PATCH /state/user/{userID}/variables   {"name": "Ada"}
 */
import type { SafeFetch, SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'

export type DialogAction = { type: string; payload?: unknown }
export type DialogTrace = { type: string; payload?: unknown }

/** Credentials and user of a dialog: `userId` identifies one conversation and contains nothing about a person. */
export type DialogSeat = { apiKey: string; versionID?: string; userId: string; signal?: AbortSignal }

export type DialogFailure = {
  ok: false
  reason: 'time-out' | 'provider-error' | 'rate-limited' | 'cancelled'
  /** A plain message for the agent's owner; never contains the key or what was said. */
  detail: string
}
export type Interacted = { ok: true; traces: DialogTrace[] } | DialogFailure

export type DialogApi = {
  /** Sends the visitor's action and returns the dialog's traces. Never throws. */
  interact(seat: DialogSeat, action: DialogAction): Promise<Interacted>
  /** Sets variables of the dialog; false if that failed. */
  setVariables(seat: DialogSeat, variables: Readonly<Record<string, string>>): Promise<boolean>
}

export type DialogApiOptions = {
  /** Base URL without a path, such as https://general-runtime.voiceflow.com. */
  url: string
  safeFetch: SafeFetch
  /** Timeout of one request, in ms. */
  timeoutMs?: number
  /** Wait before the first retry in ms, doubling; used if the API gives none. */
  retryPauseMs?: number
}

const TIMEOUT_MS = 25_000
const VARIABLES_TIMEOUT_MS = 5_000
const MAX_BYTES = 1_000_000
const TRIES = 3
const RETRY_PAUSE_MS = 500
/** A longer requested wait counts as a failure, since a visitor is waiting. */
const LONGEST_PAUSE_MS = 5_000
const MOST_TRACES = 200

const tracesSchema = z
  .array(z.object({ type: z.string().max(200), payload: z.unknown().optional() }))
  .max(MOST_TRACES)

export function createDialogApi(options: DialogApiOptions): DialogApi {
  const { safeFetch, timeoutMs = TIMEOUT_MS, retryPauseMs = RETRY_PAUSE_MS } = options
  const base = options.url.replace(/(?<!\/)\/+$/, '')

  return {
    async interact(seat, action) {
      const config = { tts: false, stripSSML: true, stopAll: false, excludeTypes: ['block', 'debug', 'flow'] }
      for (let attempt = 1; ; attempt++) {
        const fetched = await call('POST', 'interact', seat, { action, config }, timeoutMs)
        const pause = attempt < TRIES ? pauseBefore(attempt, fetched) : undefined
        if (pause === undefined) return answerOf(fetched)
        if (!(await waited(pause, seat.signal))) return cancelled
      }
    },

    async setVariables(seat, variables) {
      const fetched = await call('PATCH', 'variables', seat, variables, VARIABLES_TIMEOUT_MS)
      return fetched.ok && fetched.status < 300
    },
  }

  function call(method: 'POST' | 'PATCH', what: string, seat: DialogSeat, body: object, time: number) {
    const { apiKey, versionID, userId, signal } = seat
    return safeFetch(`${base}/state/user/${encodeURIComponent(userId)}/${what}`, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: apiKey,
        versionid: versionID || 'production',
      },
      body: JSON.stringify(body),
      timeoutMs: time,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
      ...(signal ? { signal } : {}),
    })
  }

  /** The wait before a retry; only if the API says that it did nothing: rate limited or unavailable. */
  function pauseBefore(attempt: number, fetched: SafeFetched): number | undefined {
    if (!fetched.ok || (fetched.status !== 429 && fetched.status !== 503)) return undefined
    const seconds = Number(fetched.headers['retry-after'])
    const pause = seconds > 0 ? seconds * 1_000 : retryPauseMs * 2 ** (attempt - 1)
    return pause > LONGEST_PAUSE_MS ? undefined : pause
  }
}

const cancelled: DialogFailure = { ok: false, reason: 'cancelled', detail: 'cancelled' }

function answerOf(fetched: SafeFetched): Interacted {
  if (!fetched.ok) {
    if (fetched.code === 'cancelled') return cancelled
    const reason = fetched.code === 'timed-out' ? 'time-out' : 'provider-error'
    return { ok: false, reason, detail: fetched.message }
  }
  const { status, body } = fetched
  if (status === 429) return { ok: false, reason: 'rate-limited', detail: words[429] ?? '' }
  if (status < 200 || status >= 300)
    return {
      ok: false,
      reason: 'provider-error',
      detail: words[status] ?? `It answered with status ${status}.`,
    }
  const traces = tracesSchema.safeParse(json(body.toString('utf8'))).data
  return traces
    ? { ok: true, traces }
    : { ok: false, reason: 'provider-error', detail: 'Its answer is no list of traces.' }
}

/** Explanations of its status codes for the agent's owner. */
const words: Readonly<Record<number, string>> = {
  400: 'It refused the request: is the version right, and is the project published?',
  401: 'It refused the API key.',
  403: 'It refused the API key.',
  404: 'It does not know the project or the version. Is the project published?',
  429: 'It is asked too often.',
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns false if it was cancelled meanwhile. */
function waited(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const leave = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve(true)
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
