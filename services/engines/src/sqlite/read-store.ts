import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import {
  checkSpec,
  collectPage,
  indexedFields,
  indexedValue,
  kindOf,
  mergeSpecs,
  type Plan,
  planEach,
  planFind,
  planWhere,
} from '@parley/kernel/read-models/read-store.query.ts'
import type {
  CollectionSpec,
  Document,
  Entry,
  ReadStore,
  Write,
} from '@parley/kernel/read-models/read-store.ts'
import { columnOf, inIndex, storedSpec, tableOf } from './read-store.collection.ts'
import { type Connection, openForReading } from './read-store.connection.ts'
import { tenantNumber } from './read-store.entries.ts'
import { indexKey, kindBounds, MISSING } from './read-store.index-key.ts'
import { openForWriting } from './read-store.layout.ts'
import type { Step } from './read-store.steps.ts'
import { openWriter, type Writer, writeHere } from './read-store.writer.ts'

/**
 * Documents in one SQLite file, with a table per collection and a column per indexed field (holding its `indexKey`):
 * with indexes on expressions over the JSON, every write would compute and write all of a document's index entries. The
 * view `documents of <collection>` shows documents, for SQL's JSON functions, with the names of their tenants. Writes run on a thread that all stores of the process share; reads on the caller's thread, where a `get` takes about
 * 10 microseconds. Several processes may open the same file. With ':memory:' everything runs on the caller's thread and
 * is deleted by `close`.
 *
 * Throws, with an Error that says what to do, for a file of a newer version of Parley and a file that is not a
 * database.
 */
