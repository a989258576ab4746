import {
  AppendTooLarge,
  type Expected,
  eventIdOf,
  MAX_APPEND_BYTES,
  type NewEvent,
  type StoredEvent,
} from './event-store.ts'

/** Throws for input that no engine may store: `AppendTooLarge`, or a `TypeError` for a caller's mistake. */
export function requireAppendable(stream: string, expected: Expected, events: NewEvent[]): void {
  if (stream === '' || stream.startsWith('$'))
    throw new TypeError(`"${stream}" can't name a stream: it is empty or belongs to the server`)
  if (expected !== 'none' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`expected must be 'none' or a revision from 0, not ${expected}`)
  if (events.length === 0) throw new TypeError(`there is nothing to append to ${stream}`)
  const system = events.find(({ type }) => type === '' || type.startsWith('$'))
  if (system) throw new TypeError(`"${system.type}" can't be an event type: it is empty or the server's`)
  const bytes = dataBytesOf(events)
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes)
}

/** Events with their places; the store's position is known after the append. */
export type PlacedEvent = Omit<StoredEvent, 'position'>

/** Returns the events with their revisions after the expected one, and the ids derived from them. */
export function placed(stream: string, expected: Expected, events: NewEvent[]): PlacedEvent[] {
  const first = expected === 'none' ? 0 : expected + 1
  return events.map(({ type, data, metadata }, nth) => {
    const revision = first + nth
    return {
      id: eventIdOf(stream, revision, { type, data, metadata }),
      type,
      data,
      metadata,
      stream,
      revision,
    }
  })
}

/** Returns the bytes that count against `MAX_APPEND_BYTES`. */
export function dataBytesOf(events: Pick<NewEvent, 'data'>[]): number {
  return events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0)
}

/** Returns the size of the events in characters of their data and metadata. */
export function charactersOf(events: NewEvent[]): number {
  return events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
}
