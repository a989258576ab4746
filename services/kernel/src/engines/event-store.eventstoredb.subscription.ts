import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client'
import type { StoredEvent } from '../event-store.ts'
import { backOff, type Connection, isFinal } from './event-store.eventstoredb.connection.ts'
import { beyond, isOfTheServer, storedEventOf } from './event-store.eventstoredb.event.ts'

/** Events that may lie in memory before the reader asks; beyond them the server has to wait. */
const BUFFERED = 32
/** A batch ends here even when it could hold more events, in characters. */
const BATCH_CHARACTERS = 4_000_000
/** After so many failures in a row the client itself is in doubt. */
const FAILURES_PER_CLIENT = 3

/**
 * Follows all streams from after a position until `signal` aborts. The client drops a subscription for good when it
 * loses its server: this one subscribes anew after the last event it has handed over, at growing intervals.
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

type Subscription = {
  stream: AllStreamSubscription
  /** Waits until there may be something to read. False when the signal has aborted; throws when the server is lost. */
  more(): Promise<boolean>
  end(): void
}

function subscribe(
  client: EventStoreDBClient,
  position: number,
  signal: AbortSignal,
  timeoutMs: number,
): Subscription {
  const stream = client.subscribeToAll(
    { fromPosition: beyond(position), filter: excludeSystemEvents() },
    { highWaterMark: BUFFERED },
  )
  let lost: unknown
  let wake = (): void => undefined
  // An error is told once, perhaps while the reader is busy with a batch.
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
      while (!signal.aborted && stream.readableLength === 0) {
        if (lost) throw lost
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return !signal.aborted
    },
    end() {
      clearTimeout(unconfirmed)
      signal.removeEventListener('abort', abort)
      // It fails when the subscription never began.
      stream.unsubscribe().catch(() => undefined)
      stream.destroy()
    },
  }
}

/** As many events as have arrived, none when none has. */
async function nextBatch({ stream }: Subscription, batchSize: number): Promise<StoredEvent[]> {
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
    // Events arrive one message each: one turn more makes batches out of them, and costs next to nothing.
    await nextTurn()
  }
}
