/**
 * Holds documents in memory while read models are built: a document that many events change is written once, and the
 * store writes while the next events are projected.
 */
import type { Entry, ReadStore, Write } from '../read-models/read-store.ts'

export type WriteBuffer = Pick<ReadStore, 'getMany'> & {
  put(writes: readonly Write[]): void
  /**
   * Begins to write what was put since the last time and to move the checkpoint, after the former write has ended.
   * Throws if that has failed. `written` is called when it is done.
   */
  flush(checkpoint: string, position: number, written: () => void): Promise<void>
  /** Resolves when everything is written that was flushed; throws if that failed. */
  settled(): Promise<void>
}

/** What was put after a flush, by collection and key. */
type Held = Map<string, Map<string, Write>>

export function createWriteBuffer(readStore: ReadStore): WriteBuffer {
  let held: Held = new Map()
  /** What is being written, or was written last: the store may not show it yet. */
  let flushed: Held = new Map()
  let writing: Promise<unknown> = Promise.resolve()

  return {
    async getMany(collection, keys) {
      const [own, former] = [held.get(collection), flushed.get(collection)]
      const entries: (Entry | undefined)[] = []
      const missing: { tenant: string; id: string }[] = []
      const places: number[] = []
      for (const [place, key] of keys.entries()) {
        const name = keyOf(key)
        const found = own?.get(name) ?? former?.get(name)
        entries.push(found)
        if (found) continue
        missing.push(key)
        places.push(place)
      }
      if (missing.length === 0) return entries
      const read = await readStore.getMany(collection, missing)
      for (const [nth, entry] of read.entries()) entries[places[nth]!] = entry
      return entries
    },
    put(writes) {
      for (const write of writes) {
        const own = held.get(write.collection) ?? new Map<string, Write>()
        held.set(write.collection, own.set(keyOf(write), write))
      }
    },
    async flush(checkpoint, position, written) {
      await writing
      flushed = held
      held = new Map()
      const writes = [...flushed.values()].flatMap((own) => [...own.values()])
      writing = readStore.commit({ checkpoint, position, writes }).then(written)
      // Reported by the next call.
      writing.catch(() => undefined)
    },
    async settled() {
      await writing
      flushed = new Map()
    },
  }
}

const keyOf = ({ tenant, id }: { tenant: string; id: string }): string => `${tenant}\n${id}`
