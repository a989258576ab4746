/**
 * Keeps one shard of the bot connected: resumes its session after a loss, and begins another one where Discord has ended
 * it. Events are handed on one by one; the session is kept as far as they are dealt with, so that one that was not is
 * told again.
 */
import { isIP } from 'node:net'
import { pause } from '@parley/kernel/pause.ts'
import { z } from 'zod'
import { type GatewayEvent, runConnection } from './gateway-connection.ts'
import { createProgress, type Progress } from './progress.ts'
import type { SessionStore } from './session-store.ts'

/** Discord does not accept the bot as it is configured. `code`: of discord.com/developers/docs/topics/opcodes-and-status-codes. */
export class GatewayRefusal extends Error {
  readonly code: number
  constructor(code: number) {
    super(`Discord’s gateway refused the bot with ${code}: ${refusals[code] ?? 'unknown'}`)
    this.code = code
  }
}

const refusals: Record<number, string> = {
  4004: 'DISCORD_BOT_TOKEN is not accepted',
  4010: 'the shard is not valid',
  4011: 'more shards are needed',
  4012: 'the version of the gateway is not valid',
  4013: 'the intents are not valid',
  4014: 'allow the bot the Message Content Intent in the Developer Portal',
}

export type ShardOptions = {
  gatewayUrl: string
  token: string
  intents: number
  shard: readonly [number: number, of: number]
  sessions: SessionStore
  /** Deals with an event; resolves when that is done for good. Must not reject. */
  onEvent(event: GatewayEvent, session: { missedSince?: number }): Promise<void>
  /** Whether there are too many events under way, so that no more should come. */
  isFull(): boolean
  /** Resolves when more may come. */
  room(): Promise<void>
  mayIdentify(signal: AbortSignal): Promise<void>
  signal: AbortSignal
  /** The pause before the next connection, in ms. */
  pauseAfter?: (failures: number) => number
  /** Before a new session, after one was ended. */
  pauseBeforeIdentify?: () => number
  /** At most so often, in ms, the session is kept. */
  keepEveryMs?: number
  now?: () => number
}

const KEEP_EVERY_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const NAMED_WITHIN_MS = 3_600_000

const readySchema = z.object({ session_id: z.string(), resume_gateway_url: z.string().catch('') })

/** Runs until `signal` aborts. Throws a `GatewayRefusal`, or what `mayIdentify` throws. */
export async function runShard(options: ShardOptions): Promise<void> {
  const { shard, sessions, signal, keepEveryMs = KEEP_EVERY_MS, now = Date.now } = options
  const pauseAfter = options.pauseAfter ?? ((failures) => Math.min(1_000 * 2 ** failures, LONGEST_PAUSE_MS))
  const pauseBeforeIdentify = options.pauseBeforeIdentify ?? (() => 1_000 + Math.random() * 4_000)
  const kept = await sessions.read(shard[0])
  let session = kept?.shards === shard[1] ? kept : undefined
  /** Since when events may have been missed. */
  let lost = session ? session.missedSince : (kept ?? (await sessions.read(0)))?.at
  let progress: Progress | undefined = session && createProgress(session.seq)
  /** The last event that came, dealt with or not. */
  let seq = session?.seq
  let keptAt = 0
  let keeping: Promise<void> = Promise.resolve()
  let failures = 0
  try {
    while (!signal.aborted) {
      await options.room()
      const full = new AbortController()
      let isReadable = true
      const resume = session && seq !== undefined ? { sessionId: session.sessionId, seq } : undefined
      const ending = await runConnection({
        ...{ token: options.token, intents: options.intents, shard },
        url: resume && session ? resumedAt(session.resumeUrl, options.gatewayUrl) : options.gatewayUrl,
        ...(resume ? { resume } : {}),
        mayIdentify: () => options.mayIdentify(signal),
        lastSeq: () => seq,
        onEvent(event) {
          isReadable = take(event)
          if (!isReadable || options.isFull()) full.abort()
        },
        signal: AbortSignal.any([signal, full.signal]),
      })
      if (ending.kind === 'refused') throw new GatewayRefusal(ending.code)
      if (ending.kind === 'stopped') {
        if (!isReadable) await pause(pauseAfter(++failures), signal)
        continue
      }
      if (ending.kind === 'invalid-session') {
        lost = Math.min(lost ?? Number.POSITIVE_INFINITY, session?.at ?? now())
        session = undefined
        seq = undefined
        await pause(pauseBeforeIdentify(), signal)
        continue
      }
      failures = ending.isOpened ? 0 : failures + 1
      if (failures > 0) await pause(pauseAfter(failures), signal)
    }
  } finally {
    await keep(true)
  }

  /** Returns whether the session is known by it, without which nothing would be received. */
  function take(event: GatewayEvent): boolean {
    const { t, s, d } = event
    if (t === 'READY') {
      const ready = readySchema.safeParse(d).data
      if (!ready) return false
      session = {
        ...{ sessionId: ready.session_id, resumeUrl: ready.resume_gateway_url, seq: s, shards: shard[1] },
        ...{ at: now(), begunAt: now() },
        ...(lost === undefined ? {} : { missedSince: lost }),
      }
      lost = undefined
      progress = createProgress(s)
    }
    const present = progress
    if (!present || !session) return true
    // Told twice, as after a resumption from before it.
    if (seq !== undefined && s <= seq && t !== 'READY') return true
    seq = s
    present.begin(s)
    // Servers are named within minutes; one that is named later was away itself.
    const missedSince = now() - session.begunAt < NAMED_WITHIN_MS ? session.missedSince : undefined
    void options.onEvent(event, missedSince === undefined ? {} : { missedSince }).then(() => {
      present.done(s)
      if (present === progress && now() - keptAt >= keepEveryMs) void keep(false)
    })
    if (t === 'READY') void keep(false)
    return true
  }

  /** Keeps how far the session is; the last time, once all before it is kept. */
  async function keep(isLast: boolean): Promise<void> {
    keptAt = now()
    keeping = keeping.then(async () => {
      if (!session || !progress) return
      session = { ...session, seq: progress.seq(), at: now() }
      // A failure costs no event: what is told again is known.
      await sessions.write(shard[0], session).catch(() => undefined)
    })
    if (isLast) await keeping
  }
}

/**
 * Where a session is resumed: where Discord says, if that is a host of the gateway's own domain, since the bot's token is
 * sent there; else at the gateway.
 */
function resumedAt(given: string, gatewayUrl: string): string {
  const gateway = new URL(gatewayUrl)
  const address = URL.parse(given)
  if (address?.protocol !== gateway.protocol) return gatewayUrl
  const domain = gateway.hostname.split('.').slice(-2).join('.')
  const isNear =
    isIP(gateway.hostname) === 0 &&
    domain.includes('.') &&
    address.port === gateway.port &&
    address.hostname.endsWith(`.${domain}`)
  return address.host === gateway.host || isNear ? given : gatewayUrl
}
