import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ReadOptions, ReadPart } from '@parley/kernel/log/event-store.ts'
import { type Log, nextBatch, subscribe } from './event-store.subscription.ts'

type Search = Required<Pick<ReadOptions, 'batchSize'>> & ReadOptions

/**
 * Reads up to a position, filtered by the server. It is a subscription that ends there: at an event or checkpoint from
 * beyond, or when the server has sent everything it had at the start.
 */
export async function* readUntil(log: Log, until: number, options: Search): AsyncGenerator<ReadPart> {
  const { connection } = log
  const { signal } = options
  let position = options.after
  while (position < until && !signal.aborted) {
    const client = connection.client()
    try {
      for await (const part of search(log, client, position, until, options)) {
        position = part.position
        yield part
      }
    } catch (error) {
      await connection.failed(client, error, signal)
    }
  }
}

async function* search(
  log: Log,
  client: EventStoreDBClient,
  after: number,
  until: number,
  { signal, types, batchSize }: Search,
): AsyncGenerator<ReadPart> {
  let position = after
  const subscription = await subscribe(log, client, position, signal, types)
  try {
    while (position < until && !signal.aborted) {
      const { events, reached, caughtUp } = await nextBatch(subscription, batchSize)
      const searched = caughtUp ? until : Math.min(reached ?? position, until)
      if (searched > position) {
        position = searched
        yield { events: events.filter((event) => event.position <= until), position }
      } else if (!caughtUp && reached === undefined) await subscription.more(log.timeoutMs)
    }
  } finally {
    subscription.end()
  }
}
