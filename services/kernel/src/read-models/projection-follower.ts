/**
 * For a process that reads what another process projects. Finds the visible collections and waits for positions by
 * polling the read store, and calls listeners with events once they can be read.
 */
import { type EventStore, START, type StoredEvent, StoreUnavailable } from '../log/event-store.ts'
import { pause } from '../pause.ts'
import { createSupervision, type Loop, type Supervision } from '../running/supervised.ts'
import type { AnyProjection } from './projection.ts'
import { LIVE_CHECKPOINT, type ProjectionRunner } from './projection-runner.ts'
import type { ReadStore } from './read-store.ts'

export type ProjectionFollower = Omit<ProjectionRunner, 'rebuild'>

/** Waits until readers can see an event. Throws `StoreUnavailable` after `timeoutMs`: queries would miss data. */
export async function untilProjected(
  projections: Pick<ProjectionFollower, 'waitFor'>,
  position: number,
  timeoutMs: number,
): Promise<void> {
  if (await projections.waitFor(position, timeoutMs)) return
  throw new StoreUnavailable(`the read models have not come to position ${position}`)
}

/** How long a collection's name is cached; a switch to a new collection is noticed after at most this time. */
const NAME_LIFETIME_MS = 1_000
/** The same while a collection has not been projected yet. */
const MISSING_NAME_LIFETIME_MS = 100
const LOOK_EVERY_MS = 5
const PATIENCE_MS = 10_000

export type ProjectionFollowerOptions = {
  eventStore: EventStore
  readStore: ReadStore
  projections: readonly AnyProjection[]
  /** Restarts the loops. */
  supervision?: Supervision
  /** Called with errors that listeners throw. */
  onFault?: (error: unknown) => void
}

export async function followProjections(options: ProjectionFollowerOptions): Promise<ProjectionFollower> {
  const { eventStore, readStore, supervision = createSupervision() } = options
  const stopping = new AbortController()
  // bounded: an entry for each projection
  const names = new Map<string, string>()
  // bounded: modules listen when they start
  const listeners: ((events: StoredEvent[]) => void)[] = []

  let told = await livePosition()
  await lookUpNames()
  const renewing = supervision.keep('names of collections', stopping.signal, keepNames)
  const telling = supervision.keep('following projections', stopping.signal, tell)

  return {
    async ready() {
      const head = await eventStore.head()
      while (unbuilt().length > 0 && !stopping.signal.aborted)
        await pause(MISSING_NAME_LIFETIME_MS, stopping.signal)
      await waitFor(head, 60_000)
    },
    unbuilt,
    position: () => told,
    waitFor,
    collectionOf(name) {
      const collection = names.get(name)
      if (collection === undefined) throw new Error(`${name} has not been projected yet`)
      return collection
    },
    async progress() {
      const [position, head] = await Promise.all([livePosition(), eventStore.head()])
      return options.projections.map(({ name }) => {
        const collection = names.get(name)
        if (collection !== undefined)
          return { name, collection, state: 'live' as const, position, head, read: 0, left: undefined }
        return {
          name,
          collection: '',
          state: 'building' as const,
          position: START,
          head,
          read: 0,
          left: undefined,
        }
      })
    },
    onBatch(listener) {
      listeners.push(listener)
    },
    async stop() {
      stopping.abort()
      await Promise.all([renewing, telling])
    },
  }

  function unbuilt(): string[] {
    return options.projections.map(({ name }) => name).filter((name) => !names.has(name))
  }

  async function waitFor(position: number, timeoutMs: number): Promise<boolean> {
    const until = Date.now() + timeoutMs
    while ((await livePosition()) < position) {
      if (Date.now() >= until || stopping.signal.aborted) return false
      await pause(LOOK_EVERY_MS, stopping.signal)
    }
    return true
  }

  async function livePosition(): Promise<number> {
    const checkpoint = await readStore.getSetting(LIVE_CHECKPOINT)
    return checkpoint === undefined ? -1 : readStore.checkpoint(checkpoint)
  }

  async function tell(loop: Loop): Promise<void> {
    for await (const events of eventStore.subscribe(told, { signal: stopping.signal })) {
      const { position } = events.at(-1)!
      // Waits without limit: a listener that reads too early would not read again later.
      while (!(await waitFor(position, PATIENCE_MS))) if (stopping.signal.aborted) return
      told = position
      loop.well()
      for (const listener of listeners) tellOne(listener, events)
    }
  }

  function tellOne(listener: (typeof listeners)[number], events: StoredEvent[]): void {
    try {
      listener(events)
    } catch (error) {
      options.onFault?.(error)
    }
  }

  async function keepNames(loop: Loop): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(unbuilt().length > 0 ? MISSING_NAME_LIFETIME_MS : NAME_LIFETIME_MS, stopping.signal)
      await lookUpNames()
      loop.well()
    }
  }

  async function lookUpNames(): Promise<void> {
    for (const { name, indexes } of options.projections) {
      const collection = await readStore.getSetting(`active:${name}`)
      if (collection === undefined || names.get(name) === collection) continue
      await readStore.declare({ name: collection, indexes })
      names.set(name, collection)
    }
  }
}
