import {
  checkSpec,
  collectPage,
  indexedFields,
  indexedValue,
  mergeSpecs,
  planEach,
  planFind,
  planWhere,
} from '@parley/kernel/read-models/read-store.query.ts'
import type { CollectionSpec, Entry, ReadStore, Write } from '@parley/kernel/read-models/read-store.ts'
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb'
import { connect, DUPLICATE_KEY, explained, upserting } from './connection.ts'
import { type BsonValue, fromBson, toBson, toBsonValue } from './read-store.bson.ts'
import { pageFilter, pageOrder, pathOf, type Stored, whereFilter } from './read-store.filter.ts'
import { createIndexes, dropKeyIndexes } from './read-store.indexes.ts'
import { keyOf, keysOf, partsOf } from './read-store.key.ts'

/** 2 since the fields of the documents are indexed themselves. */
const LAYOUT = 2

/**
 * Documents in a MongoDB database, with a collection each, as BSON, and compound indexes of the tenant and the documents'
 * own fields, so that MongoDB's tools can read, query and explain them. A batch is written unordered and acknowledged by
 * a majority before its checkpoint moves. Several processes may use one database.
 *
 * Throws an Error of one line if the server can't be reached, and `StoreUnavailable` for work that was not done because
 * the server was lost, which succeeds when the server is back.
 */
export async function openMongoReadStore(options: { url: string; database: string }): Promise<ReadStore> {
  const { db, close } = await connect(options.url, options.database)
  // No collection of documents can have these names: `checkSpec` requires names that begin with a letter.
  const catalogue = db.collection<{ _id: string; spec: string; layout?: number }>('_collections')
  const checkpoints = db.collection<{ _id: string; position: number }>('_checkpoints')
  const settings = db.collection<{ _id: string; value: string }>('_settings')
  const specs = new Map<string, CollectionSpec>()

  const stored = (name: string): Collection<Stored> => db.collection<Stored>(name)

  const specOf = async (name: string): Promise<CollectionSpec> => {
    const row = specs.has(name) ? undefined : await catalogue.findOne({ _id: name })
    const spec: CollectionSpec | undefined = row ? JSON.parse(row.spec) : specs.get(name)
    if (!spec)
      throw new Error(`Collection ${name} is not declared in the read store; declare it before using it.`)
    specs.set(name, spec)
    return spec
  }

  const store: ReadStore = {
    async declare(spec) {
      checkSpec(spec)
      const row = await catalogue.findOne({ _id: spec.name })
      const older: CollectionSpec | undefined = row ? JSON.parse(row.spec) : undefined
      const merged = mergeSpecs(older, spec)
      if (row?.layout !== LAYOUT || JSON.stringify(merged) !== row.spec) {
        if (row && row.layout !== LAYOUT) await dropKeyIndexes(stored(spec.name))
        await createIndexes(stored(spec.name), merged)
        const declared = { spec: JSON.stringify(merged), layout: LAYOUT }
        await upserting(() => catalogue.updateOne({ _id: spec.name }, { $set: declared }, { upsert: true }))
      }
      specs.set(spec.name, merged)
    },

    async get(collection, tenant, id) {
      const { name } = await specOf(collection)
      const row = await stored(name).findOne({ _id: keyOf(tenant, id) }, { projection: { p: 1, d: 1 } })
      return row ? entryOf(row) : undefined
    },

    async getMany(collection, keys) {
      const { name } = await specOf(collection)
      const ids = keys.map(({ tenant, id }) => keyOf(tenant, id))
      if (ids.length === 0) return []
      const rows = await stored(name)
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: { p: 1, d: 1 } })
        .toArray()
      const entries = new Map(rows.map((row) => [row._id, entryOf(row)]))
      return ids.map((id) => entries.get(id))
    },

    async find(collection, tenant, query) {
      const plan = planFind(await specOf(collection), tenant, query)
      const rows = stored(collection)
        .find(pageFilter(tenant, plan), { projection: { i: 1, p: 1, d: 1 } })
        .sort(pageOrder(plan))
        .limit(plan.limit + 1)
      const collected = collectPage(plan)
      for await (const { i = '', p, d = {} } of rows) {
        const { document, characters } = fromBson(d)
        if (!collected.add(i, p, characters, () => document)) break
      }
      return collected.page()
    },

    async count(collection, tenant, query) {
      return stored(collection).countDocuments(
        whereFilter(tenant, planWhere(await specOf(collection), query)),
        query.atMost === undefined ? {} : { limit: query.atMost },
      )
    },

    async countEach(collection, tenant, query) {
      const plan = planEach(await specOf(collection), query)
      if (query.each.length === 0) return []
      const path = pathOf(plan.equals[0]!.field)
      const each = query.each.map(toBsonValue)
      const rows = stored(collection).aggregate<{ _id: BsonValue; n: number }>([
        { $match: { ...whereFilter(tenant, plan), [path]: { $in: [...new Set(each)] } } },
        { $group: { _id: `$${path}`, n: { $sum: query.sum === undefined ? 1 : `$${pathOf(query.sum)}` } } },
      ])
      const counts = new Map<string, number>()
      for await (const { _id, n } of rows) counts.set(nameOf(_id), n)
      return each.map((value) => counts.get(nameOf(value)) ?? 0)
    },

    async commit({ checkpoint, position, writes }) {
      const collections = [...Map.groupBy(writes, ({ collection }) => collection)]
      const known = await Promise.all(collections.map(([name]) => specOf(name)))
      await Promise.all(collections.map(([name, some], n) => writeAll(stored(name), known[n]!, some)))
      const move = { $max: { position } }
      await upserting(() => checkpoints.updateOne({ _id: checkpoint }, move, { upsert: true }))
    },

    async checkpoint(name) {
      return (await checkpoints.findOne({ _id: name }))?.position ?? -1
    },

    async getSetting(name) {
      return (await settings.findOne({ _id: name }))?.value
    },

    async setSetting(name, value) {
      await upserting(() => settings.updateOne({ _id: name }, { $set: { value } }, { upsert: true }))
    },

    async drop(collection) {
      checkSpec({ name: collection, indexes: {} })
      specs.delete(collection)
      await catalogue.deleteOne({ _id: collection })
      await stored(collection).drop()
      await checkpoints.deleteOne({ _id: collection })
    },

    async removeTenant(collection, tenant) {
      const { name } = await specOf(collection)
      const [from, until] = keysOf(tenant)
      await stored(name).deleteMany({ _id: { $gte: from, $lt: until } })
    },

    async *scan(collection) {
      const { name } = await specOf(collection)
      const rows = stored(name).find({}, { projection: { p: 1, d: 1 }, batchSize: 500 })
      for await (const row of rows.sort({ _id: 1 })) yield { ...partsOf(row._id), ...entryOf(row) }
    },

    close,
  }
  return explaining(store)
}

