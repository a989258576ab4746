/**
 * The port to the event log, which is the only source of truth. Engines: `engines/sqlite/event-store.ts` and
 * `engines/eventstoredb/event-store.ts`; both pass `event-store.conformance.ts`.
 */

import { hash } from 'node:crypto'

/** An event ready to be stored. `data` and `metadata` are JSON texts, stored byte for byte because they are hashed. */
export type NewEvent = { type: string; data: string; metadata: string }

/**
 * `id` is derived from place and content (`eventIdOf`). `revision` counts from 0 within the stream; `position` orders
 * all events of the store and only grows.
 */
export type StoredEvent = NewEvent & { id: string; stream: string; revision: number; position: number }

/** The revision that the stream's last event must have, or 'none' for a stream that must not exist. */
export type Expected = number | 'none'

export type Appended =
  | { ok: true; revision: number; position: number }
  /** Another append came first; `actual` is the stream's last revision. */
  | { ok: false; actual: Expected }

/**
 * Maximum bytes of data in one append, summed over its events; metadata does not count. It is EventStoreDB's default
 * limit, applied to every engine.
 */
export const MAX_APPEND_BYTES = 1_048_576

/** The position before the first event. */
export const START = -1

export type ReadOptions = {
  after: number
  signal: AbortSignal
  types?: readonly string[] | undefined
  batchSize?: number
}
/** Events in order, and the position up to which there are no others. */
export type ReadPart = { events: StoredEvent[]; position: number }

export type EventStore = {
  /**
   * Appends all events or none, and resolves when they are durable (synced to disk). An append of the same bytes at the
   * same expected revision is a repetition, which answers as the first time. Anything else there is a conflict, even if
   * it differs in one byte, for example when two processes handle one command. `position` is the last event's. Throws
   * `AppendTooLarge` above `MAX_APPEND_BYTES`, and `StoreUnavailable` when the outcome is unknown or the store is
   * unavailable.
   */
  append(stream: string, expected: Expected, events: NewEvent[]): Promise<Appended>
  /**
   * Returns events of one stream in order, from revision `from` (default 0), at most `limit`; none if the stream is
   * missing.
   */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<StoredEvent[]>
  /** Returns events of all streams after a position, in order, at most `limit`; empty at the head. */
  readAll(after: number, limit: number): Promise<StoredEvent[]>
  /**
   * Yields batches of events after a position: first past ones, then live as any process appends them. Ordered, at
   * least once, with backpressure: the next batch is read when the consumer asks for it. Continues after the server was
   * unavailable. Ends when `signal` aborts.
   */
  subscribe(after: number, options: { signal: AbortSignal; batchSize?: number }): AsyncIterable<StoredEvent[]>
  /**
   * Yields the events after a position up to `until`, which must not be beyond the head, in order and with backpressure;
   * only those of `types` if given: the engine skips the others without sending them. Each part says up to which position
   * the log was searched and may have no events. Ends at `until`, or when `signal` aborts.
   */
  readUntil(until: number, options: ReadOptions): AsyncIterable<ReadPart>
  /** Returns the position of the newest event; `START` when there is none. */
  head(): Promise<number>
  close(): Promise<void>
}

/**
 * Derives an event's id from its place and content: a UUID (version 8, RFC 9562). EventStoreDB treats a known id as a
 * repetition without comparing the content, so an id must never stand for two contents.
 */
export function eventIdOf(stream: string, revision: number, { type, data, metadata }: NewEvent): string {
  const digest = hash('sha256', `${stream}\n${revision}\n${type}\n${data}\n${metadata}`, 'hex')
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** The store is unavailable, or did not answer in time, so that the outcome of an append is unknown. */
export class StoreUnavailable extends Error {
  readonly code = 'store-unavailable'
}

/** One append carries more than `MAX_APPEND_BYTES`, or more than the server is configured to accept. */
export class AppendTooLarge extends RangeError {
  readonly code = 'append-too-large'

  constructor(stream: string, bytes: number, most = MAX_APPEND_BYTES) {
    super(`one append to ${stream} carries ${bytes} bytes of data; ${most} are allowed`)
  }
}
