/**
 * Snapshots of long streams, so that the first command after a start need not fold a stream from its first event. They
 * are stored with the read models: each can be deleted, and one that does not match the log is not used.
 *
 * A state that contains texts of subjects is sealed under the key of each of them, one inside the other: when any of
 * the subjects is erased, nobody can read the snapshot, and the stream is folded from its events again.
 */
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { FoldedStream } from '../log/folded-streams.ts'
import { type Document, declareOnce, type Json, type ReadStore } from '../read-models/read-store.ts'
import type { Keyring } from '../sealing/sealing.ts'
import type { Aggregate } from './decider.ts'
import { createSeenCommands, type SeenEntries } from './seen-commands.ts'

const COLLECTION = 'snapshots'

type Content = { state: Json; commands: SeenEntries }
type Saved = { version: number; revision: number; position: number; lastHash: string } & (
  | Content
  /** `sealed`: the JSON of the content, base64url; `subjects`: whose keys it is sealed under, the innermost first. */
  | { subjects: string[]; sealed: string }
)

export type Snapshots = {
  /** Returns the snapshot of a stream of the present version, if there is one that can be read. */
  restore<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    tenant: string,
  ): Promise<(Omit<FoldedStream, 'newest' | 'bytes' | 'savedAt'> & { revision: number }) | undefined>
  /**
   * Saves a snapshot. Returns false if a subject of the state is erased, so that nothing was saved. Any other failure
   * is reported, and only costs time at the next start.
   */
  save<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    folded: FoldedStream,
  ): Promise<boolean>
  /** Removes the snapshot of a stream. `position`: of the log, at or after everything that the snapshot contains. */
  remove(stream: string, tenant: string, position: number): Promise<void>
}

/** `onFault` is called when a snapshot could not be read or written. */
export function createSnapshots(
  readStore: ReadStore,
  keyring: Keyring,
  onFault: (error: unknown) => void,
): Snapshots {
  const declare = declareOnce(readStore, { name: COLLECTION, indexes: {} })

  return {
    async restore({ snapshot }, stream, tenant) {
      if (!snapshot) return undefined
      try {
        await declare()
        const entry = await readStore.get(COLLECTION, tenant, stream)
        const saved = entry?.document as Saved | undefined
        if (saved?.version !== snapshot.version) return undefined
        const content = await opened(saved, tenant)
        if (!content) return undefined
        const { revision, position, lastHash } = saved
        return {
          state: snapshot.restore(content.state),
          revision,
          position,
          lastHash,
          tenant,
          commands: createSeenCommands(snapshot, content.commands),
          subjects: new Set('subjects' in saved ? saved.subjects : []),
        }
      } catch (error) {
        onFault(error)
        return undefined
      }
    },

    async save({ snapshot }, stream, { state, revision, position, lastHash, tenant, commands, subjects }) {
      if (!snapshot || tenant === undefined || revision === 'none') return true
      const { version } = snapshot
      const content: Content = { state: snapshot.save(state as never), commands: commands.entries() }
      try {
        const kept = await sealed(content, [...subjects], tenant)
        if (!kept) return false
        const saved: Saved = { version, revision, position, lastHash, ...kept }
        await declare()
        const write = { collection: COLLECTION, tenant, id: stream, document: saved as Document, position }
        await readStore.commit({ checkpoint: COLLECTION, position, writes: [write] })
      } catch (error) {
        onFault(error)
      }
      return true
    },

    async remove(stream, tenant, position) {
      try {
        await declare()
        if (!(await readStore.get(COLLECTION, tenant, stream))?.document) return
        const write = {
          collection: COLLECTION,
          tenant,
          id: stream,
          document: undefined,
          position: position + 1,
        }
        await readStore.commit({ checkpoint: COLLECTION, position, writes: [write] })
      } catch (error) {
        onFault(error)
      }
    },
  }

  async function sealed(content: Content, subjects: string[], tenant: string) {
    if (subjects.length === 0) return content
    await keyring.prepare(tenant, subjects)
    let bytes: Buffer | undefined = Buffer.from(JSON.stringify(content))
    for (const subject of subjects) {
      bytes = keyring.sealBytes({ tenant, subject }, bytes)
      if (!bytes) return undefined
    }
    return { subjects, sealed: bytes.toString('base64url') }
  }

  /** Returns undefined if a subject is erased. */
  async function opened(saved: Saved, tenant: string): Promise<Content | undefined> {
    if (!('sealed' in saved)) return saved
    let bytes: Buffer | undefined = Buffer.from(saved.sealed, 'base64url')
    for (const subject of saved.subjects.toReversed()) {
      bytes = await keyring.openBytes({ tenant, subject }, bytes)
      if (!bytes) return undefined
    }
    return JSON.parse(bytes.toString('utf8'))
  }
}
