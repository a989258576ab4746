import {
  type AllStreamResolvedEvent,
  type Position,
  type ReadPosition,
  type ResolvedEvent,
  START as START_OF_LOG,
} from '@eventstore/db-client'
import type { StoredEvent } from '@parley/kernel/event-store.ts'

export type Resolved = ResolvedEvent | AllStreamResolvedEvent

/** Whether an event is the server's own: a link, a setting or a statistic. */
export function isOfTheServer({ event }: Resolved): boolean {
  return event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$')
}

/** Returns the texts as they were appended; the client has parsed them. */
export function storedEventOf(resolved: Resolved): StoredEvent {
  const { event } = resolved
  if (!event) throw new Error('EventStoreDB gave an event without content')
  const { id, type, streamId, revision, data, metadata } = event
  return {
    id,
    type,
    data: textOf(data),
    metadata: textOf(metadata ?? {}),
    stream: streamId,
    revision: Number(revision),
    position: positionOf(resolved),
  }
}

export function positionOf({ event, commitPosition }: Resolved): number {
  const position = Number(event?.position?.commit ?? commitPosition)
  // Older servers return the largest possible number as the position when one stream is read.
  if (!Number.isSafeInteger(position)) throw new Error('Parley needs EventStoreDB 23.10 or later')
  return position
}

export const positionAt = (position: number): Position => ({
  commit: BigInt(position),
  prepare: BigInt(position),
})

/** Returns where to begin reading the events after a position. */
export const beyond = (position: number): ReadPosition => (position < 0 ? START_OF_LOG : positionAt(position))

const textOf = (content: unknown): string =>
  content instanceof Uint8Array ? Buffer.from(content).toString('utf8') : JSON.stringify(content)
