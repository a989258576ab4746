/**
 * The streams in use, kept folded in memory so that a command on one of them reads nothing. After another process
 * appended to a stream, it is read again: as a whole, since texts of it may have been erased in the meantime. Of a
 * stream with snapshots only the new events are read, unless a subject of its texts was erased.
 */
import { type AnyEvent, ERASED, type EventCatalogue } from '@parley/contracts/message.ts'
import type { Aggregate } from '../commands/decider.ts'
import { createSeenCommands, type SeenCommands } from '../commands/seen-commands.ts'
import type { Snapshots } from '../commands/snapshots.ts'
import { createByteCache } from '../limits/byte-cache.ts'
import { type Keyring, subjectOf, textsIn, unsealData } from '../sealing/sealing.ts'
import type { EventStore, Expected, StoredEvent } from './event-store.ts'
import { decode, GENESIS, hashIn, placeOf, type Recorded } from './recorded-event.ts'

export type FoldedStream = {
  state: unknown
  revision: Expected
  position: number
  lastHash: string
  tenant: string | undefined
  commands: SeenCommands
  /** The newest revision known from `invalidate`. When it is above `revision`, the rest must be read. */
  newest: number
  /** Approximate memory that the state takes. */
  bytes: number
  /** The revision of the last snapshot, -1 if there is none yet; undefined when the stream has no snapshots. */
  savedAt: number | undefined
  /** Whose texts the state may contain; known only of streams with snapshots. */
  subjects: Set<string>
}

export type FoldedStreams = {
  /**
   * Returns the present state of a stream, or its initial state if it does not exist. Must not run concurrently for one
   * stream.
   */
  read<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<FoldedStream>
  /** Stores the state after an append of this process. */
  keep<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): void
  /** Marks a stream to which another process appended: it is read again when it is next used. */
  invalidate(stream: string, revision: number): void
  /** Checks the log for newer events of a cached stream; if there are any, it is read again when next used. */
  refresh(stream: string): Promise<void>
  /** Whether the log has events of the stream after a revision; if so, a cached state is read again when next used. */
  wroteSince(stream: string, revision: Expected): Promise<boolean>
  /** Drops a stream and its snapshot, for example after an erasure. */
  evict(stream: string): Promise<void>
  /** Drops all streams from memory, for example after the erasure of a person who is named in many. */
  evictAll(): void
}

export type FoldedStreamsOptions = {
  eventStore: EventStore
  keyring: Keyring
  /** Without snapshots, long streams are folded from their first event. */
  snapshots?: Snapshots
  /** Maximum memory, in bytes, of all cached streams; one tenant may use half of it. */
  maxBytes: number
}

const PAGE = 500
/** Memory of a stream in addition to its events' data. */
const STREAM_BYTES = 2_000
/** Of a stream with snapshots this many events are read first: a short one has no snapshot worth looking for. */
const FIRST_PAGE = 100
/** Estimated maximum memory of a state with snapshots, which does not grow with all of its events. */
const LASTING_BYTES = 200_000
const SNAPSHOT_EVERY = 2_000

