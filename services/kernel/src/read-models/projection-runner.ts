/**
 * Runs the projections of a region over one ordered subscription. Projections that have caught up share one checkpoint
 * and one transaction per batch. A new version is built from the beginning beside the old collection, joins the others
 * at the end of a batch when it has caught up, and only then becomes visible to readers. After a failure, both continue
 * at their checkpoints.
 */
import { hash } from 'node:crypto'
import { createWriteBuffer } from '../commands/write-buffer.ts'
import type { EventStore, StoredEvent } from '../log/event-store.ts'
import { START } from '../log/event-store.ts'
import { placeOf } from '../log/recorded-event.ts'
import type { SharedSubscription } from '../log/shared-subscription.ts'
import { createSupervision, type Loop, type Supervision } from '../running/supervised.ts'
import type { Keyring } from '../sealing/sealing.ts'
import type { AnyProjection } from './projection.ts'
import { foldBatch } from './projection-fold.ts'
import type { ReadStore, Write } from './read-store.ts'
import { createRecentDocuments } from './recent-documents.ts'

/** While documents are built, they are written after this many batches or characters of events. */
const MOST_UNWRITTEN = 5
const MOST_UNWRITTEN_CHARACTERS = 8_000_000

/** Setting with the name of the checkpoint that holds the readers' present position, for any process. */
export const LIVE_CHECKPOINT = 'live-checkpoint'

export type ProjectionProgress = {
  name: string
  collection: string
  state: 'live' | 'building'
  position: number
  /** The newest position at the time of the call, to show the progress of a rebuild. */
  head: number
  /** Events read since this process started, and about how many are left; undefined where nothing tells yet. */
  read: number
  left: number | undefined
}

export type ProjectionRunner = {
  /**
   * Resolves when every projection has reached the log's head at the start, or when all are built and a loop has failed:
   * readers then see the present documents while the loop is retried.
   */
  ready(): Promise<void>
  /** Returns the projections that can't be read, because no process has completed their documents yet. */
  unbuilt(): string[]
  /** Returns the position up to which everything can be read; listeners are called with every later event. */
  position(): number
  /** Waits until readers can see an event. Resolves with false after `timeoutMs`. */
  waitFor(position: number, timeoutMs: number): Promise<boolean>
  /** Returns the collection that readers of a projection see at present. */
  collectionOf(name: string): string
  progress(): Promise<ProjectionProgress[]>
  /** Builds a projection again beside the present collection and switches to it. Resolves after the switch. */
  rebuild(name: string): Promise<void>
  /** Registers a listener that is called with a batch's events once the batch can be read. */
  onBatch(listener: (events: StoredEvent[]) => void): void
  stop(): Promise<void>
}

export type ProjectionRunnerOptions = {
  eventStore: EventStore
  readStore: ReadStore
  keyring: Keyring
  projections: readonly AnyProjection[]
  /** Types of the events after which a tenant has no documents any more. */
  endsTenant?: readonly string[]
  batchSize?: number
  /** The process's subscription to the log, so that its events are read and decoded once; by default one of their own. */
  subscription?: Pick<SharedSubscription, 'follow'>
  /** Restarts the loops. */
  supervision?: Supervision
  /**
   * Called with failures that do not stop a loop: of an event in a projection, of a listener, or of the removal of an
   * old collection.
   */
  onFault?: (fault: { projection: string; position: number; error: unknown }) => void
}

/** A projection and the collection it writes to. */
export type Track = { projection: AnyProjection; collection: string; position: number; read: Read }
/** What this process has read for a track, to tell its progress. */
type Read = { from: number; events: number }

