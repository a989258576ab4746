/** Folds a batch of events into the documents of several projections, in memory, and returns the writes. */
import type { StoredEvent } from '../log/event-store.ts'
import { decode, type Recorded } from '../log/recorded-event.ts'
import { type Keyring, unsealData } from '../sealing/sealing.ts'
import type { AnyProjection } from './projection.ts'
import type { Track } from './projection-runner.ts'
import { type Document, type Entry, PUBLIC, type ReadStore, type Write } from './read-store.ts'

type FoldOptions = {
  readStore: Pick<ReadStore, 'getMany'>
  keyring: Keyring
  onFault?: (fault: { projection: string; position: number; error: unknown }) => void
}

type Step = { track: Track; event: Recorded; slots: Touched[] }
type Touched = { entry: Entry | undefined; changed: boolean; tenant: string; id: string }
/** The documents that a batch touches, by collection and key. */
type Documents = Map<string, Map<string, Touched>>

export async function foldBatch(
  options: FoldOptions,
  tracks: Track[],
  events: StoredEvent[],
): Promise<Write[]> {
  const documents: Documents = new Map()
  const steps = await stepsOf(options, tracks, events, documents)
  await load(options.readStore, documents)
  for (const { track, event, slots } of steps) {
    for (const slot of slots) {
      if (slot.entry && slot.entry.position >= event.position) continue
      try {
        const document = track.projection.project(slot.entry?.document as never, event as never, slot.id) as
          | Document
          | undefined
        // Left as it was, also at its position: the same, however the events are batched.
        if (isSame(slot.entry?.document, document)) continue
        slot.entry = { document, position: event.position }
        slot.changed = true
      } catch (error) {
        options.onFault?.({ projection: track.projection.name, position: event.position, error })
      }
    }
  }
  return writesOf(documents)
}

async function stepsOf(
  options: FoldOptions,
  tracks: Track[],
  events: StoredEvent[],
  documents: Documents,
): Promise<Step[]> {
  const steps: Step[] = []
  const concerned = new Map<string, Track[]>()
  for (const stored of events) {
    let sealed: Recorded | undefined
    let opened: Recorded | undefined
    let own = concerned.get(stored.type)
    if (!own) {
      own = tracks.filter(({ projection }) => stored.type in projection.events)
      concerned.set(stored.type, own)
    }
    for (const track of own) {
      const { projection } = track
      if (stored.position <= track.position) continue
      sealed ??= decode(stored, projection.events)
      if (projection.unseals) opened ??= await open(options.keyring, projection, sealed)
      const event = projection.unseals ? opened! : sealed
      const slots = slotsIn(documents, track.collection, keysOf(projection, event, options))
      if (slots.length > 0) steps.push({ track, event, slots })
    }
  }
  return steps
}

function slotsIn(
  documents: Documents,
  collection: string,
  keys: { tenant: string; id: string }[],
): Touched[] {
  if (keys.length === 0) return []
  const touched = documents.get(collection) ?? new Map<string, Touched>()
  documents.set(collection, touched)
  return keys.map(({ tenant, id }) => {
    const key = keyOf(tenant, id)
    const known = touched.get(key)
    if (known) return known
    const slot = { entry: undefined, changed: false, tenant, id }
    touched.set(key, slot)
    return slot
  })
}

function keysOf(
  projection: AnyProjection,
  event: Recorded,
  options: FoldOptions,
): { tenant: string; id: string }[] {
  const tenant = projection.scope === 'public' ? PUBLIC : event.tenant
  try {
    const ids = projection.identify(event as never)
    if (ids === undefined) return []
    return (typeof ids === 'string' ? [ids] : [...ids]).map((id) => ({ tenant, id }))
  } catch (error) {
    options.onFault?.({ projection: projection.name, position: event.position, error })
    return []
  }
}

async function open(keyring: Keyring, projection: AnyProjection, event: Recorded): Promise<Recorded> {
  return {
    ...event,
    data: await unsealData(keyring, projection.events, event.type, event.data, event.tenant),
  }
}

/** Reads concurrently: a batch touches a dozen collections, and a read store may be a network away. */
async function load(readStore: FoldOptions['readStore'], documents: Documents): Promise<void> {
  await Promise.all(
    [...documents].map(async ([collection, touched]) => {
      const slots = [...touched.values()]
      const entries = await readStore.getMany(collection, slots)
      for (const [index, slot] of slots.entries()) slot.entry = entries[index]
    }),
  )
}

function writesOf(documents: Documents): Write[] {
  const writes: Write[] = []
  for (const [collection, touched] of documents) {
    for (const { entry, changed, tenant, id } of touched.values()) {
      if (changed && entry)
        writes.push({ collection, tenant, id, document: entry.document, position: entry.position })
    }
  }
  return writes
}

/** Compares the fields themselves: what is within a list or an object counts as changed unless it is the same object. */
function isSame(one: Document | undefined, other: Document | undefined): boolean {
  if (one === other) return true
  if (!one || !other) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function keyOf(tenant: string, id: string): string {
  return `${tenant}\n${id}`
}
