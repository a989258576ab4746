/**
 * The streams in use, kept folded in memory so that a warm command reads nothing. What another process appended is
 * read when it is noticed: the whole stream anew, since texts of it may have been erased meanwhile; of a stream with
 * snapshots, which holds nothing personal, only the rest.
 */
import type { AnyEvent } from '@parley/contracts/message.ts'
import { createByteCache } from './byte-cache.ts'
import type { Aggregate } from './decider.ts'
import type { EventStore, Expected, StoredEvent } from './event-store.ts'
import { decode, GENESIS, hashIn, type Recorded } from './recorded-event.ts'
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
  /** The newest revision that was told of: above `revision`, the rest is to be read. */
  newest: number
  /** About how much memory the state takes. */
  bytes: number
  /** The revision of the last snapshot; of a kind of stream without snapshots there is none. */
  savedAt: number | undefined
}

export type FoldedStreams = {
  /** What a stream has come to; the beginning of one that does not exist. Not for the same stream side by side. */
  read<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<FoldedStream>
  /** Keeps what this process appended to it. */
  keep<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): void
  /** Somebody else wrote to a stream: it is read again when it is needed. */
  invalidate(stream: string, revision: number): void
  /** Looks whether another process wrote to a stream that is kept: it is read again then. */
  refresh(stream: string): Promise<void>
  /** Whether a stream has events after a revision, with a look at the log; what is kept of it is read again then. */
  wroteSince(stream: string, revision: Expected): Promise<boolean>
  /** Drops a stream, such as after an erasure. */
  evict(stream: string): void
}

export type FoldedStreamsOptions = {
  eventStore: EventStore
  keyring: Keyring
  /** Without it long streams are folded from their first event. */
  snapshots?: Snapshots
  /** How much memory the kept streams may take, and those of one tenant half of it. */
  maxBytes: number
}

const PAGE = 500
/** What a stream takes besides what its events say. */
const STREAM_BYTES = 2_000
/** About what the state of a stream with snapshots takes at most: it does not grow with all of its events. */
const LASTING_BYTES = 200_000
/** Events after which the next snapshot is taken, which is what a cold start has to fold at most. */
const SNAPSHOT_EVERY = 2_000

export function createFoldedStreams(options: FoldedStreamsOptions): FoldedStreams {
  const { eventStore, keyring, snapshots, maxBytes } = options
  const kept = createByteCache<FoldedStream>({
    maxBytes,
    shareOf: () => maxBytes / 2,
    sizeOf: ({ bytes }) => bytes,
  })
  /** Streams that are being read, with the revision that was noticed meanwhile. */
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

  /** Where folding begins: at the stream's snapshot, or before its first event. */
  async function begin<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<FoldedStream> {
    const lasting = aggregate.snapshot !== undefined && snapshots !== undefined
    const [first] = lasting ? await eventStore.readStream(stream, { limit: 1 }) : []
    const saved = first && (await snapshots?.restore(aggregate, stream, decode(first).tenant))
    const [last] = saved ? await eventStore.readStream(stream, { from: saved.revision, limit: 1 }) : []
    // A snapshot of another log, such as one that was restored from a back-up, tells nothing.
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

/** A stored event with its sealed fields opened (`[erased]` where the key is gone). */
export async function openEvent(
  keyring: Keyring,
  catalogue: Aggregate<never, never, AnyEvent>['events'],
  stored: StoredEvent,
): Promise<Recorded> {
  const event = decode(stored, catalogue)
  return { ...event, data: await unsealData(keyring, catalogue, event.type, event.data, event.tenant) }
}

/** What the state keeps of an event is about what the event says; sealed, a text has more characters than opened bytes. */
export function bytesAfter({ bytes, savedAt }: FoldedStream, characters: number): number {
  const grown = bytes + characters
  return savedAt === undefined ? grown : Math.min(grown, LASTING_BYTES)
}

function isBehind({ revision, newest }: FoldedStream): boolean {
  return revision !== 'none' && newest > revision
}