export async function startProjections(options: ProjectionRunnerOptions): Promise<ProjectionRunner> {
  const { eventStore, readStore, batchSize = 1_000, endsTenant = [] } = options
  const { supervision = createSupervision() } = options
  const stopping = new AbortController()
  const gate = createGate()
  // bounded: an entry for each projection
  const visible = new Map<string, string>()
  // bounded: an entry for each projection
  const live = new Map<string, Track>()
  const building = new Map<string, Track>()
  const waiters: { position: number; resolve: (seen: boolean) => void; timer: NodeJS.Timeout }[] = []
  // bounded: modules listen when they start
  const listeners: ((events: StoredEvent[]) => void)[] = []
  // bounded: two entries, added at the start
  const work: Promise<void>[] = []
  const failed = Promise.withResolvers<void>()
  const recent = createRecentDocuments(readStore)
  let livePosition = START

  for (const projection of options.projections) {
    const active = await readStore.getSetting(`active:${projection.name}`)
    const current = active?.startsWith(`${projection.name}@${projection.version}-`) ? active : undefined
    const collection = current ?? `${projection.name}@${projection.version}-${generationAfter(active)}`
    await declare(projection, collection)
    visible.set(projection.name, active ?? collection)
    const position = current ? START : await readStore.checkpoint(collection)
    const track = { projection, collection, position, read: { from: position, events: 0 } }
    ;(current ? live : building).set(projection.name, track)
  }
  const resumed = await readStore.checkpoint(checkpointOf('building', [...building.values()]))
  for (const track of building.values()) {
    track.position = Math.max(track.position, resumed)
    track.read.from = track.position
  }
  let checkpoint = checkpointOf('live', [...live.values()])
  if (live.size > 0) await standAt(await readStore.checkpoint(checkpoint))
  for (const { read } of live.values()) read.from = livePosition

  const headAtStart = await eventStore.head()
  const built = building.size === 0 ? Promise.resolve() : build([...building.values()])
  const following = live.size === 0 ? built.then(follow) : follow()
  work.push(built, following)
  const caughtUp = Promise.race([
    failed.promise.then(() => (unbuilt().length > 0 ? built : undefined)),
    built.then(() => seen(headAtStart)),
  ])
  caughtUp.catch(() => undefined)

  return {
    ready: () => caughtUp.then(() => undefined),
    unbuilt,
    position: () => livePosition,
    async waitFor(position, timeoutMs) {
      if (livePosition >= position) return true
      return new Promise((resolve) => {
        const waiter = { position, resolve, timer: setTimeout(() => settle(waiter, false), timeoutMs) }
        waiters.push(waiter)
      })
    },
    collectionOf(name) {
      const collection = visible.get(name)
      if (collection === undefined) throw new Error(`No projection is named ${name}`)
      return collection
    },
    async progress() {
      const head = await eventStore.head()
      return [
        ...[...live.values()].map((track) => describe(track, 'live', livePosition, head)),
        ...[...building.values()].map((track) => describe(track, 'building', track.position, head)),
      ]
    },
    async rebuild(name) {
      const projection = options.projections.find((candidate) => candidate.name === name)
      if (!projection) throw new Error(`No projection is named ${name}`)
      if (building.has(name)) throw new Error(`${name} is being built already`)
      const former = visible.get(name)
      const collection = `${name}@${projection.version}-${generationAfter(former)}`
      await readStore.drop(collection)
      await declare(projection, collection)
      const track = { projection, collection, position: START, read: { from: START, events: 0 } }
      building.set(name, track)
      await build([track])
    },
    onBatch(listener) {
      listeners.push(listener)
    },
    async stop() {
      stopping.abort()
      for (const waiter of [...waiters]) settle(waiter, false)
      await Promise.all(work)
    },
  }

  function unbuilt(): string[] {
    const first = [...building.values()].filter(
      ({ projection, collection }) => visible.get(projection.name) === collection,
    )
    return first.map(({ projection }) => projection.name)
  }

  /** Follows the log with all live projections until `stop`. */
  function follow(): Promise<void> {
    return keep('projections', stopping.signal, async (loop) => {
      await gate(resume)
      const from = livePosition
      for await (const events of eventsAfter(from)) {
        await gate(() => advanceLive(events))
        loop.well()
        notify(events)
      }
    })
  }

  async function* eventsAfter(position: number): AsyncIterable<StoredEvent[]> {
    const { signal } = stopping
    if (!options.subscription) return yield* eventStore.subscribe(position, { signal, batchSize })
    for await (const { events } of options.subscription.follow(position, { signal, batchSize }))
      if (events.length > 0) yield events
  }

  function keep(name: string, signal: AbortSignal, loop: (loop: Loop) => Promise<void>): Promise<void> {
    return supervision.keep(name, signal, async (own) => {
      try {
        await loop(own)
      } catch (error) {
        failed.resolve()
        throw error
      }
    })
  }

  async function advanceLive(events: StoredEvent[]): Promise<void> {
    const position = events.at(-1)?.position ?? livePosition
    const tracks = [...live.values()]
    const folded = await foldBatch({ ...options, readStore: recent }, tracks, events)
    const ended = tenantsEndedIn(events)
    const writes = await withoutTenants(ended, tracks, folded)
    await readStore.commit({ checkpoint, position, writes })
    if (ended.size > 0) recent.clear()
    recent.keep(writes)
    for (const { read } of live.values()) read.events += events.length
    moveTo(position)
  }

  /** Brings new collections from their checkpoints to the live position and joins them to the live ones there. */
  async function build(tracks: Track[]): Promise<void> {
    const done = new AbortController()
    const signal = AbortSignal.any([stopping.signal, done.signal])
    await keep(`building ${namesOf(tracks)}`, signal, async (loop) => {
      await catchUp(tracks, loop)
      done.abort()
    })
  }

  async function catchUp(tracks: Track[], loop: Loop): Promise<void> {
    let read = batchSize
    while (read >= batchSize && !stopping.signal.aborted) read = await advanceToHead(tracks, loop)
    if (!stopping.signal.aborted) await gate(() => join(tracks))
  }

  /** Projects everything up to the present head. Returns how many events that were. */
  async function advanceToHead(tracks: Track[], loop: Loop): Promise<number> {
    const { signal } = stopping
    const buffer = createWriteBuffer(readStore)
    const after = positionOf(tracks)
    const types = [
      ...new Set([...tracks.flatMap(({ projection }) => Object.keys(projection.events)), ...endsTenant]),
    ]
    const reading = eventStore.readUntil(await eventStore.head(), { after, types, signal, batchSize })
    let [read, unwritten, characters, position] = [0, 0, 0, after]
    const flush = () => {
      const [reached, events] = [position, unwritten]
      unwritten = 0
      characters = 0
      return buffer.flush(checkpointOf('building', tracks), reached, () =>
        moveTracks(tracks, reached, events),
      )
    }
    for await (const part of reading) {
      const ended = tenantsEndedIn(part.events)
      if (ended.size > 0) {
        // What is written after the removal must not be written by it.
        if (unwritten > 0) await flush()
        await buffer.settled()
      }
      const writes = await foldBatch({ ...options, readStore: buffer }, tracks, part.events)
      buffer.put(await withoutTenants(ended, tracks, writes))
      position = part.position
      read += part.events.length
      unwritten += part.events.length
      for (const { data } of part.events) characters += data.length
      if (unwritten >= MOST_UNWRITTEN * batchSize || characters >= MOST_UNWRITTEN_CHARACTERS) await flush()
      loop.well()
    }
    if (position > after) await flush()
    await buffer.settled()
    return read
  }

  async function join(tracks: Track[]): Promise<void> {
    for (;;) {
      const events = await eventStore.readAll(positionOf(tracks), batchSize)
      const due = live.size === 0 ? events : events.filter((event) => event.position <= livePosition)
      if (due.length > 0) await advance(tracks, due)
      if (due.length < batchSize) break
    }
    const joined = new Map([...live, ...tracks.map((track) => [track.projection.name, track] as const)])
    const joinedAt = live.size === 0 ? positionOf(tracks) : livePosition
    const joint = checkpointOf('live', [...joined.values()])
    // The joint checkpoint is written first: if a later step fails, the join is repeated from the beginning.
    await readStore.commit({ checkpoint: joint, position: joinedAt, writes: [] })
    for (const track of tracks)
      await readStore.setSetting(`active:${track.projection.name}`, track.collection)
    await readStore.setSetting(LIVE_CHECKPOINT, joint)
    const formers = tracks.map(({ projection }) => visible.get(projection.name))
    for (const track of tracks) {
      const { name } = track.projection
      building.delete(name)
      live.set(name, track)
      visible.set(name, track.collection)
    }
    checkpoint = joint
    moveTo(joinedAt)
    notify([])
    for (const [nth, track] of tracks.entries()) {
      const former = formers[nth]
      if (former === undefined || former === track.collection) continue
      await readStore.drop(former).catch((error) => {
        // The remaining collection only takes up space.
        options.onFault?.({ projection: track.projection.name, position: joinedAt, error })
      })
    }
  }

  async function standAt(position: number): Promise<void> {
    await readStore.setSetting(LIVE_CHECKPOINT, checkpoint)
    moveTo(position)
  }

  function moveTo(position: number): void {
    livePosition = position
    for (const track of live.values()) track.position = position
  }

  async function advance(tracks: Track[], events: StoredEvent[]): Promise<void> {
    const position = events.at(-1)!.position
    const folded = await foldBatch(options, tracks, events)
    const writes = await withoutTenants(tenantsEndedIn(events), tracks, folded)
    await readStore.commit({ checkpoint: checkpointOf('building', tracks), position, writes })
    moveTracks(tracks, position, events.length)
  }

  function tenantsEndedIn(events: StoredEvent[]): Set<string> {
    const ending = events.filter(({ type }) => endsTenant.includes(type))
    return new Set(ending.map((event) => placeOf(event).tenant))
  }

  /**
   * Removes the documents of tenants, and returns the writes of others. It comes before the checkpoint moves, so that it
   * is repeated with the events.
   */
  async function withoutTenants(tenants: Set<string>, tracks: Track[], writes: Write[]): Promise<Write[]> {
    if (tenants.size === 0) return writes
    for (const { collection } of tracks)
      for (const tenant of tenants) await readStore.removeTenant(collection, tenant)
    return writes.filter(({ tenant }) => !tenants.has(tenant))
  }

  function moveTracks(tracks: Track[], position: number, events: number): void {
    for (const track of tracks) {
      track.position = position
      track.read.events += events
    }
  }

  function notify(events: StoredEvent[]): void {
    for (const waiter of waiters.filter((candidate) => candidate.position <= livePosition))
      settle(waiter, true)
    if (events.length === 0) return
    for (const listener of listeners) {
      try {
        listener(events)
      } catch (error) {
        options.onFault?.({ projection: 'listener', position: livePosition, error })
      }
    }
  }

  function settle(waiter: (typeof waiters)[number], visibleNow: boolean): void {
    clearTimeout(waiter.timer)
    const index = waiters.indexOf(waiter)
    if (index >= 0) waiters.splice(index, 1)
    waiter.resolve(visibleNow)
  }

  function seen(position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (livePosition >= position) resolve()
        else if (stopping.signal.aborted) reject(new Error('stopped'))
        else setTimeout(check, 5)
      }
      check()
    })
  }

  /** A store that was unavailable may have lost its last writes. */
  async function resume(): Promise<void> {
    recent.clear()
    moveTo(Math.min(livePosition, await readStore.checkpoint(checkpoint)))
  }

  async function declare(projection: AnyProjection, collection: string): Promise<void> {
    await readStore.declare({ name: collection, indexes: projection.indexes })
  }
}