/** Wraps every operation so that its errors are explained. */
function explaining(store: ReadStore): ReadStore {
  return {
    declare: (...given) => explained(() => store.declare(...given)),
    get: (...given) => explained(() => store.get(...given)),
    getMany: (...given) => explained(() => store.getMany(...given)),
    find: (...given) => explained(() => store.find(...given)),
    count: (...given) => explained(() => store.count(...given)),
    countEach: (...given) => explained(() => store.countEach(...given)),
    commit: (...given) => explained(() => store.commit(...given)),
    checkpoint: (...given) => explained(() => store.checkpoint(...given)),
    getSetting: (...given) => explained(() => store.getSetting(...given)),
    setSetting: (...given) => explained(() => store.setSetting(...given)),
    drop: (...given) => explained(() => store.drop(...given)),
    removeTenant: (...given) => explained(() => store.removeTenant(...given)),
    scan: (...given) => store.scan(...given),
    close: store.close,
  }
}

/**
 * Writes documents that are newer than the stored ones: new ones by inserts, the rest by replacements that match only
 * an older position. An insert whose key another writer has created in the meantime becomes such a replacement.
 */
async function writeAll(rows: Collection<Stored>, spec: CollectionSpec, writes: Write[]): Promise<void> {
  const fields = indexedFields(spec)
  const newest = new Map<string, Stored>()
  for (const write of writes) {
    const row = storedOf(write, fields)
    if (row.p > (newest.get(row._id)?.p ?? Number.NEGATIVE_INFINITY)) newest.set(row._id, row)
  }
  const standing = await positions(rows, [...newest.keys()])
  const fresh = [...newest.values()].filter(({ _id }) => !standing.has(_id))
  const newer = [...newest.values()].filter(({ _id, p }) => p > (standing.get(_id) ?? p))
  await replaceAll(rows, [...newer, ...(await insertAll(rows, fresh))])
}

async function positions(rows: Collection<Stored>, keys: string[]): Promise<Map<string, number>> {
  const found = await rows
    .find({ _id: { $in: keys } }, { projection: { p: 1 }, batchSize: keys.length })
    .toArray()
  return new Map(found.map(({ _id, p }) => [_id, p]))
}

/** Returns the documents that could not be inserted because their key exists. */
async function insertAll(rows: Collection<Stored>, fresh: Stored[]): Promise<Stored[]> {
  if (fresh.length === 0) return []
  try {
    await rows.insertMany(fresh, { ordered: false })
    return []
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const errors = [error.writeErrors].flat()
    if (error.err || errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error
    return errors.map(({ index }) => fresh[index]!)
  }
}

async function replaceAll(rows: Collection<Stored>, newer: Stored[]): Promise<void> {
  if (newer.length === 0) return
  const operations = newer.map(({ _id, ...replacement }): AnyBulkWriteOperation<Stored> => {
    return { replaceOne: { filter: { _id, p: { $lt: replacement.p } }, replacement } }
  })
  await rows.bulkWrite(operations, { ordered: false })
}

function storedOf({ tenant, id, position, document }: Write, indexed: string[]): Stored {
  const _id = keyOf(tenant, id)
  if (document === undefined) return { _id, p: position }
  // Throws for what no index orders.
  for (const field of indexed) indexedValue(document, field)
  return { _id, p: position, t: tenant, i: id, d: toBson(document) }
}

/** Tells values of an indexed field apart. */
const nameOf = (value: BsonValue) => JSON.stringify(fromBson({ value }).document)

const entryOf = ({ p, d }: Pick<Stored, 'p' | 'd'>): Entry => ({
  position: p,
  document: d === undefined ? undefined : fromBson(d).document,
})
