import { type EventStoreDBClient, MaxAppendSizeExceededError } from '@eventstore/db-client'
import {
  dataBytesOf,
  type PlacedEvent,
  placed,
  requireAppendable,
} from '@parley/kernel/log/event-store.input.ts'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type Expected,
  type StoredEvent,
} from '@parley/kernel/log/event-store.ts'
import { appendAlone } from './event-store.append.ts'
import { type BatchAppends, createBatchAppends } from './event-store.batch.ts'
import { ofAll, ofStream } from './event-store.calls.ts'
import { connect, namedError } from './event-store.connection.ts'
import { filterOf, positionOf, type Streams, storedEventOf } from './event-store.event.ts'
import { createHead } from './event-store.head.ts'
import { collect } from './event-store.reading.ts'
import { readUntil } from './event-store.search.ts'
import { followAll, type Log } from './event-store.subscription.ts'

const TIMEOUT = 2_500
const BATCH_SIZE = 500
/** Events requested at once. */
const PAGE = 1000

export type EventStoreDbOptions = {
  url: string
  /** What the names of the log's streams begin with on the server, which may hold others; without it, all are the log's. */
  prefix?: string
  /** Tells by their metadata which events are the log's, where others write into streams of any name. */
  isOwn?: (metadata: string) => boolean
  /** Limits each try of a call; a call is given up after about three. 2.5 s by default. */
  timeoutMs?: number
}

/**
 * Opens a log in an EventStoreDB (23.10 or later) by its connection string, without connecting yet. Throws for an invalid
 * URL.
 */
export async function openEventStoreDb({
  url,
  prefix = '',
  isOwn,
  timeoutMs = TIMEOUT,
}: EventStoreDbOptions): Promise<EventStore> {
  const connection = connect(url, timeoutMs)
  const closing = new AbortController()
  const streams = { prefix, isOwn }
  const head = createHead()
  const batches = createBatchAppends()
  const log: Log = {
    connection,
    streams,
    timeoutMs,
    searched: head.searched,
    async probe() {
      // No stream has this name: the answer is short, whatever the server holds.
      const client = connection.client()
      await collect(client, ofStream(`${prefix}probe`, 0, 1), timeoutMs)
      connection.answered()
    },
  }
  return {
    async append(stream, expected, events) {
      requireAppendable(stream, expected, events)
      const messages = placed(stream, expected, events)
      try {
        return await connection.run(`append to ${stream}`, (client) =>
          append(batches, client, streams, stream, expected, messages, timeoutMs),
        )
      } catch (error) {
        // The operator may have set a lower limit than the port's.
        if (!(error instanceof MaxAppendSizeExceededError)) throw error
        throw new AppendTooLarge(stream, dataBytesOf(events), error.maxAppendSize)
      }
    },
    readStream: (stream, { from = 0, limit = Number.MAX_SAFE_INTEGER } = {}) =>
      connection.run(`read ${stream}`, (client) =>
        readStream(client, streams, stream, from, limit, timeoutMs),
      ),
    readAll: (after, limit) => readAll(log, after, limit),
    subscribe: (after, { signal, batchSize = BATCH_SIZE }) =>
      followAll(log, after, batchSize, AbortSignal.any([signal, closing.signal])),
    readUntil: (until, { signal, batchSize = BATCH_SIZE, ...options }) =>
      readUntil(log, until, { ...options, batchSize, signal: AbortSignal.any([signal, closing.signal]) }),
    head: () => head.newest(log),
    async close() {
      closing.abort()
      await connection.close()
    },
  }
}

async function append(
  batches: BatchAppends,
  client: EventStoreDBClient,
  streams: Streams,
  stream: string,
  expected: Expected,
  events: PlacedEvent[],
  timeoutMs: number,
): Promise<Appended> {
  const wanted = { stream: streams.prefix + stream, expected, events }
  const together = await batches.supportedBy(client, timeoutMs)
  try {
    const answer = await (together
      ? batches.append(client, wanted, timeoutMs)
      : appendAlone(client, wanted, timeoutMs))
    if (!answer.ok) return answer
    const revision = (expected === 'none' ? -1 : expected) + events.length
    const position = answer.position ?? (await positionAt(client, streams, stream, revision, timeoutMs))
    return { ok: true, revision, position }
  } catch (error) {
    throw namedError(error)
  }
}

/** Needed because the answer to a repeated append may lack its position. */
async function positionAt(
  client: EventStoreDBClient,
  streams: Streams,
  stream: string,
  revision: number,
  timeoutMs: number,
): Promise<number> {
  const [event] = await readStream(client, streams, stream, revision, 1, timeoutMs)
  if (!event) throw new Error(`${stream} lacks revision ${revision}, which it has just acknowledged`)
  return event.position
}

async function readStream(
  client: EventStoreDBClient,
  streams: Streams,
  stream: string,
  from: number,
  limit: number,
  timeoutMs: number,
): Promise<StoredEvent[]> {
  if (limit <= 0) return []
  const responses = await collect(client, ofStream(streams.prefix + stream, from, limit), timeoutMs)
  return responses.flatMap((response) => storedEventOf(response, streams) ?? [])
}

async function readAll(
  { connection, streams, timeoutMs }: Log,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  let position = after
  while (events.length < limit) {
    // A read begins with the event at its position, which the caller already has.
    const count = Math.min(limit - events.length + 1, PAGE)
    const past = position
    const page = await connection.run('read all streams', (client) =>
      collect(client, ofAll(filterOf(streams), { from: past, count }), timeoutMs),
    )
    for (const response of page) {
      position = positionOf(response) ?? position
      const event = storedEventOf(response, streams)
      if (event && position > past && events.length < limit) events.push(event)
    }
    if (page.length < count) break
  }
  return events
}
