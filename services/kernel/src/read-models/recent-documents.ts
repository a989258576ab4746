/**
 * Keeps in memory the documents that were projected last: an event mostly changes what an event shortly before has
 * changed. Only for one runner, which reads a document through it and reports what it wrote. Another process that projects
 * the same events makes the same documents, so that whose write came first does not matter.
 */
import { LRUCache } from 'lru-cache'
import type { Document, Entry, Json, ReadStore, Write } from './read-store.ts'

export type RecentDocuments = Pick<ReadStore, 'getMany'> & {
  /** Must be called once the writes are in the store. */
  keep(writes: readonly Write[]): void
  /** Drops everything. Must be called when the store may have lost its last writes. */
  clear(): void
}

const MAX_BYTES = 4_000_000
/** Estimated memory of an entry, a field or an element in addition to its text. */
const VALUE_BYTES = 16

export function createRecentDocuments(
  readStore: Pick<ReadStore, 'getMany'>,
  maxBytes = MAX_BYTES,
): RecentDocuments {
  const recent = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ document }, key) => key.length + bytesOf(document),
  })

  return {
    async getMany(collection, keys) {
      const names = keys.map((key) => nameOf(collection, key))
      const entries = names.map((name) => recent.get(name))
      const missing = keys.filter((_, nth) => !entries[nth])
      if (missing.length === 0) return entries
      const read = (await readStore.getMany(collection, missing)).values()
      for (const [nth, name] of names.entries()) {
        if (entries[nth]) continue
        const entry = read.next().value
        entries[nth] = entry
        if (entry) recent.set(name, entry)
      }
      return entries
    },
    keep(writes) {
      for (const { collection, document, position, ...key } of writes)
        recent.set(nameOf(collection, key), { document, position })
    },
    clear: () => recent.clear(),
  }
}

const nameOf = (collection: string, { tenant, id }: { tenant: string; id: string }): string =>
  `${collection}\n${tenant}\n${id}`

function bytesOf(value: Json | Document | undefined): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  let bytes = VALUE_BYTES
  for (const inner of Object.values(value)) bytes += bytesOf(inner)
  return bytes
}
