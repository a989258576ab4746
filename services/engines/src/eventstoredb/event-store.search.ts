import { setTimeout as delay } from 'node:timers/promises'
import { type EventStoreDBClient, eventTypeFilter, excludeSystemEvents } from '@eventstore/db-client'
import type { ReadOptions, ReadPart } from '@parley/kernel/event-store.ts'
import { backOff, type Connection, isFinal } from './event-store.connection.ts'
import { nextBatch, subscribe } from './event-store.subscription.ts'

/** Events that the server searches, without finding one, before it says how far it is. */
const SEARCHED = 1_000
const FAILURES_PER_CLIENT = 3

type Search = Required<Pick<ReadOptions, 'batchSize'>> & ReadOptions & { timeoutMs: number }

/**
 * Reads up to a position, filtered by the server. Only subscriptions are filtered, so this is one that ends there: at an
 * event or checkpoint from beyond, or when the server has sent everything it had at the start.
 */
export async function* readUntil(
  connection: Connection,
  until: number,
  options: Search,
): AsyncGenerator<ReadPart> {
  const { signal } = options
  let position = options.after
  let failures = 0
  while (position < until && !signal.aborted) {
    const client = connection.client()
    try {
      for await (const part of search(client, position, until, options)) {
        failures = 0
        position = part.position
        yield part
      }
    } catch (error) {
      if (isFinal(error)) throw error
      failures += 1
      if (failures >= FAILURES_PER_CLIENT) connection.replace(client)
      await delay(backOff(failures), undefined, { signal }).catch(() => undefined)
    }
  }
}

async function* search(
  client: EventStoreDBClient,
  after: number,
  until: number,
  { signal, types, batchSize, timeoutMs }: Search,
): AsyncGenerator<ReadPart> {
  let position = after
  /** How far the server has searched. It holds for the reader once everything that has arrived is read. */
  let searched = after
  const checkpoint = {
    maxSearchWindow: SEARCHED,
    checkpointInterval: 1,
    async checkpointReached(_: unknown, { commit }: { commit: bigint }) {
      searched = Math.max(searched, Number(commit))
      subscription.look()
    },
  }
  const filter = types
    ? eventTypeFilter({ regex: `^(${types.join('|')})$`, ...checkpoint })
    : excludeSystemEvents(checkpoint)
  const subscription = subscribe(client, position, signal, timeoutMs, filter)
  subscription.stream.on('caughtUp', () => {
    searched = Math.max(searched, until)
    subscription.look()
  })
  try {
    while (position < until && !signal.aborted) {
      const batch = await nextBatch(subscription, batchSize)
      const isRead = subscription.stream.readableLength === 0
      const reached = Math.max(batch.at(-1)?.position ?? position, isRead ? searched : position)
      if (reached > position) {
        position = Math.min(reached, until)
        yield { events: batch.filter((event) => event.position <= until), position }
      } else await subscription.more()
    }
  } finally {
    subscription.end()
  }
}
