import {
  fieldsOf,
  indexedFields,
  indexedValue,
  mergeSpecs,
} from '@parley/kernel/read-models/read-store.query.ts'
import type { CollectionSpec, Document, Index } from '@parley/kernel/read-models/read-store.ts'
import { type Connection, transact } from './read-store.connection.ts'
import { indexKey, MISSING } from './read-store.index-key.ts'

/**
 * A collection's table, its columns, and a view for people, with tenants by name. `checkSpec` has checked the names, so
 * nothing needs escaping.
 */
export const tableOf = (collection: string) => `"c:${collection}"`
export const columnOf = (field: string) => `"f:${field}"`
const viewOf = (collection: string) => `"documents of ${collection}"`

/** Returns a collection's declaration from the file's catalogue. */
export function storedSpec(connection: Connection, name: string): CollectionSpec | undefined {
  const row = connection.prepare('SELECT spec FROM collection WHERE name = ?').get(name)
  return row && JSON.parse(String(row.spec))
}

/**
 * Creates the collection and its indexes, or adds what an older declaration lacked and fills it from the stored
 * documents. Indexes of only the older declaration stay, since another process may still use them.
 */
export function declareCollection(connection: Connection, spec: CollectionSpec): void {
  transact(connection, () => createCollection(connection, spec))
}

/** The same within a transaction. `fill` is called when there is a table, before its columns are filled. */
export function createCollection(connection: Connection, spec: CollectionSpec, fill?: () => void): void {
  const { database, prepare } = connection
  const merged = mergeSpecs(storedSpec(connection, spec.name), spec)
  const table = tableOf(spec.name)
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      tenant INTEGER NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, document TEXT,
      UNIQUE (tenant, id)
    );
    CREATE VIEW IF NOT EXISTS ${viewOf(spec.name)} AS
      SELECT tenant.name AS tenant, id, position, document
      FROM ${table} AS entry JOIN tenant ON tenant.number = entry.tenant WHERE document IS NOT NULL`)
  fill?.()
  const present = database
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((row) => row.name)
  const missing = indexedFields(merged).filter((field) => !present.includes(`f:${field}`))
  // Without a type, so that SQLite stores keys as they are.
  for (const field of missing) database.exec(`ALTER TABLE ${table} ADD COLUMN ${columnOf(field)}`)
  if (missing.length > 0) fillColumns(connection, table, missing)
  for (const index of Object.values(merged.indexes)) createIndex(connection, spec.name, index)
  prepare('INSERT OR REPLACE INTO collection VALUES (?, ?)').run(spec.name, JSON.stringify(merged))
}

/** Removes the collection with everything in it, and the checkpoint of the same name. */
export function dropCollection({ database, prepare }: Connection, name: string): void {
  database.exec(`DROP VIEW IF EXISTS ${viewOf(name)}; DROP TABLE IF EXISTS ${tableOf(name)}`)
  prepare('DELETE FROM collection WHERE name = ?').run(name)
  prepare('DELETE FROM checkpoint WHERE name = ?').run(name)
}

function createIndex({ database }: Connection, collection: string, index: Index): void {
  const fields = fieldsOf(index)
  const columns = ['tenant', ...fields.map(columnOf), 'id'].join(', ')
  const name = `"i:${collection}:${fields.join(':')}${'sparse' in index ? ':sparse' : ''}"`
  database.exec(
    `CREATE INDEX IF NOT EXISTS ${name} ON ${tableOf(collection)} (${columns}) WHERE ${inIndex(index)}`,
  )
}

/**
 * The condition of what an index contains. A query has the same one, in the same words, so that SQLite knows that the
 * index has all it looks for. Tombstones have no keys. All columns are in the index, so counting reads no table.
 */
export function inIndex(index: Index): string {
  if ('sparse' in index) return index.sparse.map((field) => `${columnOf(field)} > ${MISSING}`).join(' AND ')
  return `${columnOf(index[0]!)} IS NOT NULL`
}

/** Adds documents written before a field was indexed to the new index. */
function fillColumns({ database }: Connection, table: string, fields: string[]): void {
  const set = fields.map((field) => `${columnOf(field)} = ?`).join(', ')
  const update = database.prepare(`UPDATE ${table} SET ${set} WHERE rowid = ?`)
  const next = database.prepare(
    `SELECT rowid AS number, document FROM ${table} WHERE rowid > ? AND document IS NOT NULL ORDER BY rowid LIMIT 200`,
  )
  let last = 0
  for (let rows = next.all(last); rows.length > 0; rows = next.all(last)) {
    for (const row of rows) {
      const document: Document = JSON.parse(String(row.document))
      last = Number(row.number)
      update.run(...fields.map((field) => indexKey(indexedValue(document, field))), last)
    }
  }
}
