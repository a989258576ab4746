/**
 * One connection to Discord's gateway (discord.com/developers/docs/events/gateway): hello, heartbeats, identify or resume,
 * events, until it ends. What to do after it has ended is `shard.ts`'s.
 */
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { z } from 'zod'

/** What a connection is opened with. */
export type Opening = {
  /** Of the gateway, or that of the session to resume. */
  url: string
  token: string
  intents: number
  shard: readonly [number: number, of: number]
  /** The session to resume; without one, a new one begins. */
  resume?: { sessionId: string; seq: number }
  /** Resolves when a new session may begin; rejects if it must not. */
  mayIdentify(): Promise<void>
  /** The number of the last event that came. */
  lastSeq(): number | undefined
  onEvent(event: GatewayEvent): void
  signal: AbortSignal
}

/** `t`: its name, such as `MESSAGE_CREATE`; `s`: its number within the session; `d`: what it says. */
export type GatewayEvent = { t: string; s: number; d: unknown }

/** Why a connection has ended. */
export type Ending =
  /** `isOpened`: whether the session was resumed or began, so that the next try needs no longer pause. */
  | { kind: 'dropped'; isOpened: boolean }
  /** Discord wants the session to be resumed on another connection. */
  | { kind: 'reconnect'; isOpened: boolean }
  /** The session is over: a new one has to begin. */
  | { kind: 'invalid-session' }
  /** Discord will not accept this bot, these intents or this number of shards, however often it is tried. */
  | { kind: 'refused'; code: number }
  | { kind: 'stopped' }

const OP = {
  ...{ dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7 },
  ...{ invalidSession: 9, hello: 10, acknowledged: 11 },
} as const

const HELLO_MS = 20_000
const MOST_OF_A_PAYLOAD = 16_000_000
/** Closed by us in this way, the session can be resumed; with 1000 or 1001 it could not. */
const RESUMABLE = 4_900
/** Token, shard, number of shards, version, intents, intents that the bot is not allowed. */
const REFUSALS = new Set([4_004, 4_010, 4_011, 4_012, 4_013, 4_014])
/** Wrong sequence, session timed out. */
const SESSION_OVER = new Set([4_007, 4_009])

const payloadSchema = z.object({
  op: z.number(),
  d: z.unknown(),
  s: z.number().nullish(),
  t: z.string().nullish(),
})
const helloSchema = z.object({ heartbeat_interval: z.number().min(1).max(600_000) })

/** Opens the connection; resolves once it has ended. Never rejects, unless `mayIdentify` does. */
export function runConnection(opening: Opening): Promise<Ending> {
  const { url, token, intents, shard, resume, signal } = opening
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve({ kind: 'stopped' })
    const address = new URL(url)
    address.searchParams.set('v', '10')
    address.searchParams.set('encoding', 'json')
    const socket = new WebSocket(address, { handshakeTimeout: HELLO_MS, maxPayload: MOST_OF_A_PAYLOAD })
    const over = new AbortController()
    let isOpened = false
    let isAcknowledged = true
    let isGreeted = false
    const stop = () => end({ kind: 'stopped' })
    const hello = setTimeout(() => end({ kind: 'dropped', isOpened }), HELLO_MS)

    signal.addEventListener('abort', stop, { once: true })
    socket.on('message', (data) => {
      const payload = payloadSchema.safeParse(jsonOf(String(data)))
      if (payload.success && !over.signal.aborted) take(payload.data)
    })
    // What went wrong is followed by the close, and may hold an address.
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      if (REFUSALS.has(code)) end({ kind: 'refused', code })
      else if (SESSION_OVER.has(code)) end({ kind: 'invalid-session' })
      else end({ kind: 'dropped', isOpened })
    })

    function end(ending: Ending): void {
      if (over.signal.aborted) return
      over.abort()
      clearTimeout(hello)
      signal.removeEventListener('abort', stop)
      if (socket.readyState === WebSocket.OPEN) socket.close(RESUMABLE)
      // Whether the other side answers or not: it may be gone.
      if (ending.kind === 'dropped') socket.terminate()
      else setTimeout(() => socket.terminate(), 1_000).unref()
      resolve(ending)
    }

    function send(op: number, d: unknown): void {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }))
    }

    function take({ op, d, s, t }: z.infer<typeof payloadSchema>): void {
      switch (op) {
        case OP.hello:
          // Each would begin a session, of which there are so many a day.
          if (isGreeted) return
          isGreeted = true
          clearTimeout(hello)
          void beat(helloSchema.safeParse(d).data?.heartbeat_interval ?? 40_000)
          void open()
          return
        case OP.heartbeat:
          send(OP.heartbeat, opening.lastSeq() ?? null)
          return
        case OP.acknowledged:
          isAcknowledged = true
          return
        case OP.reconnect:
          end({ kind: 'reconnect', isOpened })
          return
        case OP.invalidSession:
          end(d === true ? { kind: 'reconnect', isOpened: false } : { kind: 'invalid-session' })
          return
        case OP.dispatch:
          if (typeof s !== 'number' || typeof t !== 'string') return
          if (t === 'READY' || t === 'RESUMED') isOpened = true
          opening.onEvent({ t, s, d })
          return
      }
    }

    async function open(): Promise<void> {
      if (resume) {
        send(OP.resume, { token, session_id: resume.sessionId, seq: resume.seq })
        return
      }
      try {
        await opening.mayIdentify()
      } catch (error) {
        reject(error)
        end({ kind: 'stopped' })
        return
      }
      if (over.signal.aborted) return
      const properties = { os: process.platform, browser: 'ws', device: 'ws' }
      send(OP.identify, { token, intents, shard, properties })
    }

    /** The first after a random part of the pause, so that not all bots beat at once after Discord was away. */
    async function beat(everyMs: number): Promise<void> {
      for (let nth = 0; !over.signal.aborted; nth++) {
        const ms = nth === 0 ? everyMs * Math.random() : everyMs
        await wait(ms, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
        if (over.signal.aborted) return
        // The connection looks open, but nobody is there.
        if (!isAcknowledged) return end({ kind: 'dropped', isOpened })
        isAcknowledged = false
        send(OP.heartbeat, opening.lastSeq() ?? null)
      }
    }
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
