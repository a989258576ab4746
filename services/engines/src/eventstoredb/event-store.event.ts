import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { Filter } from './event-store.calls.ts'

/**
 * Which events of a server are Parley's: those of streams that begin with a prefix; of all streams but the server's own if
 * it is empty, where only the metadata tell them from those of others.
 */
export type Streams = { prefix: string; isOwn?: ((metadata: string) => boolean) | undefined }

/** Returns the filter of the server for a log. Types say less than a prefix about whose the events are. */
export const filterOf = ({ prefix }: Streams, types?: readonly string[]): Filter =>
  types ? { types } : prefix === '' ? 'without the server’s own' : { prefix }

/** Returns an event of the log; undefined for an event of others, whose content is not looked at. */
export function storedEventOf(
  response: streams.ReadResp,
  { prefix, isOwn }: Streams,
): StoredEvent | undefined {
  const event = response.getEvent()?.getEvent()
  const name = event?.getStreamIdentifier()?.getStreamName_asU8()
  if (!event || !name) return undefined
  const stream = textOf(name)
  const type = event.getMetadataMap().get('type') ?? ''
  if (!stream.startsWith(prefix) || stream.startsWith('$') || type.startsWith('$')) return undefined
  const metadata = textOf(event.getCustomMetadata_asU8()) || '{}'
  if (isOwn && !isOwn(metadata)) return undefined
  return {
    id: event.getId()?.getString() ?? '',
    type,
    data: textOf(event.getData_asU8()),
    metadata,
    stream: stream.slice(prefix.length),
    revision: Number(event.getStreamRevision()),
    position: positionIn(event.getCommitPosition()),
  }
}

/** Returns the position of an event, of others too, or of a checkpoint; undefined for other responses. */
export function positionOf(response: streams.ReadResp): number | undefined {
  const place = response.getEvent()?.getEvent() ?? response.getCheckpoint()
  return place && positionIn(place.getCommitPosition())
}

function positionIn(text: string): number {
  const position = Number(text)
  // Older servers return the largest possible number as the position when one stream is read.
  if (!Number.isSafeInteger(position)) throw new Error('Parley needs EventStoreDB 23.10 or later')
  return position
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
