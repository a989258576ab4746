/**
 * How an event is written to and read from its row. Names of streams and types, and how metadata begin, are stored once
 * and stand in rows as numbers; ids are 16 bytes; what is in `event-store.pack.ts` is shortened. All else is as it was
 * appended: storing the names of fields once too would save another quarter, but replay would take half as long again.
 */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { PlacedEvent } from '@parley/kernel/log/event-store.input.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { deflated, inflated, packed, unpacked } from './event-store.pack.ts'

/**
 * What rows of the second layout lack. `ending`: see `packed`; null if the event is stored as it is. `deflated`: `data`
 * that is long; the column `data` is then empty.
 */
export const PACKED_COLUMNS = ['ending BLOB', 'deflated BLOB'] as const

export const TABLES = `
  CREATE TABLE stream (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE type (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE origin (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id BLOB NOT NULL,
    type INTEGER NOT NULL,
    data TEXT NOT NULL,
    origin INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    ${PACKED_COLUMNS[0]},
    ${PACKED_COLUMNS[1]},
    UNIQUE (stream, revision)
  ) STRICT;
  INSERT INTO origin VALUES (0, '')`

// Digits are read faster than bytes.
const COLUMNS =
  'position, stream.text, revision, hex(id), type, data, origin, metadata, hex(ending), event.deflated'

/** Ends what metadata of many events begin with: their tenant and the kind of actor. */
const AFTER_ORIGIN = ',"id":"'
/** Longer beginnings are not stored apart. */
const MOST_CHARACTERS = 200
/** Texts and numbers kept in memory. They never change. */
const MOST_KEPT = 5_000

type Row = Record<string, SQLOutputValue>

export type RowReader = {
  /** Prepares the selection of events by a condition, with their order. */
  prepare(from: string): StatementSync
  /** Returns the event of a row of such a statement. */
  eventOf(row: unknown): StoredEvent
}

export function rowReader(db: DatabaseSync): RowReader {
  const typeOf = textsIn(db, 'type')
  const originOf = textsIn(db, 'origin')
  return {
    prepare(from) {
      const statement = db.prepare(`SELECT ${COLUMNS} FROM ${from}`)
      // Half of the time of rows as objects.
      statement.setReturnArrays(true)
      return statement
    },
    eventOf(row) {
      if (!Array.isArray(row)) throw new TypeError('a row of the event log is not a list of its columns')
      const [position, streamName, revision, id, type, text, origin, rest, ending, bytes] = row
      const stream = String(streamName)
      const data = bytes instanceof Uint8Array ? inflated(bytes) : String(text)
      const metadata = `${originOf(Number(origin))}${rest}`
      return {
        position: Number(position),
        stream,
        revision: Number(revision),
        id: uuidOf(String(id)),
        type: typeOf(Number(type)),
        ...(ending ? unpacked(stream, data, metadata, String(ending)) : { data, metadata }),
      }
    },
  }
}

function textsIn(db: DatabaseSync, table: 'type' | 'origin'): (number: number) => string {
  const find = db.prepare(`SELECT text FROM ${table} WHERE number = ?`)
  const kept = new Map<number, string>()
  return (number) => kept.get(number) ?? keep(kept, number, String(find.get(number)?.text))
}

export type RowWriter = {
  /** Returns the number of a stream; undefined if it has no events. */
  streamNumber(name: string): number | undefined
  addStream(name: string): number
  /** Returns the position that the event got, or was given. */
  insert(stream: number, event: PlacedEvent, position?: number): number
  /** Must be called after a rollback: numbers that were given in the transaction are not in the file. */
  forget(): void
}

/** Writes within the transactions of the caller, so that no other process gives numbers at the same time. */
export function rowWriter(db: DatabaseSync): RowWriter {
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const streams = numbersIn(db, 'stream')
  const types = numbersIn(db, 'type')
  const origins = numbersIn(db, 'origin')
  return {
    streamNumber: streams.known,
    addStream: streams.numberOf,
    insert(ofStream, event, position) {
      const { revision, id, type } = event
      const { data, metadata, ending } = packed(event) ?? { ...event, ending: null }
      const origin = originIn(metadata)
      const bytes = deflated(data)
      const { lastInsertRowid } = insert.run(
        position ?? null,
        ofStream,
        revision,
        Buffer.from(id.replaceAll('-', ''), 'hex'),
        types.numberOf(type),
        bytes ? '' : data,
        origins.numberOf(origin),
        metadata.slice(origin.length),
        ending,
        bytes ?? null,
      )
      return Number(lastInsertRowid)
    },
    forget() {
      streams.forget()
      types.forget()
      origins.forget()
    },
  }
}

function numbersIn(db: DatabaseSync, table: 'stream' | 'type' | 'origin') {
  const find = db.prepare(`SELECT number FROM ${table} WHERE text = ?`)
  const add = db.prepare(`INSERT INTO ${table} (text) VALUES (?)`)
  const kept = new Map<string, number>()
  const known = (text: string): number | undefined => {
    const number = kept.get(text) ?? numberIn(find.get(text))
    return number === undefined ? undefined : keep(kept, text, number)
  }
  return {
    known,
    numberOf: (text: string): number =>
      known(text) ?? keep(kept, text, Number(add.run(text).lastInsertRowid)),
    forget: () => kept.clear(),
  }
}

/** Returns the beginning of metadata that others have too; may be empty. */
function originIn(metadata: string): string {
  const end = metadata.indexOf(AFTER_ORIGIN)
  return end < 0 || end > MOST_CHARACTERS ? '' : metadata.slice(0, end + AFTER_ORIGIN.length)
}

function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): Value {
  if (kept.get(key) === value) return value
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, value)
  return value
}

function numberIn(row: Row | undefined): number | undefined {
  return typeof row?.number === 'number' ? row.number : undefined
}

/** Returns the id whose bytes SQLite gave in hexadecimal digits. */
export function uuidOf(digits: string): string {
  const hex = digits.toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
