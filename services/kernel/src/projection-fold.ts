/** Folds a batch of events into the documents of several projections, in memory, and returns the writes. */
import type { StoredEvent } from './event-store.ts'
import type { AnyProjection } from './projection.ts'
import type { Track } from './projection-runner.ts'
import { type Document, type Entry, PUBLIC, type ReadStore, type Write } from './read-store.ts'
import { decode, type Recorded } from './recorded-event.ts'
import { type Keyring, unsealData } from './sealing.ts'

type FoldOptions = {
  readStore: ReadStore
  keyring: Keyring
  onFault?: (fault: { projection: string; position: number; error: unknown }) => void
}

type Step = { track: Track; event: Recorded; keys: { tenant: string; id: string }[] }
type Touched = { entry: Entry | undefined; changed: boolean; tenant: string; id: string }

export async function foldBatch(
  options: FoldOptions,
  tracks: Track[],
  events: StoredEvent[],
): Promise<Write[]> {
  const steps = await stepsOf(options, tracks, events)
  const documents = await loadTouched(options.readStore, steps)
  for (const { track, event, keys } of steps) {
    const touched = documents.get(track.collection)
    for (const { tenant, id } of keys) {
      const slot = touched?.get(keyOf(tenant, id))
      if (!slot || (slot.entry && slot.entry.position >= event.position)) continue
      try {
        const document = track.projection.project(slot.entry?.document as never, event as never, id) as
          | Document
          | undefined
        if (document === undefined && slot.entry === undefined) continue
        slot.entry = { document, position: event.position }
        slot.changed = true
      } catch (error) {
        options.onFault?.({ projection: track.projection.name, position: event.position, error })
      }
    }
  }
  return writesOf(documents)
}

async function stepsOf(options: FoldOptions, tracks: Track[], events: StoredEvent[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const stored of events) {
    let sealed: Recorded | undefined
    let opened: Recorded | undefined
    for (const track of tracks) {
      const { projection } = track
      if (!(stored.type in projection.events) || stored.position <= track.position) continue
      sealed ??= decode(stored, projection.events)
      if (projection.unseals) opened ??= await open(options.keyring, projection, sealed)
      const event = projection.unseals ? opened! : sealed
      const keys = keysOf(projection, event, options)
      if (keys.length > 0) steps.push({ track, event, keys })
    }
  }
  return steps
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

async function loadTouched(readStore: ReadStore, steps: Step[]): Promise<Map<string, Map<string, Touched>>> {
  const documents = new Map<string, Map<string, Touched>>()
  for (const { track, keys } of steps) {
    let touched = documents.get(track.collection)
    if (!touched) {
      touched = new Map()
      documents.set(track.collection, touched)
    }
    for (const { tenant, id } of keys) {
      const key = keyOf(tenant, id)
      if (!touched.has(key)) touched.set(key, { entry: undefined, changed: false, tenant, id })
    }
  }
  // Concurrently: a batch touches a dozen collections, and a read store may be a network away.
  await Promise.all(
    [...documents].map(async ([collection, touched]) => {
      const slots = [...touched.values()]
      const entries = await readStore.getMany(collection, slots)
      for (const [index, slot] of slots.entries()) slot.entry = entries[index]
    }),
  )
  return documents
}

function writesOf(documents: Map<string, Map<string, Touched>>): Write[] {
  const writes: Write[] = []
  for (const [collection, touched] of documents) {
    for (const { entry, changed, tenant, id } of touched.values()) {
      if (changed && entry)
        writes.push({ collection, tenant, id, document: entry.document, position: entry.position })
    }
  }
  return writes
}

function keyOf(tenant: string, id: string): string {
  return `${tenant}\n${id}`
}
