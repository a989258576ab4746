/**
 * The port to the documents that screens read. Everything in it can be thrown away and rebuilt from the events.
 * Engines: `engines/read-store.sqlite.ts`, `engines/read-store.mongodb.ts`; suite: `engines/read-store.conformance.ts`.
 *
 * A document lives in a collection under (tenant, id). Nothing can be asked without a tenant; documents that
 * belong to nobody in particular (the widget's public data) live under the tenant `PUBLIC`.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }
export type Document = { [key: string]: Json | undefined }

export const PUBLIC = 'public'

/**
 * `name` may carry a version suffix (`agents@2`). Each index is a list of top-level document fields (string,
 * number or boolean), always searched within a tenant. `find` may only filter and order by declared indexes.
 */
export type CollectionSpec = { name: string; indexes: Record<string, readonly string[]> }

/** A write at an event's position. `document: undefined` removes and leaves a tombstone with the position. */
export type Write = {
  collection: string
  tenant: string
  id: string
  document: Document | undefined
  position: number
}

/** What stands under a key: a document, or the tombstone of a removed one; undefined if there never was any. */
export type Entry = { document: Document | undefined; position: number }

export type Range = {
  gt?: string | number
  gte?: string | number
  lt?: string | number
  lte?: string | number
}
export type Condition = string | number | boolean | Range

export type Find = {
  /** A declared index; its fields are filtered by equality from the left, then at most one by range. */
  index: string
  where?: Record<string, Condition>
  /** Order by the index's fields, then by id. 'asc' unless told. */
  order?: 'asc' | 'desc'
  /** 50 unless told, at most 1,000. */
  limit?: number
  /** `next` of the page before. A cursor of another query is refused with an Error whose code is 'bad-cursor'. */
  cursor?: string
}

/** Fewer documents than were asked for where they are large: `next` says whether there are more. */
export type Found = { items: { id: string; document: Document; position: number }[]; next?: string }

export type ReadStore = {
  /** Makes sure the collection and its indexes exist. Safe to repeat, in several processes. */
  declare(spec: CollectionSpec): Promise<void>
  get(collection: string, tenant: string, id: string): Promise<Entry | undefined>
  /** Entries in the order of the keys. */
  getMany(collection: string, keys: { tenant: string; id: string }[]): Promise<(Entry | undefined)[]>
  find(collection: string, tenant: string, query: Find): Promise<Found>
  count(collection: string, tenant: string, query: Pick<Find, 'index' | 'where'>): Promise<number>
  /**
   * Writes a projection's batch and moves its checkpoint. A write whose position is not above the stored entry's
   * is ignored, so that a batch fed twice changes nothing; a checkpoint never moves back. One transaction where
   * the engine has them; elsewhere the checkpoint moves last.
   */
  commit(batch: { checkpoint: string; position: number; writes: Write[] }): Promise<void>
  /** The position a checkpoint stands at; -1 when it was never moved. */
  checkpoint(name: string): Promise<number>
  /** Small named facts that are not documents, such as which version of a collection readers see. */
  getSetting(name: string): Promise<string | undefined>
  setSetting(name: string, value: string): Promise<void>
  /** Removes a collection with everything in it, and the checkpoint of the same name. */
  drop(collection: string): Promise<void>
  /** All entries of a collection, of every tenant, ordered by tenant and id: for comparing a rebuild. */
  scan(collection: string): AsyncIterable<{ tenant: string; id: string } & Entry>
  close(): Promise<void>
}

/** Makes sure of a collection when it is first asked to, and again after a time when it could not. */
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
