import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { charactersOf, placed, requireAppendable } from '@parley/kernel/log/event-store.input.ts'
import {
  type EventStore,
  type ReadOptions,
  type ReadPart,
  START,
  type StoredEvent,
  StoreUnavailable,
} from '@parley/kernel/log/event-store.ts'
import { openForReading } from './event-store.file.ts'
import { rowReader } from './event-store.row.ts'
import { keepTail, type Tail } from './event-store.tail.ts'
import { appendToLog, closeLog, openLog } from './event-store.thread.ts'
import { type Watch, watchHead } from './event-store.watch.ts'

/** Rows read before yielding to the event loop. */
const PAGE = 1000

/** A subscription's batch ends at this size, in characters, even if it could hold more events. */
const BATCH_CHARACTERS = 4_000_000
/** Events searched by type before yielding to the event loop: about a millisecond. */
const SEARCHED = 2_000
const SHARED_AT_MOST = 100
const BATCH_SIZE = 500

/** Notifies every handle of this process on the same file, which then need not wait for the next poll. */
const appends = new EventEmitter().setMaxListeners(0)

/**
 * Opens an event log in one SQLite file, synced to disk at every commit, for any number of processes at once.
 * `':memory:'` opens an empty log that is deleted on close. Throws, with one line that says what to do, for a file of a
 * newer version of Parley and a file that is not an event log.
 */
