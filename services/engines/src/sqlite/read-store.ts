import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
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
import type { CollectionSpec, Document, Entry, ReadStore, Write } from '@parley/kernel/read-store.ts'
import { columnOf, storedSpec, tableOf } from './read-store.collection.ts'
import { type Connection, openForReading, openForWriting, type Step } from './read-store.connection.ts'
import { openWriter, type Writer, writeHere } from './read-store.writer.ts'

/**
 * Documents in one SQLite file, with a table per collection and a column per indexed field (holding its `indexKey`).
 * Writes run on a thread that all stores of the process share; reads on the caller's thread, where a `get` takes about
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
    const row = prepare(`SELECT position, document FROM ${table} WHERE tenant = ? AND id = ?`).get(tenant, id)
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
      return keys.map(({ tenant, id }) => read(collection, tenant, id))
    },

    async find(collection, tenant, query) {
      const plan = planFind(specOf(collection), tenant, query)
      const { sql, values } = findStatement(collection, tenant, plan)
      const collected = collectPage(plan)
      for (const row of prepare(sql).iterate(...values)) {
        const text = String(row.document)
        const read = () => JSON.parse(text)
        if (!collected.add(String(row.id), Number(row.position), text.length, read)) break
      }
      return collected.page()
    },

    async count(collection, tenant, query) {
      const { sql, values } = whereOf(tenant, planWhere(specOf(collection), query))
      return Number(prepare(`SELECT count(*) AS n FROM ${tableOf(collection)} ${sql}`).get(...values)?.n)
    },

    async commit({ checkpoint, position, writes }) {
      const transfer: ArrayBuffer[] = []
      const steps = writeSteps(writes, specOf, transfer)
      await writer.write([...steps, checkpointStep(checkpoint, position)], transfer)
    },

    async checkpoint(name) {
      return Number(prepare('SELECT position FROM checkpoint WHERE name = ?').get(name)?.position ?? -1)
    },

    async getSetting(name) {
      const row = prepare('SELECT value FROM setting WHERE name = ?').get(name)
      return row && String(row.value)
    },

    async setSetting(name, value) {
      const rows = { width: 2, values: [name, value] }
      await writer.write([{ sql: 'INSERT OR REPLACE INTO setting VALUES (?, ?)', rows }])
    },

    async drop(collection) {
      checkSpec({ name: collection, indexes: {} })
      specs.delete(collection)
      reader.forget()
      const rows = { width: 1, values: [collection] }
      await writer.write([
        { sql: `DROP TABLE IF EXISTS ${tableOf(collection)}` },
        { sql: 'DELETE FROM collection WHERE name = ?', rows },
        { sql: 'DELETE FROM checkpoint WHERE name = ?', rows },
      ])
    },

    async *scan(collection) {
      const from = `SELECT tenant, id, position, document FROM ${tableOf(specOf(collection).name)}`
      const order = 'ORDER BY tenant, id LIMIT 500'
      let rows = prepare(`${from} ${order}`).all()
      while (rows.length > 0) {
        for (const row of rows) yield { tenant: String(row.tenant), id: String(row.id), ...entryOf(row) }
        const last = rows[rows.length - 1]!
        rows = prepare(`${from} WHERE (tenant, id) > (?, ?) ${order}`).all(last.tenant!, last.id!)
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
      ...fields.map((field) => (document ? indexKey(document[field]) : null)),
    ])
    return { sql: putStatement(collection, fields), rows: { width: 4 + fields.length, values } }
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

function putStatement(collection: string, fields: string[]): string {
  const columns = ['position', 'document', ...fields.map(columnOf)]
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return `
    INSERT INTO ${tableOf(collection)} (tenant, id, ${columns.join(', ')})
    VALUES (?, ?, ?, CAST(? AS TEXT)${', ?'.repeat(fields.length)})
    ON CONFLICT (tenant, id) DO UPDATE SET ${set} WHERE excluded.position > position`
}

/** A checkpoint never moves back, so that a slow second runner has no effect. */
const checkpointStep = (name: string, position: number): Step => ({
  sql: `
    INSERT INTO checkpoint VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`,
  rows: { width: 2, values: [name, position] },
})

function whereOf(
  tenant: string,
  { fields, equals, bounds }: Pick<Plan, 'fields' | 'equals' | 'bounds'>,
): { sql: string; values: SQLInputValue[] } {
  const live = `${columnOf(fields[0]!)} IS NOT NULL`
  const compared = [...equals.map(({ field }) => `${columnOf(field)} = ?`), ...bounds.map(boundText)]
  return {
    sql: `WHERE ${['tenant = ?', live, ...compared].join(' AND ')}`,
    values: [tenant, ...[...equals, ...bounds].map(({ key }) => key)],
  }
}

const boundText = ({ field, operator }: Bound) => `${columnOf(field)} ${operator} ?`

function findStatement(
  collection: string,
  tenant: string,
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
    values: [...where.values, ...(plan.after ?? []), plan.limit + 1],
  }
}

type Row = Record<string, SQLOutputValue>

const entryOf = (row: Row): Entry => ({
  position: Number(row.position),
  document: row.document === null ? undefined : JSON.parse(String(row.document)),
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
