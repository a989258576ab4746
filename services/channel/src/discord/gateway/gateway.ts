/**
 * The connection of the operator's bot to Discord's gateway, in as many shards as Discord recommends. One process of a
 * region runs it at a time, the one that holds the lease of the job (`kernel/src/running/regular-work.ts`).
 */
import { pause } from '@parley/kernel/pause.ts'
import { z } from 'zod'
import type { DiscordApi } from '../discord-api.ts'
import type { EventReceiver } from '../receive-events.ts'
import type { SessionStore } from './session-store.ts'
import { GatewayRefusal, runShard, type ShardOptions } from './shard.ts'

export type GatewayOptions = {
  api: DiscordApi
  token: string
  sessions: SessionStore
  /** Makes what receives the events of a run. */
  receiverOf(signal: AbortSignal): EventReceiver
  onFault(message: string, details: object): void
  /** How long it is not tried again, in ms, after Discord has refused the bot: each try counts towards a day's sessions. */
  refusedPauseMs?: number
  /** Between two new sessions, in ms, as Discord asks for. */
  identifyEveryMs?: number
} & Pick<ShardOptions, 'keepEveryMs' | 'pauseAfter' | 'pauseBeforeIdentify'>

/** Servers (for the messages missed), messages in servers, and what they say. */
export const INTENTS = (1 << 0) | (1 << 9) | (1 << 10) | (1 << 15)
const REFUSED_PAUSE_MS = 300_000
const IDENTIFY_EVERY_MS = 5_000
/** With fewer sessions left for the day, none is begun: without any, Discord takes the token away. */
const SESSIONS_LEFT = 5
/** So many events may be under way; then no more are taken until half of them are done. */
const MOST_UNDER_WAY = 2_000
const MORE_SHARDS_NEEDED = 4_011

const gatewaySchema = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.number().int().min(1).max(10_000),
  session_start_limit: z.object({
    remaining: z.number(),
    reset_after: z.number(),
    max_concurrency: z.number().int().min(1).max(10_000),
  }),
})
type Gateway = z.infer<typeof gatewaySchema>

/** Runs until `signal` aborts, or throws why it can't. */
export async function runGateway(options: GatewayOptions, signal: AbortSignal): Promise<void> {
  const { api, sessions, token } = options
  const gateway = await gatewayOf(api)
  const over = new AbortController()
  const running = AbortSignal.any([signal, over.signal])
  const receiver = options.receiverOf(running)
  const mayIdentify = identifyLimit(options, gateway)
  const shards = Array.from({ length: gateway.shards }, (_, number) =>
    runShard({
      ...{ gatewayUrl: gateway.url, token, intents: INTENTS, sessions, signal: running },
      shard: [number, gateway.shards],
      onEvent: receiver.take,
      isFull: () => receiver.waiting() > MOST_UNDER_WAY,
      async room() {
        while (receiver.waiting() > MOST_UNDER_WAY / 2 && !running.aborted) await pause(100, running)
      },
      mayIdentify: () => mayIdentify(number, running),
      ...(options.keepEveryMs !== undefined && { keepEveryMs: options.keepEveryMs }),
      ...(options.pauseAfter && { pauseAfter: options.pauseAfter }),
      ...(options.pauseBeforeIdentify && { pauseBeforeIdentify: options.pauseBeforeIdentify }),
    }).catch((error) => {
      // The others end with it, and all begin anew.
      over.abort()
      throw error
    }),
  )
  const ended = await Promise.allSettled(shards)
  const failed = ended.find((one) => one.status === 'rejected')
  if (!failed || signal.aborted) return
  const { reason } = failed
  if (reason instanceof GatewayRefusal && !(await isHelpedByShards(api, reason, gateway))) {
    options.onFault('Discord refused the bot', { err: reason })
    await pause(options.refusedPauseMs ?? REFUSED_PAUSE_MS, signal)
  }
  throw reason
}

/** Whether Discord wants more shards, and recommends more by now. */
async function isHelpedByShards(
  api: DiscordApi,
  { code }: GatewayRefusal,
  former: Gateway,
): Promise<boolean> {
  if (code !== MORE_SHARDS_NEEDED) return false
  const shards = await gatewayOf(api).then(
    (gateway) => gateway.shards,
    () => 0,
  )
  return shards > former.shards
}

async function gatewayOf(api: DiscordApi): Promise<Gateway> {
  const found = await api.asBot({ method: 'GET', path: '/gateway/bot' }, gatewaySchema)
  if (!found.ok) throw new Error(`Discord’s gateway could not be asked for: ${found.kind}`)
  return found.result
}

/** New sessions one after the other, and none where few are left for the day. Shards of different groups need not wait. */
function identifyLimit({ api, identifyEveryMs = IDENTIFY_EVERY_MS }: GatewayOptions, gateway: Gateway) {
  const { max_concurrency: groups } = gateway.session_start_limit
  /** By group: when the last one of it may have begun. */
  const turns = Array.from({ length: groups }, () => Promise.resolve())

  return async (shard: number, signal: AbortSignal): Promise<void> => {
    const group = shard % groups
    const mine = turns[group]!
    const { promise, resolve } = Promise.withResolvers<void>()
    turns[group] = promise
    try {
      await mine
      const { remaining, reset_after: resetMs } = (await gatewayOf(api)).session_start_limit
      if (remaining < SESSIONS_LEFT)
        throw new Error(
          `Discord allows the bot ${remaining} more sessions in the next ${Math.ceil(resetMs / 60_000)} minutes`,
        )
    } finally {
      void pause(identifyEveryMs, signal).then(resolve)
    }
  }
}
