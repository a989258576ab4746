/** Reads what waits for the team, of all tenants, from a projection with an index `bySince`. */
import { PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'

export type CollectionOf = (projection: string) => string | Promise<string>

/** The function yields the documents since before a moment (milliseconds), longest first, read page by page. */
export function waitingSince<Document>(
  readStore: Pick<ReadStore, 'find'>,
  collectionOf: CollectionOf,
  projection: string,
) {
  return async function* (before: number): AsyncGenerator<Document> {
    let cursor: string | undefined
    do {
      const found = await readStore.find(await collectionOf(projection), PUBLIC, {
        index: 'bySince',
        where: { since: { lte: before } },
        limit: 200,
        cursor,
      })
      for (const { document } of found.items) yield document as Document
      cursor = found.next
    } while (cursor !== undefined)
  }
}
