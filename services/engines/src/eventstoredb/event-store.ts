import {
  type AppendResult,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type Position,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { dataBytesOf, type PlacedEvent, placed, requireAppendable } from '@parley/kernel/event-store.input.ts'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type Expected,
  START,
  type StoredEvent,
} from '@parley/kernel/event-store.ts'
import { type Connection, connect } from './event-store.connection.ts'
import { beyond, isOfTheServer, positionAt, positionOf, storedEventOf } from './event-store.event.ts'
import { collect } from './event-store.reading.ts'
import { readUntil } from './event-store.search.ts'
import { followAll } from './event-store.subscription.ts'

const TIMEOUT = 10_000
const BATCH_SIZE = 500
/** Events requested at once, including the server's own, which are skipped. */
const PAGE = 1000
const SMALLEST_PAGE = 32

/**
 * Opens an EventStoreDB (23.10 or later) by its connection string, without connecting yet. `timeoutMs` (default 10 s)
 * limits each try of a call; a call is tried several times. Data and metadata must be exactly what `JSON.stringify`
 * returns. Throws for an invalid URL.
 */
export async function openEventStoreDb({
  url,
  timeoutMs = TIMEOUT,
}: {
  url: string
  timeoutMs?: number
}): Promise<EventStore> {
  const connection = connect(url, timeoutMs)
  const closing = new AbortController()
  return {
    async append(stream, expected, events) {
      requireAppendable(stream, expected, events)
      const messages = placed(stream, expected, events).map(jsonEventOf)
      try {
        return await connection.run(`append to ${stream}`, (client) =>
          append(client, stream, expected, messages, timeoutMs),
        )
      } catch (error) {
        // The operator may have set a lower limit than the port's.
        if (!(error instanceof MaxAppendSizeExceededError)) throw error
        throw new AppendTooLarge(stream, dataBytesOf(events), error.maxAppendSize)
      }
    },
    readStream: (stream, { from = 0, limit = Number.MAX_SAFE_INTEGER } = {}) =>
      connection.run(`read ${stream}`, (client) => readStream(client, stream, from, limit, timeoutMs)),
    readAll: (after, limit) => readAll(connection, after, limit, timeoutMs),
    subscribe: (after, { signal, batchSize = BATCH_SIZE }) =>
      followAll(connection, after, batchSize, AbortSignal.any([signal, closing.signal]), timeoutMs),
    readUntil: (until, { signal, batchSize = BATCH_SIZE, ...options }) =>
      readUntil(connection, until, {
        ...options,
        batchSize,
        signal: AbortSignal.any([signal, closing.signal]),
        timeoutMs,
      }),
    head: () => connection.run('find its newest event', (client) => head(client, timeoutMs)),
    async close() {
      closing.abort()
      await connection.close()
    },
  }
}

function jsonEventOf({ id, type, data, metadata }: PlacedEvent) {
  return jsonEvent({ id, type, data: parsed(data), metadata: parsed(metadata) })
}

/** The client serializes the value again. The text is hashed, so it must come out exactly the same. */
function parsed(json: string) {
  const value = JSON.parse(json)
  if (JSON.stringify(value) !== json) throw new TypeError('data and metadata must be as JSON.stringify gives')
  return value
}

async function append(
  client: EventStoreDBClient,
  stream: string,
  expected: Expected,
  messages: ReturnType<typeof jsonEventOf>[],
  deadline: number,
): Promise<Appended> {
  const expectedRevision = expected === 'none' ? NO_STREAM : BigInt(expected)
  try {
    const result = await client.appendToStream(stream, messages, { expectedRevision, deadline })
    const revision = (expected === 'none' ? -1 : expected) + messages.length
    return {
      ok: true,
      revision,
      position: await appendedPosition(client, stream, revision, result, deadline),
    }
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { ok: false, actual: actualOf(error) }
    throw error
  }
}

const actualOf = ({ actualVersion }: WrongExpectedVersionError): Expected =>
  typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none'

/** Needed because the answer to a repeated append may lack its position. */
async function appendedPosition(
  client: EventStoreDBClient,
  stream: string,
  revision: number,
  { position }: AppendResult,
  timeoutMs: number,
): Promise<number> {
  const known = Number(position?.commit ?? Number.NaN)
  if (Number.isSafeInteger(known) && known > 0) return known
  const [event] = await readStream(client, stream, revision, 1, timeoutMs)
  if (!event) throw new Error(`${stream} lacks revision ${revision}, which it has just acknowledged`)
  return event.position
}

async function readStream(
  client: EventStoreDBClient,
  stream: string,
  from: number,
  limit: number,
  timeoutMs: number,
): Promise<StoredEvent[]> {
  if (limit <= 0) return []
  const reading = client.readStream(stream, { fromRevision: BigInt(from), maxCount: limit })
  return (await collect(reading, timeoutMs)).map(storedEventOf)
}

/** Reads pages until there are enough events, because the server's own events can't be excluded from a read. */
async function readAll(
  connection: Connection,
  after: number,
  limit: number,
  timeoutMs: number,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  let position = after
  while (events.length < limit) {
    // A read begins with the event at its position, which the caller already has.
    const maxCount = Math.min(Math.max(limit - events.length + 1, SMALLEST_PAGE), PAGE)
    const page = await connection.run('read all streams', (client) =>
      collect(client.readAll({ fromPosition: beyond(position), maxCount }), timeoutMs),
    )
    const past = position
    for (const resolved of page) {
      position = positionOf(resolved)
      if (position > past && !isOfTheServer(resolved) && events.length < limit)
        events.push(storedEventOf(resolved))
    }
    if (page.length < maxCount) break
  }
  return events
}

async function head(client: EventStoreDBClient, timeoutMs: number): Promise<number> {
  let from: Position | typeof END = END
  for (let maxCount = SMALLEST_PAGE; ; maxCount = PAGE) {
    const page = await collect(
      client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount }),
      timeoutMs,
    )
    const newest = page.find((resolved) => !isOfTheServer(resolved))
    if (newest) return positionOf(newest)
    const last = page.at(-1)
    if (!last || page.length < maxCount) return START
    from = positionAt(positionOf(last))
  }
}
