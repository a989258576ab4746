import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Filter,
} from '@eventstore/db-client'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import { backOff, type Connection, isFinal } from './event-store.connection.ts'
import { beyond, isOfTheServer, storedEventOf } from './event-store.event.ts'

/** Events buffered before the reader asks for them; beyond that the server has to wait. */
const BUFFERED = 32
/** A batch ends at this size, in characters, even if it could hold more events. */
const BATCH_CHARACTERS = 4_000_000
/** After this many failures in a row the client is replaced. */
const FAILURES_PER_CLIENT = 3

/**
 * Follows all streams after a position until `signal` aborts. The client ends a subscription permanently when it loses
 * its server; this one subscribes again after the last event it returned, with growing pauses.
 */
export async function* followAll(
  connection: Connection,
  after: number,
  batchSize: number,
  signal: AbortSignal,
  timeoutMs: number,
): AsyncGenerator<StoredEvent[]> {
  let position = after
  let failures = 0
  while (!signal.aborted) {
    const client = connection.client()
    const subscription = subscribe(client, position, signal, timeoutMs)
    try {
      for (;;) {
        const batch = await nextBatch(subscription, batchSize)
        const last = batch.at(-1)
        if (last) {
          failures = 0
          position = last.position
          yield batch
        } else if (!(await subscription.more())) break
      }
    } catch (error) {
      if (isFinal(error)) throw error
      failures += 1
      if (failures >= FAILURES_PER_CLIENT) connection.replace(client)
      await delay(backOff(failures), undefined, { signal }).catch(() => undefined)
    } finally {
      subscription.end()
    }
  }
}

export type Subscription = {
  stream: AllStreamSubscription
  /**
   * Waits until there may be something to read. Returns false when the signal has aborted; throws when the server is
   * lost.
   */
  more(): Promise<boolean>
  /** Ends a wait for more. */
  look(): void
  end(): void
}

/** `filter` is the server's; without one, all events but the server's own are sent. */
export function subscribe(
  client: EventStoreDBClient,
  position: number,
  signal: AbortSignal,
  timeoutMs: number,
  filter: Filter = excludeSystemEvents(),
): Subscription {
  const stream = client.subscribeToAll(
    { fromPosition: beyond(position), filter },
    { highWaterMark: BUFFERED },
  )
  let lost: unknown
  let looks = false
  let wake = (): void => undefined
  // An error is emitted once, perhaps while the reader is busy with a batch.
  const lose = (error: unknown): void => {
    lost ??= error
    wake()
  }
  const unconfirmed = setTimeout(() => lose(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  const abort = (): void => wake()
  stream.on('confirmation', () => clearTimeout(unconfirmed))
  stream.on('readable', () => wake())
  stream.on('error', lose)
  stream.on('end', () => lose(new Error('the server ended the subscription')))
  signal.addEventListener('abort', abort)
  return {
    stream,
    async more() {
      while (!signal.aborted && stream.readableLength === 0 && !looks) {
        if (lost) throw lost
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      looks = false
      return !signal.aborted
    },
    look() {
      looks = true
      wake()
    },
    end() {
      clearTimeout(unconfirmed)
      signal.removeEventListener('abort', abort)
      // Rejects if the subscription never began.
      stream.unsubscribe().catch(() => undefined)
      stream.destroy()
    },
  }
}

/** Returns the events that have arrived; none if none has. */
export async function nextBatch({ stream }: Subscription, batchSize: number): Promise<StoredEvent[]> {
  const batch: StoredEvent[] = []
  let characters = 0
  const isFull = (): boolean => batch.length >= batchSize || characters >= BATCH_CHARACTERS
  for (;;) {
    const before = batch.length
    while (!isFull()) {
      const resolved: AllStreamResolvedEvent | null = stream.read()
      if (resolved === null) break
      if (isOfTheServer(resolved)) continue
      const event = storedEventOf(resolved)
      characters += event.data.length + event.metadata.length
      batch.push(event)
    }
    if (isFull() || batch.length === before) return batch
    // Each event arrives in a message of its own: one more turn of the event loop collects them in batches at little
    // cost.
    await nextTurn()
  }
}
