import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { following, type ReadCall, startRead } from './event-store.calls.ts'
import type { Connection } from './event-store.connection.ts'
import { within } from './event-store.deadline.ts'
import { filterOf, positionOf, type Streams, storedEventOf } from './event-store.event.ts'

/** A batch ends at this size, in characters, even if it could hold more events. */
const BATCH_CHARACTERS = 4_000_000
/** The server is asked for a sign of life after this much silence, in tries of a call. */
const QUIET_TRIES = 2

export type Log = {
  connection: Connection
  streams: Streams
  /** The time of one try, in ms. */
  timeoutMs: number
  /** Notes that all events after a position, up to another one, have been read, and which was the newest. */
  searched(after: number, until: number, newest: number | undefined): void
  /** Reads something small. */
  probe(): Promise<unknown>
}

/**
 * Follows all streams of the log after a position until `signal` aborts. A subscription ends when its server is lost;
 * this one subscribes again after what it has read, checkpoints between events of others included.
 */
export async function* followAll(
  log: Log,
  after: number,
  batchSize: number,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  const { connection } = log
  let position = after
  while (!signal.aborted) {
    const client = connection.client()
    let subscription: Subscription | undefined
    try {
      subscription = await subscribe(log, client, position, signal)
      for (;;) {
        const { events, reached } = await nextBatch(subscription, batchSize)
        if (events.length > 0) yield events
        if (reached !== undefined) position = reached
        else if (!(await subscription.more())) break
      }
    } catch (error) {
      await connection.failed(client, error, signal)
    } finally {
      subscription?.end()
    }
  }
}

export type Subscription = {
  log: Log
  call: ReadCall
  /** How far all events, not only some types, have been read; undefined where only some are. */
  position: number | undefined
  /**
   * Waits until there may be something to read. Returns false when the signal has aborted; throws when the server is
   * lost or, after `mostMs` without anything, does not answer; without `mostMs` it is asked then.
   */
  more(mostMs?: number): Promise<boolean>
  end(): void
}

/** Only events of `types` if given. */
export async function subscribe(
  log: Log,
  client: EventStoreDBClient,
  after: number,
  signal: AbortSignal,
  types?: readonly string[],
): Promise<Subscription> {
  const { connection, timeoutMs } = log
  const call = await within(timeoutMs, startRead(client, following(filterOf(log.streams, types), after)))
  let lost: unknown
  let wake = (): void => undefined
  // An error is emitted once, perhaps while the reader is busy with a batch.
  const lose = (error: unknown): void => {
    lost ??= error
    wake()
  }
  const abort = (): void => wake()
  let confirmed = false
  call.on('readable', () => {
    confirmed = true
    wake()
  })
  call.on('error', lose)
  call.on('end', () => lose(new Error('the server ended the subscription')))
  signal.addEventListener('abort', abort)
  return {
    log,
    call,
    position: types ? undefined : after,
    async more(mostMs) {
      while (!signal.aborted && call.readableLength === 0) {
        if (lost) throw lost
        const most = confirmed ? (mostMs ?? QUIET_TRIES * timeoutMs) : timeoutMs
        let silent = false
        const silence = setTimeout(() => {
          silent = true
          wake()
        }, most)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(silence)
        if (!silent || signal.aborted || call.readableLength > 0) continue
        if (mostMs !== undefined || !confirmed) throw new Error(`no answer within ${most} ms`)
        // Nothing tells a server that has stopped from one without new events.
        if (connection.silentMs() >= most) await log.probe()
      }
      return !signal.aborted
    },
    end() {
      signal.removeEventListener('abort', abort)
      call.cancel()
    },
  }
}

export type Batch = {
  events: StoredEvent[]
  /** Everything up to here has been read; undefined if nothing has arrived. */
  reached: number | undefined
  /** Whether the server has sent everything that it had. */
  caughtUp: boolean
}

/** Returns the events that have arrived; none if none has. */
export async function nextBatch(subscription: Subscription, batchSize: number): Promise<Batch> {
  const { log, call } = subscription
  const batch: Batch = { events: [], reached: undefined, caughtUp: false }
  let characters = 0
  const isFull = (): boolean => batch.events.length >= batchSize || characters >= BATCH_CHARACTERS
  for (let [before, read] = [-1, 0]; !isFull() && read > before; ) {
    // Each event arrives in a message of its own: one more turn of the event loop collects them in batches at little
    // cost.
    if (read > 0) await nextTurn()
    before = read
    while (!isFull()) {
      const response: streams.ReadResp | null = call.read()
      if (response === null) break
      read += 1
      if (response.hasCaughtUp()) batch.caughtUp = true
      batch.reached = positionOf(response) ?? batch.reached
      const event = storedEventOf(response, log.streams)
      if (!event) continue
      characters += event.data.length + event.metadata.length
      batch.events.push(event)
    }
  }
  if (batch.reached === undefined && !batch.caughtUp) return batch
  log.connection.answered()
  if (subscription.position !== undefined && batch.reached !== undefined) {
    log.searched(subscription.position, batch.reached, batch.events.at(-1)?.position)
    subscription.position = batch.reached
  }
  return batch
}