export async function openSqliteReadStore({ file }: { file: string }): Promise<ReadStore> {
  const { reader, writer } = file === ':memory:' ? openInMemory() : await openOnDisk(resolve(file))
  const { prepare } = reader
  const specs = new Map<string, CollectionSpec>()

  const specOf = (name: string): CollectionSpec => {
    const spec = specs.get(name) ?? storedSpec(reader, name)
    if (!spec)
      throw new Error(`Collection ${name} is not declared in the read store; declare it before using it.`)
    specs.set(name, spec)
    return spec
  }

  const read = (collection: string, tenant: string, id: string): Entry | undefined => {
    const table = tableOf(specOf(collection).name)
    const number = tenantNumber(reader, tenant)
    if (number === undefined) return undefined
    const row = prepare(`SELECT position, document FROM ${table} WHERE tenant = ? AND id = ?`).get(number, id)
    return row && entryOf(row)
  }

  return {
    async declare(spec) {
      checkSpec(spec)
      const stored = storedSpec(reader, spec.name)
      const merged = mergeSpecs(stored, spec)
      if (JSON.stringify(merged) !== JSON.stringify(stored)) await writer.declare(spec)
      specs.set(spec.name, merged)
    },

    async get(collection, tenant, id) {
      return read(collection, tenant, id)
    },

    async getMany(collection, keys) {
      const found: (Entry | undefined)[] = new Array(keys.length).fill(undefined)
      for (const [tenant, places] of placesByTenant(keys)) {
        const number = tenantNumber(reader, tenant)
        if (number === undefined) continue
        // One statement for all of them takes a third of the time of one for each.
        const rows = prepare(`
          SELECT wanted.key AS nth, position, document FROM json_each(?) AS wanted
          CROSS JOIN ${tableOf(specOf(collection).name)} AS kept ON kept.tenant = ? AND kept.id = wanted.value`)
        const ids = places.map((place) => keys[place]?.id)
        for (const row of rows.all(JSON.stringify(ids), number))
          found[places[Number(row.nth)] ?? 0] = entryOf(row)
      }
      return found
    },

    async find(collection, tenant, query) {
      const plan = planFind(specOf(collection), tenant, query)
      const collected = collectPage(plan)
      const number = tenantNumber(reader, tenant)
      if (number === undefined) return collected.page()
      const { sql, values } = findStatement(collection, number, plan)
      for (const row of prepare(sql).iterate(...values)) {
        const text = String(row.document)
        const read = () => JSON.parse(text)
        if (!collected.add(String(row.id), Number(row.position), text.length, read)) break
      }
      return collected.page()
    },

    async count(collection, tenant, query) {
      const plan = planWhere(specOf(collection), query)
      const number = tenantNumber(reader, tenant)
      if (number === undefined) return 0
      const { sql, values } = whereOf(number, plan)
      const rows = `FROM ${tableOf(collection)} ${sql}`
      if (query.atMost === undefined) return Number(prepare(`SELECT count(*) AS n ${rows}`).get(...values)?.n)
      const some = prepare(`SELECT count(*) AS n FROM (SELECT 1 ${rows} LIMIT ?)`)
      return Number(some.get(...values, query.atMost)?.n)
    },

    async countEach(collection, tenant, query) {
      const plan = planEach(specOf(collection), query)
      const number = tenantNumber(reader, tenant)
      if (number === undefined || query.each.length === 0) return query.each.map(() => 0)
      const [first, ...equals] = plan.equals
      const { sql, values } = whereOf(number, { ...plan, equals })
      // One statement for all of them takes a fifth of the time of one for each.
      const rows = prepare(`
        SELECT wanted.key AS nth, (
          SELECT ${query.sum === undefined ? 'count(*)' : sumOf(query.sum)} FROM ${tableOf(collection)} ${sql}
            AND ${columnOf(first!.field)} = wanted.value
        ) AS n FROM json_each(?) AS wanted`)
      const counts = query.each.map(() => 0)
      for (const { nth, n } of rows.all(...values, JSON.stringify(query.each.map(indexKey))))
        counts[Number(nth)] = Number(n)
      return counts
    },

    async commit({ checkpoint, position, writes }) {
      const transfer: ArrayBuffer[] = []
      const steps = writeSteps(writes, specOf, transfer)
      await writer.write([...steps, { kind: 'checkpoint', name: checkpoint, position }], transfer)
    },

    async checkpoint(name) {
      return Number(prepare('SELECT position FROM checkpoint WHERE name = ?').get(name)?.position ?? -1)
    },

    async getSetting(name) {
      const row = prepare('SELECT value FROM setting WHERE name = ?').get(name)
      return row && String(row.value)
    },

    async setSetting(name, value) {
      await writer.write([{ kind: 'setting', name, value }])
    },

    async drop(collection) {
      checkSpec({ name: collection, indexes: {} })
      specs.delete(collection)
      reader.forget()
      await writer.write([{ kind: 'drop', collection }])
    },

    async removeTenant(collection, tenant) {
      await writer.write([{ kind: 'remove-tenant', collection: specOf(collection).name, tenant }])
    },

    async *scan(collection) {
      const from = `SELECT id, position, document FROM ${tableOf(specOf(collection).name)} WHERE tenant = ?`
      for (const { number = null, name } of prepare('SELECT number, name FROM tenant ORDER BY name').all()) {
        let rows = prepare(`${from} ORDER BY id LIMIT 500`).all(number)
        while (rows.length > 0) {
          for (const row of rows) yield { tenant: String(name), id: String(row.id), ...entryOf(row) }
          const last = rows[rows.length - 1]?.id ?? null
          rows = prepare(`${from} AND id > ? ORDER BY id LIMIT 500`).all(number, last)
        }
      }
    },

    async close() {
      if (!reader.database.isOpen) return
      reader.forget()
      reader.database.close()
      await writer.close()
    },
  }
}

/** In SQL; numbers are SQLite's own, all else but what is missing is a text. */
function sumOf(field: string): string {
  const column = columnOf(field)
  return `coalesce(sum(CASE WHEN typeof(${column}) != 'text' AND ${column} > ${MISSING} THEN ${column} END), 0)`
}

async function openOnDisk(file: string): Promise<{ reader: Connection; writer: Writer }> {
  mkdirSync(dirname(file), { recursive: true })
  const writer = await openWriter(file)
  try {
    return { reader: openForReading(file), writer }
  } catch (error) {
    await writer.close()
    throw error
  }
}