export function createFoldedStreams(options: FoldedStreamsOptions): FoldedStreams {
  const { eventStore, keyring, snapshots, maxBytes } = options
  const kept = createByteCache<FoldedStream>({
    maxBytes,
    shareOf: () => maxBytes / 2,
    sizeOf: ({ bytes }) => bytes,
  })
  /** Streams being read, each with the revision that `invalidate` received in the meantime. */
  const reading = new Map<string, number>()

  return {
    async read(aggregate, stream) {
      const known = kept.get(stream)
      if (known && !isBehind(known)) return known
      reading.set(stream, -1)
      try {
        const folded =
          known && !(await hasErased(known))
            ? await readOn(aggregate, stream, known)
            : await readFromStart(aggregate, stream)
        const noticed = reading.get(stream) ?? -1
        if (folded.revision !== 'none' && folded.revision >= noticed) keep(aggregate, stream, folded)
        return folded
      } finally {
        reading.delete(stream)
      }
    },

    keep,

    invalidate,

    wroteSince,

    async refresh(stream) {
      const known = kept.get(stream)
      if (known) await wroteSince(stream, known.revision)
    },

    async evict(stream) {
      const known = kept.get(stream)
      kept.delete(stream)
      if (!snapshots || known?.savedAt === undefined || known.tenant === undefined) return
      await snapshots.remove(stream, known.tenant, await eventStore.head())
    },

    evictAll() {
      // A stream that is being read was opened with the keys of before.
      for (const stream of reading.keys()) reading.set(stream, Number.POSITIVE_INFINITY)
      kept.clear()
    },
  }

  async function wroteSince(stream: string, revision: Expected): Promise<boolean> {
    if (revision === 'none') return false
    const [next] = await eventStore.readStream(stream, { from: revision + 1, limit: 1 })
    if (next) invalidate(stream, next.revision)
    return next !== undefined
  }

  function invalidate(stream: string, revision: number): void {
    if (reading.has(stream)) reading.set(stream, revision)
    const known = kept.get(stream)
    if (!known) return
    known.newest = Math.max(known.newest, revision)
    if (isBehind(known) && known.savedAt === undefined) kept.delete(stream)
  }

  function keep<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): void {
    kept.set(stream, folded, folded.tenant)
    const { every = SNAPSHOT_EVERY } = aggregate.snapshot ?? {}
    if (folded.savedAt === undefined || Number(folded.revision) - folded.savedAt < every) return
    folded.savedAt = Number(folded.revision)
    // Otherwise the state still contains texts that were erased.
    snapshots?.save(aggregate, stream, folded).then((saved) => saved || kept.delete(stream))
  }

  async function hasErased({ tenant, subjects }: FoldedStream): Promise<boolean> {
    if (tenant === undefined) return false
    for (const subject of subjects) if (await keyring.isErased({ tenant, subject })) return true
    return false
  }

  /** Folds a stream from its snapshot, or from its first event. */
  async function readFromStart<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<FoldedStream> {
    const lasting = aggregate.snapshot !== undefined && snapshots !== undefined
    const limit = lasting ? FIRST_PAGE : PAGE
    const events = await eventStore.readStream(stream, { limit })
    const whole = events.length < limit
    const [first] = events
    const saved =
      lasting && first && !whole && (await snapshots.restore(aggregate, stream, placeOf(first).tenant))
    if (saved) {
      const [last, ...newer] = await eventStore.readStream(stream, { from: saved.revision, limit: PAGE })
      // A snapshot taken from another log, for example before a restore from a backup, is not used.
      if (last && hashIn(last) === saved.lastHash) {
        const folded = { ...saved, newest: -1, bytes: LASTING_BYTES, savedAt: saved.revision }
        return foldAll(aggregate, stream, folded, newer, newer.length < PAGE - 1)
      }
    }
    const folded: FoldedStream = {
      state: aggregate.decider.initialState,
      revision: 'none',
      position: -1,
      lastHash: GENESIS,
      tenant: undefined,
      commands: createSeenCommands(aggregate.snapshot),
      newest: -1,
      bytes: STREAM_BYTES,
      savedAt: lasting ? -1 : undefined,
      subjects: new Set(),
    }
    return foldAll(aggregate, stream, folded, events, whole)
  }

  function readOn<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): Promise<FoldedStream> {
    return foldAll(aggregate, stream, folded, [], false)
  }

  /** Folds these events and, unless they are the last ones, all after them. */
  async function foldAll<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
    events: readonly StoredEvent[],
    areLast: boolean,
  ): Promise<FoldedStream> {
    let [page, over] = [events, areLast]
    for (;;) {
      for (const stored of page) await foldOne(aggregate, folded, stored)
      if (over) return folded
      const from = folded.revision === 'none' ? 0 : folded.revision + 1
      page = await eventStore.readStream(stream, { from, limit: PAGE })
      over = page.length < PAGE
    }
  }

  async function foldOne<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    folded: FoldedStream,
    stored: StoredEvent,
  ): Promise<void> {
    const sealed = decode(stored, aggregate.events)
    const data = await unsealData(keyring, aggregate.events, sealed.type, sealed.data, sealed.tenant)
    const event = { ...sealed, data }
    folded.state = aggregate.decider.evolve(folded.state as State, event as Recorded<E>)
    folded.revision = event.revision
    folded.position = event.position
    folded.lastHash = hashIn(stored)
    folded.tenant = event.tenant
    folded.commands.add(event.cause.command, event.type, event.position)
    folded.bytes = bytesAfter(folded, stored.data.length)
    if (folded.savedAt === undefined) return
    for (const subject of readableSubjects(aggregate.events, sealed, data)) folded.subjects.add(subject)
  }
}

/** Returns the subjects of an event's sealed texts, without those whose texts are erased. */
function readableSubjects(
  catalogue: EventCatalogue,
  { type, data: sealed }: Recorded,
  opened: unknown,
): string[] {
  const readable = textsIn(catalogue, type, opened)
  return textsIn(catalogue, type, sealed).flatMap((text, nth) =>
    readable[nth] === ERASED ? [] : (subjectOf(text) ?? []),
  )
}

/** Decodes a stored event and opens its sealed fields (`[erased]` where the key is gone). */
export async function openEvent(
  keyring: Keyring,
  catalogue: Aggregate<never, never, AnyEvent>['events'],
  stored: StoredEvent,
): Promise<Recorded> {
  const event = decode(stored, catalogue)
  return { ...event, data: await unsealData(keyring, catalogue, event.type, event.data, event.tenant) }
}

/**
 * Estimates the memory after an event: the state keeps about as much as the event's data. A sealed text has more
 * characters than its plain text has bytes.
 */
export function bytesAfter({ bytes, savedAt }: FoldedStream, characters: number): number {
  const grown = bytes + characters
  return savedAt === undefined ? grown : Math.min(grown, LASTING_BYTES)
}

function isBehind({ revision, newest }: FoldedStream): boolean {
  return revision !== 'none' && newest > revision
}
