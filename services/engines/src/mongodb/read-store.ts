import {
  type Bound,
  checkSpec,
  collectPage,
  indexedFields,
  indexKey,
  mergeSpecs,
  type Plan,
  planFind,
  planWhere,
} from '@parley/kernel/read-store.query.ts'
import type { CollectionSpec, Entry, ReadStore, Write } from '@parley/kernel/read-store.ts'
import { type AnyBulkWriteOperation, type Collection, type Filter, MongoBulkWriteError } from 'mongodb'
import { connect, DUPLICATE_KEY, explained, upserting } from './connection.ts'
import { type BsonDocument, fromBson, toBson } from './read-store.bson.ts'
import { keyOf, partsOf } from './read-store.key.ts'

/**
 * How a document is stored: `_id` (tenant and id in one text that orders as they do), the position `p`, tenant `t` and
 * id `i`, the document `d`, and an index key `k_<field>` for each indexed field. A tombstone has only its position.
 */
type Stored = { _id: string; p: number; t?: string; i?: string; d?: BsonDocument } & {
  [field: `k_${string}`]: string
}

/**
 * Documents in a MongoDB database, with a collection each and compound indexes that begin with the tenant. A batch is
 * written unordered and acknowledged by a majority before its checkpoint moves. Several processes may use one database.
 *
 * Throws an Error of one line if the server can't be reached, and `StoreUnavailable` for work that was not done because
 * the server was lost, which succeeds when the server is back.
 */
export async function openMongoReadStore(options: { url: string; database: string }): Promise<ReadStore> {
  const { db, close } = await connect(options.url, options.database)
  // No collection of documents can have these names: `checkSpec` requires names that begin with a letter.
  const catalogue = db.collection<{ _id: string; spec: string }>('_collections')
  const checkpoints = db.collection<{ _id: string; position: number }>('_checkpoints')
  const settings = db.collection<{ _id: string; value: string }>('_settings')
  const specs = new Map<string, CollectionSpec>()

  const stored = (name: string): Collection<Stored> => db.collection<Stored>(name)

  const storedSpec = async (name: string): Promise<CollectionSpec | undefined> => {
    const row = await catalogue.findOne({ _id: name })
    return row ? JSON.parse(row.spec) : undefined
  }

  const specOf = async (name: string): Promise<CollectionSpec> => {
    const spec = specs.get(name) ?? (await storedSpec(name))
    if (!spec)
      throw new Error(`Collection ${name} is not declared in the read store; declare it before using it.`)
    specs.set(name, spec)
    return spec
  }

  const store: ReadStore = {
    async declare(spec) {
      checkSpec(spec)
      const older = await storedSpec(spec.name)
      const merged = mergeSpecs(older, spec)
      if (JSON.stringify(merged) !== JSON.stringify(older)) {
        const known = older ? indexedFields(older) : []
        const missing = indexedFields(merged).filter((field) => !known.includes(field))
        if (older && missing.length > 0) await fillKeys(stored(spec.name), merged, missing)
        await createIndexes(stored(spec.name), merged)
        const row = { spec: JSON.stringify(merged) }
        await upserting(() => catalogue.updateOne({ _id: spec.name }, { $set: row }, { upsert: true }))
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
      const order = [...plan.order.map(keyField), 'i']
      const direction = plan.descending ? -1 : 1
      const rows = stored(collection)
        .find(filterOf(tenant, plan, afterOf(plan, order)), { projection: { i: 1, p: 1, d: 1 } })
        .sort(Object.fromEntries(order.map((field) => [field, direction])))
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
        filterOf(tenant, planWhere(await specOf(collection), query), []),
      )
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
    commit: (...given) => explained(() => store.commit(...given)),
    checkpoint: (...given) => explained(() => store.checkpoint(...given)),
    getSetting: (...given) => explained(() => store.getSetting(...given)),
    setSetting: (...given) => explained(() => store.setSetting(...given)),
    drop: (...given) => explained(() => store.drop(...given)),
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

function storedOf({ tenant, id, position, document }: Write, fields: string[]): Stored {
  const _id = keyOf(tenant, id)
  if (document === undefined) return { _id, p: position }
  const keys = fields.map((field) => [keyField(field), indexKey(document[field])])
  return { _id, p: position, t: tenant, i: id, d: toBson(document), ...Object.fromEntries(keys) }
}

const entryOf = ({ p, d }: Pick<Stored, 'p' | 'd'>): Entry => ({
  position: p,
  document: d === undefined ? undefined : fromBson(d).document,
})

const keyField = (field: string): `k_${string}` => `k_${field}`

const operators = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const

/** Tombstones have no tenant field, so a query with a tenant does not find them. */
function filterOf(
  tenant: string,
  { equals, bounds }: { equals: Plan['equals']; bounds: Bound[] },
  after: Filter<Stored>[],
): Filter<Stored> {
  const equal = Object.fromEntries(equals.map(({ field, key }) => [keyField(field), key]))
  const within = bounds.map(({ field, operator, key }) => ({
    [keyField(field)]: { [operators[operator]]: key },
  }))
  const all = [...within, ...after]
  return { t: tenant, ...equal, ...(all.length > 0 && { $and: all }) }
}

/**
 * Matches what comes after the last item of the previous page: greater in the first field, or equal in it and so on.
 */
function afterOf(plan: Plan, order: string[]): Filter<Stored>[] {
  const { after } = plan
  if (!after) return []
  const further = plan.descending ? '$lt' : '$gt'
  const equalUpTo = (n: number) => order.slice(0, n).map((field, m) => [field, after[m]])
  const choices = order.map((field, n) => ({
    ...Object.fromEntries(equalUpTo(n)),
    [field]: { [further]: after[n] },
  }))
  // The first condition is implied by the second, but the index can start from it.
  return [{ [order[0]!]: { [`${further}e`]: after[0] } }, { $or: choices }]
}

/** Created one by one: FerretDB fails on a list of indexes of which some exist. */
async function createIndexes(rows: Collection<Stored>, spec: CollectionSpec): Promise<void> {
  for (const fields of Object.values(spec.indexes)) {
    const keys = ['t', ...fields.map(keyField), 'i']
    await rows.createIndex(Object.fromEntries(keys.map((key) => [key, 1])))
  }
}

/** Adds documents written before a field was indexed to the new index. */
async function fillKeys(rows: Collection<Stored>, spec: CollectionSpec, missing: string[]): Promise<void> {
  const fields = indexedFields(spec)
  const old = rows.find({ d: { $exists: true }, [keyField(missing[0]!)]: { $exists: false } })
  for await (const { _id, p, d = {} } of old) {
    const { document } = fromBson(d)
    const keys = Object.fromEntries(fields.map((field) => [keyField(field), indexKey(document[field])]))
    await rows.updateOne({ _id, p }, { $set: keys })
  }
}