function openInMemory(): { reader: Connection; writer: Writer } {
  const connection = openForWriting(':memory:')
  return { reader: connection, writer: writeHere(connection) }
}

/** Long texts are transferred to the writing thread as bytes, outside its heap; shorter ones are cheaper unchanged. */
const LONG = 4096

function writeSteps(
  writes: Write[],
  specOf: (name: string) => CollectionSpec,
  transfer: ArrayBuffer[],
): Step[] {
  const collections = Map.groupBy(writes, ({ collection }) => collection)
  return [...collections].map(([collection, inCollection]) => {
    const fields = indexedFields(specOf(collection))
    // Rows next to each other in key order are on the same pages. The sort is stable, so writes of one key keep their
    // order.
    inCollection.sort((a, b) => compare(a.tenant, b.tenant) || compare(a.id, b.id))
    const values = inCollection.flatMap(({ tenant, id, position, document }): SQLInputValue[] => [
      tenant,
      id,
      position,
      documentValue(document, transfer),
      ...fields.map((field) => (document ? indexKey(indexedValue(document, field)) : null)),
    ])
    return { kind: 'entries', collection, fields, values }
  })
}

function documentValue(document: Document | undefined, transfer: ArrayBuffer[]): SQLInputValue {
  if (document === undefined) return null
  const text = JSON.stringify(document)
  if (text.length < LONG) return text
  const bytes = new TextEncoder().encode(text)
  transfer.push(bytes.buffer)
  return bytes
}

function whereOf(
  tenant: number,
  { index, equals, bounds }: Pick<Plan, 'index' | 'equals' | 'bounds'>,
): { sql: string; values: SQLInputValue[] } {
  const compared = [
    ...equals.map(({ field }) => `${columnOf(field)} = ?`),
    ...bounds.map(({ field, operator }) => `${columnOf(field)} ${operator} ?`),
  ]
  return {
    sql: `WHERE ${['tenant = ?', inIndex(index), ...compared, ...withinKind(bounds)].join(' AND ')}`,
    values: [tenant, ...[...equals, ...bounds].map(({ value }) => indexKey(value))],
  }
}

/** A range that is open to one side ends with the values of its kind. */
function withinKind(bounds: Plan['bounds']): string[] {
  const [first] = bounds
  if (!first) return []
  const [from, until] = kindBounds[kindOf(first.value)]
  const column = columnOf(first.field)
  const [below, above] = [
    bounds.some(({ operator }) => operator.startsWith('>')),
    bounds.some(({ operator }) => operator.startsWith('<')),
  ]
  return [...(below ? [] : [`${column} ${from}`]), ...(above ? [] : [`${column} ${until}`])]
}

function findStatement(
  collection: string,
  tenant: number,
  plan: Plan,
): { sql: string; values: SQLInputValue[] } {
  const where = whereOf(tenant, plan)
  const order = [...plan.order.map(columnOf), 'id']
  const direction = plan.descending ? 'DESC' : 'ASC'
  const after =
    plan.after &&
    `AND (${order.join(', ')}) ${plan.descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`
  return {
    sql: `
      SELECT id, position, document FROM ${tableOf(collection)} ${where.sql} ${after ?? ''}
      ORDER BY ${order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    values: [
      ...where.values,
      ...(plan.after ? [...plan.after.values.map(indexKey), plan.after.id] : []),
      plan.limit + 1,
    ],
  }
}

function placesByTenant(keys: readonly { tenant: string }[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { tenant }] of keys.entries()) {
    const ofTenant = places.get(tenant)
    if (ofTenant) ofTenant.push(place)
    else places.set(tenant, [place])
  }
  return places
}

type Row = Record<string, SQLOutputValue>

const entryOf = (row: Row): Entry => ({
  position: Number(row.position),
  document: row.document === null ? undefined : JSON.parse(String(row.document)),
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
