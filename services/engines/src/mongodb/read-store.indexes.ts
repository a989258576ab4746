/** The indexes of a collection, on the tenant and the documents' own fields. */
import { fieldsOf } from '@parley/kernel/read-models/read-store.query.ts'
import type { CollectionSpec } from '@parley/kernel/read-models/read-store.ts'
import { type Collection, MongoServerError } from 'mongodb'
import { pathOf, type Stored } from './read-store.filter.ts'

const NOT_IMPLEMENTED = 238

/** Created one by one: FerretDB fails on a list of indexes of which some exist. */
export async function createIndexes(rows: Collection<Stored>, spec: CollectionSpec): Promise<void> {
  for (const index of Object.values(spec.indexes)) {
    const fields = fieldsOf(index)
    const keys = Object.fromEntries(['t', ...fields.map(pathOf), 'i'].map((key) => [key, 1] as const))
    if (!('sparse' in index)) {
      await rows.createIndex(keys)
      continue
    }
    const having = Object.fromEntries(fields.map((field) => [pathOf(field), { $exists: true }]))
    const name = `${fields.join('_')}_sparse`
    await rows.createIndex(keys, { name, partialFilterExpression: having }).catch((error) => {
      if (!(error instanceof MongoServerError) || error.code !== NOT_IMPLEMENTED) throw error
      // FerretDB 1.x has no partial indexes. What a query finds does not depend on them.
      return rows.createIndex(keys)
    })
  }
}

/** Removes the indexes of the layout before, in which each indexed field had a key beside the document. */
export async function dropKeyIndexes(rows: Collection<Stored>): Promise<void> {
  for (const { name, key } of await rows.indexes())
    if (name !== undefined && Object.keys(key).some((path) => path.startsWith('k_')))
      await rows.dropIndex(name)
}