function describe(
  track: Track,
  state: 'live' | 'building',
  position: number,
  head: number,
): ProjectionProgress {
  const { projection, collection, read } = track
  const left = leftOf(read, position, head)
  return { name: projection.name, collection, state, position, head, read: read.events, left }
}

/** Positions may be offsets in a file: what was read between two of them tells how many events are between others. */
function leftOf({ from, events }: Read, position: number, head: number): number | undefined {
  if (position >= head) return 0
  return events === 0 ? undefined : Math.ceil(((head - position) * events) / (position - Math.max(from, 0)))
}

/**
 * Derived from the collections that share the checkpoint. A process that runs other collections, such as the previous
 * release during an upgrade, therefore moves another checkpoint and can't make this one skip events. A collection that
 * is built alone has the checkpoint of its name, which is dropped with it.
 */
function checkpointOf(kind: 'live' | 'building', tracks: Track[]): string {
  const collections = tracks.map((track) => track.collection).sort()
  if (kind === 'building' && collections.length === 1) return collections.join()
  return `${kind}:${hash('sha256', collections.join('\n'), 'hex').slice(0, 16)}`
}

/** Returns the position up to which all tracks have come. */
function positionOf(tracks: Track[]): number {
  return Math.min(...tracks.map((track) => track.position))
}

function namesOf(tracks: Track[]): string {
  const [first, ...others] = tracks.map((track) => track.projection.name)
  return others.length === 0 ? `${first}` : `${first} and ${others.length} more`
}

/** Collections are named `<projection>@<version>-<generation>`. */
function generationAfter(collection: string | undefined): number {
  const generation = Number(collection?.split('-').at(-1) ?? 0)
  return Number.isInteger(generation) ? generation + 1 : 1
}

/** Runs work one at a time, in the order of the calls. */
function createGate(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
