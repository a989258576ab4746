/**
 * The port to the event log, the only truth. Engines: `engines/event-store.sqlite.ts` and
 * `engines/event-store.eventstoredb.ts`; both pass `engines/event-store.conformance.ts`.
 */

import { hash } from 'node:crypto'

/** An event ready to be stored. `data` and `metadata` are JSON texts, kept byte for byte (they are hashed). */
export type NewEvent = { type: string; data: string; metadata: string }

/**
 * `id` follows from place and content (`eventIdOf`). `revision` counts from 0 within the stream; `position` orders
 * everything in the store and only grows.
 */
export type StoredEvent = NewEvent & { id: string; stream: string; revision: number; position: number }

/** The revision that the stream's last event must have, or 'none' for a stream that must not exist. */
export type Expected = number | 'none'

export type Appended =
  | { ok: true; revision: number; position: number }
  /** Somebody else wrote first; `actual` is the stream's last revision. */
  | { ok: false; actual: Expected }

/**
 * Bytes of data that one append may carry, summed over its events; metadata does not count. EventStoreDB's limit unless
 * its operator sets another, and so that of every engine.
 */
export const MAX_APPEND_BYTES = 1_048_576

/** Before the first event. */
export const START = -1

export type EventStore = {
  /**
   * Appends all events or none, durably (synced to disk) before it answers. The same bytes at the same expected
   * revision again are a repetition, which answers as the first time; anything else there is a conflict, even if it
   * differs in one byte, such as when two processes handle one command. `position` is the last event's.
   * Throws `AppendTooLarge` above `MAX_APPEND_BYTES`, and `StoreUnavailable` when the outcome is unknown or the store can't be reached.
   */
  append(stream: string, expected: Expected, events: NewEvent[]): Promise<Appended>
  /** Events of one stream in order, from `from` (default 0), at most `limit`. A missing stream reads empty. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<StoredEvent[]>
  /** Events of all streams after a position, in order, at most `limit`; empty at the head. */
  readAll(after: number, limit: number): Promise<StoredEvent[]>
  /**
   * Batches of events after a position, first the past, then live as they are appended, by any process.
   * Ordered, at least once, with back-pressure: the next batch is read when the consumer asks for it. Survives
   * the loss and return of its server. Ends when `signal` aborts.
   */
  subscribe(after: number, options: { signal: AbortSignal; batchSize?: number }): AsyncIterable<StoredEvent[]>
  /** The position of the newest event, `START` when there is none. */
  head(): Promise<number>
  close(): Promise<void>
}

/**
 * The id of an event: a UUID (version 8, RFC 9562) that follows from the event's place and content. EventStoreDB takes
 * a known id for a repetition without looking at the content, so an id must never stand for two contents.
 */
export function eventIdOf(stream: string, revision: number, { type, data, metadata }: NewEvent): string {
  const digest = hash('sha256', `${stream}\n${revision}\n${type}\n${data}\n${metadata}`, 'hex')
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** The store can't be reached, or did not answer in time so that the outcome of an append is unknown. */
export class StoreUnavailable extends Error {
  readonly code = 'store-unavailable'
}

/** One append carries more than `MAX_APPEND_BYTES`, or more than the server was told to take. */
export class AppendTooLarge extends RangeError {
  readonly code = 'append-too-large'

  constructor(stream: string, bytes: number, most = MAX_APPEND_BYTES) {
    super(`one append to ${stream} carries ${bytes} bytes of data; ${most} are allowed`)
  }
}
