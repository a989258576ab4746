/** How queries read documents: by projection, always within a tenant. */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Keyring } from '../sealing/sealing.ts'
import type { PublicProjection, TenantProjection } from './projection.ts'
import {
  type Counted,
  type CountedEach,
  type Document,
  type Entry,
  type Find,
  PUBLIC,
  type ReadStore,
} from './read-store.ts'

export type Page<Doc> = { items: Doc[]; next?: string }

export type Reader = {
  get<Doc extends object, C extends EventCatalogue>(
    of: TenantProjection<Doc, C>,
    tenant: string,
    id: string,
  ): Promise<Doc | undefined>
  /** Returns documents in the order of the ids. */
  getMany<Doc extends object, C extends EventCatalogue>(
    of: TenantProjection<Doc, C>,
    tenant: string,
    ids: readonly string[],
  ): Promise<(Doc | undefined)[]>
  find<Doc extends object, C extends EventCatalogue>(
    of: TenantProjection<Doc, C>,
    tenant: string,
    query: Find,
  ): Promise<Page<Doc>>
  count<Doc extends object, C extends EventCatalogue>(
    of: TenantProjection<Doc, C>,
    tenant: string,
    query: Counted,
  ): Promise<number>
  /** Counts documents of each of many values of the index's first field, or adds up what they have, in the order of the values. */
  countEach<Doc extends object, C extends EventCatalogue>(
    of: TenantProjection<Doc, C>,
    tenant: string,
    query: CountedEach,
  ): Promise<number[]>
  /** Returns a document of a public projection. */
  getPublic<Doc extends object, C extends EventCatalogue>(
    of: PublicProjection<Doc, C>,
    id: string,
  ): Promise<Doc | undefined>
  findPublic<Doc extends object, C extends EventCatalogue>(
    of: PublicProjection<Doc, C>,
    query: Find,
  ): Promise<Page<Doc>>
  /**
   * Returns the position of the newest event in documents that this reader returned, for the `ETag` of an answer that is
   * made of them; 0 for none.
   */
  newestIn(documents: readonly (object | undefined)[]): number
  /** Opens sealed texts of a tenant; `[erased]` where the key is erased. */
  open(tenant: string, texts: string[]): Promise<string[]>
}

/** Values of one query of `countEach`. */
const EACH_AT_ONCE = 1_000

/** `collectionOf` returns the collection that readers of a projection see at present. */
export function createReader(
  readStore: ReadStore,
  keyring: Keyring,
  collectionOf: (projection: string) => string | Promise<string>,
): Reader {
  const positions = new WeakMap<object, number>()
  const documentIn = (entry: Entry | undefined): Document | undefined => {
    if (entry?.document) positions.set(entry.document, entry.position)
    return entry?.document
  }
  return {
    async get(of, tenant, id) {
      const entry = await readStore.get(await collectionOf(of.name), tenant, id)
      return documentIn(entry) as never
    },
    async getMany(of, tenant, ids) {
      const keys = ids.map((id) => ({ tenant, id }))
      const entries = await readStore.getMany(await collectionOf(of.name), keys)
      return entries.map(documentIn) as never
    },
    async find(of, tenant, query) {
      const found = await readStore.find(await collectionOf(of.name), tenant, query)
      const items = found.items.map(documentIn)
      return (found.next === undefined ? { items } : { items, next: found.next }) as never
    },
    async count(of, tenant, query) {
      return readStore.count(await collectionOf(of.name), tenant, query)
    },
    async countEach(of, tenant, query) {
      const collection = await collectionOf(of.name)
      const counts: number[] = []
      for (let from = 0; from < query.each.length; from += EACH_AT_ONCE) {
        const each = query.each.slice(from, from + EACH_AT_ONCE)
        counts.push(...(await readStore.countEach(collection, tenant, { ...query, each })))
        // Other requests are served between them.
        if (from + EACH_AT_ONCE < query.each.length) await new Promise((resolve) => setImmediate(resolve))
      }
      return counts
    },
    async getPublic(of, id) {
      const entry = await readStore.get(await collectionOf(of.name), PUBLIC, id)
      return documentIn(entry) as never
    },
    async findPublic(of, query) {
      const found = await readStore.find(await collectionOf(of.name), PUBLIC, query)
      const items = found.items.map(documentIn)
      return (found.next === undefined ? { items } : { items, next: found.next }) as never
    },
    newestIn: (documents) =>
      documents.reduce((newest, one) => Math.max(newest, (one && positions.get(one)) ?? 0), 0),
    open: (tenant, texts) => keyring.open(tenant, texts),
  }
}
