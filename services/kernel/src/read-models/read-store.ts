/**
 * The port to the documents that screens read. Everything in read models can be deleted and rebuilt from the events.
 * Engines: `engines/sqlite/read-store.ts`, `engines/mongodb/read-store.ts`; suite: `read-store.conformance.ts`.
 *
 * A document is stored in a collection under (tenant, id). Every query needs a tenant; documents without a tenant (the
 * widget's public data) are stored under the tenant `PUBLIC`.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }
export type Document = { [key: string]: Json | undefined }

export const PUBLIC = 'public'

/** What an indexed field may hold. */
export type Scalar = string | number | boolean

/**
 * A list of top-level document fields, always searched within a tenant. A sparse index contains only the documents that
 * have all of its fields, so that documents it isn't made for take no space in it.
 *
 * An indexed field holds a text, a number, a boolean or nothing; a list or an object is refused. The values are ordered
 * by kind: missing or null first, then numbers, texts by code point, false, true, and last moments as
 * `Date.prototype.toISOString` writes them, which are dates where an engine has them.
 */
export type Index = readonly string[] | { sparse: readonly string[] }

/** `name` may have a version suffix (`agents@2`). `find` may only filter and order by declared indexes. */
export type CollectionSpec = { name: string; indexes: Record<string, Index> }

/**
 * A write at an event's position. `document: undefined` removes the document and leaves a tombstone with the position.
 */
export type Write = {
  collection: string
  tenant: string
  id: string
  document: Document | undefined
  position: number
}

/** The entry under a key: a document, or the tombstone of a removed one. */
export type Entry = { document: Document | undefined; position: number }

/** Compares only values of the same kind: numbers, moments, or other texts. */
export type Range = {
  gt?: string | number
  gte?: string | number
  lt?: string | number
  lte?: string | number
}
export type Condition = string | number | boolean | Range

export type Find = {
  /** A declared index. Its fields are filtered by equality from the left, then at most one by range. */
  index: string
  where?: Record<string, Condition>
  /** Orders by the index's fields, then by id; 'asc' by default. */
  order?: 'asc' | 'desc'
  /** 50 by default, at most 1,000. */
  limit?: number
  /** `next` of the previous page. Throws an Error with the code 'bad-cursor' for a cursor of another query. */
  cursor?: string
}

export type Counted = Pick<Find, 'index' | 'where'> & { atMost?: number }

/**
 * `each`: values of the index's first field, at most 1,000, texts that UTF-8 can encode; `where` is of the fields after it.
 * `sum`: a field of the index whose numbers are added up, in place of counting.
 */
export type CountedEach = Pick<Find, 'index' | 'where'> & { each: readonly string[]; sum?: string }

/** May contain fewer documents than requested if they are large; `next` is set if there are more. */
export type Found = { items: { id: string; document: Document; position: number }[]; next?: string }

export type ReadStore = {
  /** Creates the collection and its indexes if they do not exist. Idempotent, also from several processes. */
  declare(spec: CollectionSpec): Promise<void>
  get(collection: string, tenant: string, id: string): Promise<Entry | undefined>
  /** Returns entries in the order of the keys. */
  getMany(collection: string, keys: { tenant: string; id: string }[]): Promise<(Entry | undefined)[]>
  find(collection: string, tenant: string, query: Find): Promise<Found>
  /** Counts matching documents; with `atMost`, counts no further than that. */
  count(collection: string, tenant: string, query: Counted): Promise<number>
  /** Counts matching documents of each value, or adds up what they have, in one query; in the order of the values. */
  countEach(collection: string, tenant: string, query: CountedEach): Promise<number[]>
  /**
   * Writes a projection's batch and moves its checkpoint. Ignores a write whose position is not above the stored
   * entry's, so a repeated batch changes nothing; a checkpoint never moves back. One transaction where the engine
   * supports it; otherwise the checkpoint moves last.
   */
  commit(batch: { checkpoint: string; position: number; writes: Write[] }): Promise<void>
  /** Returns the position of a checkpoint; -1 when it was never moved. */
  checkpoint(name: string): Promise<number>
  /** Small named values that are not documents, such as which version of a collection readers see. */
  getSetting(name: string): Promise<string | undefined>
  setSetting(name: string, value: string): Promise<void>
  /** Removes a collection with everything in it, and the checkpoint of the same name. */
  drop(collection: string): Promise<void>
  /**
   * Removes every entry of a tenant in a collection, tombstones included: a later write counts as that of a new entry.
   */
  removeTenant(collection: string, tenant: string): Promise<void>
  /** Yields all entries of a collection, of every tenant, ordered by tenant and id. Used to compare rebuilds. */
  scan(collection: string): AsyncIterable<{ tenant: string; id: string } & Entry>
  close(): Promise<void>
}

/** Declares a collection on the first call, and again on a later call if that failed. */
export function declareOnce(store: Pick<ReadStore, 'declare'>, spec: CollectionSpec): () => Promise<void> {
  let declared: Promise<void> | undefined
  return () => {
    declared ??= store.declare(spec).catch((error) => {
      declared = undefined
      throw error
    })
    return declared
  }
}
