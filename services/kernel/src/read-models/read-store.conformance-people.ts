import type { Document, Find, Found, ReadStore, Write } from './read-store.ts'

/** The collection used by the read store's suite. */
export const COLLECTION = {
  name: 'people@1',
  indexes: {
    byCity: ['city', 'age'],
    byAge: ['age'],
    byActive: ['active', 'name'],
    byName: ['name'],
    byLeft: { sparse: ['city', 'leftAt'] },
  },
} as const

/** Returns a write to the suite's collection. */
export const put = (id: string, document: Document | undefined, position = 1, tenant = 'acme'): Write => ({
  collection: COLLECTION.name,
  tenant,
  id,
  document,
  position,
})

/** Returns all pages of a query, in order. */
export async function findAll(store: ReadStore, query: Find, tenant = 'acme'): Promise<Found['items']> {
  const items: Found['items'] = []
  let cursor: string | undefined
  do {
    const page = await store.find(COLLECTION.name, tenant, { ...query, cursor })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  return items
}