export async function openSqliteEventStore({ file }: { file: string }): Promise<EventStore> {
  const temporary = file === ':memory:' ? newTemporary() : undefined
  const path = temporary ? join(temporary, 'events.sqlite') : resolve(file)
  await openLog(path, temporary === undefined)
  const log = openReader(path)
  const watch = watchHead(log.head)
  appends.on(path, watch.appended)
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const requireOpen = (): void => {
    if (closing) throw new StoreUnavailable(`the event log ${file} is closed`)
  }
  const close = async (): Promise<void> => {
    watch.close()
    await Promise.allSettled(pending)
    appends.off(path, watch.appended)
    log.db.close()
    await closeLog(path)
    if (temporary) discard(temporary)
  }

  return {
    async append(stream, expected, events) {
      requireOpen()
      requireAppendable(stream, expected, events)
      const own = placed(stream, expected, events)
      const appending = appendToLog(path, stream, expected, own)
      pending.add(appending)
      try {
        const { appended, repeated } = await appending
        if (appended.ok && !repeated) {
          const first = appended.position - own.length + 1
          log.tail.add(own.map((event, nth) => ({ ...event, position: first + nth })))
        }
        if (appended.ok) appends.emit(path, appended.position)
        return appended
      } finally {
        pending.delete(appending)
      }
    },
    async readStream(stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      return pages(limit, (read, size) => {
        requireOpen()
        return log.stream(stream, from + read.length, size)
      })
    },
    async readAll(after, limit) {
      return pages(limit, (read, size) => {
        requireOpen()
        return log.all(read.at(-1)?.position ?? after, size)
      })
    },
    subscribe: (after, { signal, batchSize = BATCH_SIZE }) =>
      follow(log, watch, after, batchSize, () => signal.aborted || closing !== undefined, signal),
    readUntil: (until, options) => search(log, until, options, requireOpen),
    async head() {
      requireOpen()
      return log.head()
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Folders of the logs in memory; deleted when the process ends without closing them. */
const temporaries = new Set<string>()
process.once('exit', () => temporaries.forEach(discard))

function newTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-events-'))
  temporaries.add(folder)
  return folder
}

function discard(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  temporaries.delete(folder)
}

type Log = {
  db: DatabaseSync
  stream(stream: string, from: number, limit: number): StoredEvent[]
  all(after: number, limit: number): StoredEvent[]
  /** Like `all`, but ends early when the batch gets large. */
  batch(after: number, limit: number): StoredEvent[]
  /** Like `batch`, up to a position and only events of these types. */
  some(after: number, until: number, types: readonly string[], limit: number): StoredEvent[]
  /** Events appended by this process, which need not be read back. */
  tail: Tail
  head(): number
}

function openReader(file: string): Log {
  const db = openForReading(file)
  const { prepare, eventOf } = rowReader(db)
  const stream = prepare(
    `stream JOIN event ON event.stream = stream.number
     WHERE stream.text = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  )
  // The order of CROSS JOIN is the one in which SQLite searches.
  const events = 'event CROSS JOIN stream ON stream.number = event.stream WHERE position > ?'
  const all = prepare(`${events} ORDER BY position LIMIT ?`)
  const some = prepare(
    `${events} AND position <= ? AND type IN (SELECT type.number FROM json_each(?) JOIN type ON type.text = value)
     ORDER BY position LIMIT ?`,
  )
  const head = db.prepare('SELECT max(position) AS head FROM event')
  const tail = keepTail()
  return {
    db,
    stream: (name, from, limit) => stream.all(name, from, limit).map(eventOf),
    all: (after, limit) => all.all(after, limit).map(eventOf),
    batch: shared((after, limit) => tail.after(after, limit) ?? batchOf(all.iterate(after, limit), eventOf)),
    some: (after, until, types, limit) =>
      batchOf(some.iterate(after, until, JSON.stringify(types), limit), eventOf),
    tail,
    head: () => Number(head.get()?.head ?? START),
  }
}

function batchOf(rows: Iterable<unknown>, eventOf: (row: unknown) => StoredEvent): StoredEvent[] {
  const batch: StoredEvent[] = []
  let characters = 0
  for (const row of rows) {
    const event = eventOf(row)
    batch.push(event)
    characters += event.data.length + event.metadata.length
    if (characters >= BATCH_CHARACTERS) break
  }
  return batch
}

/**
 * Followers at the head request the same few events at the same moment, so these are read once. The log only grows, so
 * a cached batch stays correct, though it may be short.
 */
function shared(read: Log['batch']): Log['batch'] {
  let last: { after: number; batch: StoredEvent[] } | undefined
  return (after, limit) => {
    if (last?.after === after && last.batch.length <= limit) return last.batch.slice()
    const batch = read(after, limit)
    // A longer batch is read by a single follower that catches up.
    last = batch.length > 0 && batch.length <= SHARED_AT_MOST ? { after, batch } : undefined
    return batch.slice()
  }
}

/** Reads pages until one comes back short. The log only grows, so pages are consistent. */
async function pages(
  limit: number,
  page: (read: StoredEvent[], size: number) => StoredEvent[],
): Promise<StoredEvent[]> {
  const read = page([], Math.min(PAGE, limit))
  for (let last = read.length; last === PAGE && read.length < limit; ) {
    await nextTurn()
    const next = page(read, Math.min(PAGE, limit - read.length))
    for (const event of next) read.push(event)
    last = next.length
  }
  return read
}

async function* follow(
  log: Log,
  watch: Watch,
  after: number,
  batchSize: number,
  ended: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent[]> {
  let position = after
  while (!ended()) {
    const batch = log.batch(position, batchSize)
    const last = batch.at(-1)
    if (last) {
      position = last.position
      yield batch
    }
    // Appends of other processes are looked for while waiting.
    if (!last || log.tail.endsAt(position)) await watch.beyond(position, signal)
  }
}

async function* search(
  log: Log,
  until: number,
  { after, signal, types, batchSize = BATCH_SIZE }: ReadOptions,
  requireOpen: () => void,
): AsyncGenerator<ReadPart> {
  for (let position = after; position < until && !signal.aborted; ) {
    requireOpen()
    const reach = types ? Math.min(until, position + SEARCHED) : until
    const events = types
      ? log.some(position, reach, types, batchSize)
      : log.batch(position, batchSize).filter((event) => event.position <= until)
    const endedEarly = types === undefined || isFull(events, batchSize)
    position = (endedEarly ? events.at(-1)?.position : undefined) ?? reach
    yield { events, position }
    await nextTurn()
  }
}

const isFull = (batch: StoredEvent[], limit: number): boolean =>
  batch.length >= limit || charactersOf(batch) >= BATCH_CHARACTERS
