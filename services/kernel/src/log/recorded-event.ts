/**
 * How an event is written to and read from the log: its metadata (tenant, actor, cause), the hash chain that reveals
 * any change, and the upcasting of older versions.
 */
import { hash } from 'node:crypto'
import type { Actor, AnyEvent, Cause, EventCatalogue, EventShape } from '@parley/contracts/message.ts'
import { eventIdOf, type NewEvent, type StoredEvent } from './event-store.ts'

/** The predecessor's hash for the first event of a stream. */
export const GENESIS = ''

export type Metadata = {
  tenant: string
  /** Whose key seals the personal texts of this event that name nobody else; absent where named like the stream. */
  subject?: string
  actor: Actor
  cause: Cause
  /** ISO 8601. */
  at: string
  /** Of the data as it was stored, also where it was upcast since. */
  version: number
  /** Of an event that was imported from another log: when it happened there (ISO 8601). `at` says when it was imported. */
  happenedAt?: string
  previousHash: string
  hash: string
}

/**
 * Where an event is in the log, with its metadata. `at` is when it happened; an event that was imported has
 * `importedAt` too, when it was appended here.
 */
export type Place = Omit<Metadata, 'happenedAt'> & {
  id: string
  stream: string
  revision: number
  position: number
  importedAt?: string
}

export type StoredPlace = Omit<Place, 'cause' | 'importedAt'> &
  Pick<Metadata, 'happenedAt'> & {
    cause: Omit<Cause, 'correlation'> & { correlation?: string }
  }

export type Recorded<E extends AnyEvent = AnyEvent> = E & Place

/** Returns the event ready to append, and its hash for the next event. `data` must already be sealed. */
export function encode(
  event: { type: string; data: unknown },
  place: { stream: string; revision: number; previousHash: string },
  metadata: Omit<Metadata, 'previousHash' | 'hash'>,
): { event: NewEvent; hash: string } {
  const data = JSON.stringify(event.data)
  const open = JSON.stringify({ ...lean(metadata, place.stream), previousHash: place.previousHash })
  const ownHash = hashOf(event.type, place.stream, place.revision, data, open)
  return {
    event: { type: event.type, data, metadata: `${open.slice(0, -1)},"hash":"${ownHash}"}` },
    hash: ownHash,
  }
}

/** Leaves out what says the same as another part of the event: half of what an event takes is its metadata. */
function lean(metadata: Omit<Metadata, 'previousHash' | 'hash'>, stream: string): object {
  const { subject, cause, ...rest } = metadata
  const { correlation, ...causes } = cause
  const repeated = correlation === (cause.request ?? cause.command)
  // In this order since ever, so that an export can be checked against the hash.
  const { tenant, actor, at, version, happenedAt } = rest
  return {
    tenant,
    ...(subject === undefined || subject === stream ? {} : { subject }),
    actor,
    cause: repeated ? causes : cause,
    at,
    version,
    ...(happenedAt === undefined ? {} : { happenedAt }),
  }
}

/**
 * What was parsed of the events that are in memory: projections and policies receive the same objects of the log's
 * newest events, some five of them each event.
 */
const places = new WeakMap<StoredEvent, StoredPlace>()
const decoded = new WeakMap<StoredEvent, { shape: EventShape | undefined; recorded: Recorded }>()

/** Returns where a stored event is in the log, with its metadata, without reading its data. */
export function placeOf(stored: StoredEvent): Place {
  const { happenedAt, ...place } = storedPlaceOf(stored)
  const { at, cause } = place
  return {
    ...place,
    ...(happenedAt === undefined ? {} : { at: happenedAt, importedAt: at }),
    cause: { ...cause, correlation: cause.correlation ?? cause.request ?? cause.command },
  }
}

/** Whether an event was imported from another log, where everything that follows from it has been done. */
export function isImported(stored: StoredEvent): boolean {
  return storedPlaceOf(stored).happenedAt !== undefined
}

/** The same with the metadata as it is stored, which the hash covers: without what other parts of the event say. */
export function storedPlaceOf(stored: StoredEvent): StoredPlace {
  const known = places.get(stored)
  if (known) return known
  const { metadata, id, stream, revision, position } = stored
  const parsed: StoredPlace = JSON.parse(metadata)
  const place = { ...parsed, id, stream, revision, position }
  places.set(stored, place)
  return place
}

/** Whose an event is. */
export function tenantOf(stored: StoredEvent): string {
  return storedPlaceOf(stored).tenant
}

/**
 * Decodes a stored event; sealed fields stay sealed. Data of an older version is upcast to the present one, so that
 * nothing but this function knows how events were written before. Types that the catalogue lacks are left as stored.
 * Callers share what it returns, and must not change it.
 */
export function decode(stored: StoredEvent, catalogue: EventCatalogue): Recorded {
  const shape = catalogue[stored.type]
  const known = decoded.get(stored)
  if (known && known.shape === shape) return known.recorded
  const place = placeOf(stored)
  let data: unknown = JSON.parse(stored.data)
  for (let version = place.version; shape && version < shape.version; version++) {
    const earlier = shape.earlier?.[version]
    if (!earlier) throw new Error(`${stored.type} has no upcaster from version ${version}`)
    data = earlier.upcast(data)
  }
  const recorded = { type: stored.type, data, ...place }
  decoded.set(stored, { shape, recorded })
  return recorded
}

/** How the metadata of every event ends (`encode`). */
const TAIL = /,"hash":"([\w-]{43})"\}$/

/** Whether metadata end as `encode` writes them, without parsing them: tells our events from those of others. */
export const isChained = (metadata: string): boolean => TAIL.test(metadata)

/** Returns what is wrong with a stored event, given the hash of its predecessor; undefined if nothing is. */
export function faultOf(
  stored: StoredEvent,
  expected: { revision: number; previousHash: string },
): string | undefined {
  if (stored.revision !== expected.revision) return `revision ${expected.revision} is missing`
  const tail = TAIL.exec(stored.metadata)
  if (!tail) return 'the event carries no hash'
  const metadata: Metadata = JSON.parse(stored.metadata)
  if (metadata.previousHash !== expected.previousHash)
    return 'the predecessor is not the one it was appended after'
  const open = `${stored.metadata.slice(0, tail.index)}}`
  const own = hashOf(stored.type, stored.stream, stored.revision, stored.data, open)
  if (own !== tail[1]) return 'the content was changed after it was appended'
  const id = eventIdOf(stored.stream, stored.revision, stored)
  return id === stored.id ? undefined : 'the id is not the one that follows from the content'
}

/** Returns the hash in an event's metadata without parsing the rest. */
export function hashIn(stored: StoredEvent): string {
  return stored.metadata.slice(-45, -2)
}

function hashOf(type: string, stream: string, revision: number, data: string, metadata: string): string {
  return hash('sha256', `${type}\n${stream}\n${revision}\n${data}\n${metadata}`, 'base64url')
}
