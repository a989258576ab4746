/**
 * Snapshots of long streams, so that the first command after a start need not fold a stream from its first event. They
 * are stored with the read models: each can be deleted, and one that does not match the log is not used.
 */
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { Aggregate } from './decider.ts'
import type { FoldedStream } from './folded-streams.ts'
import { type Document, declareOnce, type Json, type ReadStore } from './read-store.ts'
import { createSeenCommands, type SeenEntries } from './seen-commands.ts'

const COLLECTION = 'snapshots'

type Saved = {
  version: number
  revision: number
  position: number
  lastHash: string
  state: Json
  commands: SeenEntries
}

export type Snapshots = {
  /** Returns the snapshot of a stream of the present version, if there is one. */
  restore<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    tenant: string,
  ): Promise<(Omit<FoldedStream, 'newest' | 'bytes' | 'savedAt'> & { revision: number }) | undefined>
  /** Saves a snapshot in the background. A failure only costs time at the next start. */
  save<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): void
}

/** `onFault` is called when a snapshot could not be read or written. */
export function createSnapshots(readStore: ReadStore, onFault: (error: unknown) => void): Snapshots {
  const declare = declareOnce(readStore, { name: COLLECTION, indexes: {} })

  return {
    async restore({ snapshot }, stream, tenant) {
      if (!snapshot) return undefined
      try {
        await declare()
        const entry = await readStore.get(COLLECTION, tenant, stream)
        const saved = entry?.document as Saved | undefined
        if (saved?.version !== snapshot.version) return undefined
        const { revision, position, lastHash } = saved
        const state = snapshot.restore(saved.state)
        return {
          state,
          revision,
          position,
          lastHash,
          tenant,
          commands: createSeenCommands(snapshot.guarded, saved.commands),
        }
      } catch (error) {
        onFault(error)
        return undefined
      }
    },

    save({ snapshot }, stream, { state, revision, position, lastHash, tenant, commands }) {
      if (!snapshot || tenant === undefined || revision === 'none') return
      const saved: Saved = {
        version: snapshot.version,
        revision,
        position,
        lastHash,
        state: snapshot.save(state as never),
        commands: commands.entries(),
      }
      const write = { collection: COLLECTION, tenant, id: stream, document: saved as Document, position }
      declare()
        .then(() => readStore.commit({ checkpoint: COLLECTION, position, writes: [write] }))
        .catch(onFault)
    },
  }
}
