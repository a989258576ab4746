/**
 * The streams in use, kept folded in memory so that a command on one of them reads nothing. After another process
 * appended to a stream, it is read again: as a whole, since texts of it may have been erased in the meantime; a stream
 * with snapshots contains nothing personal, so only its new events are read.
 */
import type { AnyEvent } from '@parley/contracts/message.ts'
import { createByteCache } from './byte-cache.ts'
import type { Aggregate } from './decider.ts'
import type { EventStore, Expected, StoredEvent } from './event-store.ts'
import { decode, GENESIS, hashIn, placeOf, type Recorded } from './recorded-event.ts'
import { type Keyring, unsealData } from './sealing.ts'
import { createSeenCommands, type SeenCommands } from './seen-commands.ts'
import type { Snapshots } from './snapshots.ts'

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
  /** Drops a stream, for example after an erasure. */
  evict(stream: string): void
  /** Drops all streams, for example after the erasure of a person who is named in many. */
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
/** Estimated maximum memory of a state with snapshots, which does not grow with all of its events. */
const LASTING_BYTES = 200_000
/** A snapshot is saved after this many events, so a cold start folds at most about as many. */
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
        const folded = known ?? (await begin(aggregate, stream))
        await readOn(aggregate, stream, folded)
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

    evict(stream) {
      kept.delete(stream)
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
    if (folded.savedAt === undefined || Number(folded.revision) - folded.savedAt < SNAPSHOT_EVERY) return
    folded.savedAt = Number(folded.revision)
    snapshots?.save(aggregate, stream, folded)
  }

  /** Returns where folding begins: the stream's snapshot, or the initial state. */
  async function begin<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<FoldedStream> {
    const lasting = aggregate.snapshot !== undefined && snapshots !== undefined
    const [first] = lasting ? await eventStore.readStream(stream, { limit: 1 }) : []
    const saved = first && (await snapshots?.restore(aggregate, stream, placeOf(first).tenant))
    const [last] = saved ? await eventStore.readStream(stream, { from: saved.revision, limit: 1 }) : []
    // A snapshot taken from another log, for example before a restore from a backup, is not used.
    if (saved && last && hashIn(last) === saved.lastHash)
      return { ...saved, newest: -1, bytes: LASTING_BYTES, savedAt: saved.revision }
    return {
      state: aggregate.decider.initialState,
      revision: 'none',
      position: -1,
      lastHash: GENESIS,
      tenant: undefined,
      commands: createSeenCommands(aggregate.snapshot?.guarded),
      newest: -1,
      bytes: STREAM_BYTES,
      savedAt: lasting ? -1 : undefined,
    }
  }

  async function readOn<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): Promise<void> {
    for (;;) {
      const from = folded.revision === 'none' ? 0 : folded.revision + 1
      const page = await eventStore.readStream(stream, { from, limit: PAGE })
      for (const stored of page) {
        const event = await openEvent(keyring, aggregate.events, stored)
        folded.state = aggregate.decider.evolve(folded.state as State, event as Recorded<E>)
        folded.revision = event.revision
        folded.position = event.position
        folded.lastHash = hashIn(stored)
        folded.tenant = event.tenant
        folded.commands.add(event.cause.command, event.type, event.position)
        folded.bytes = bytesAfter(folded, stored.data.length)
      }
      if (page.length < PAGE) return
    }
  }
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
