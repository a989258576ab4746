import { indexedFields, indexKey, mergeSpecs } from '@parley/kernel/read-store.query.ts'
import type { CollectionSpec, Document } from '@parley/kernel/read-store.ts'
import type { Connection } from './read-store.connection.ts'
import { inTransaction } from './transaction.ts'

/** A collection's table and its columns. `checkSpec` has checked the names, so nothing needs escaping. */
export const tableOf = (collection: string) => `"c:${collection}"`
export const columnOf = (field: string) => `"f:${field}"`

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
  const { database, prepare } = connection
  inTransaction(database, () => {
    const merged = mergeSpecs(storedSpec(connection, spec.name), spec)
    const table = tableOf(spec.name)
    database.exec(`
      CREATE TABLE IF NOT EXISTS ${table} (
        tenant TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, document TEXT,
        UNIQUE (tenant, id)
      )`)
    const present = database
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map((row) => row.name)
    const missing = indexedFields(merged).filter((field) => !present.includes(`f:${field}`))
    for (const field of missing) {
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${columnOf(field)} TEXT`)
    }
    if (missing.length > 0) fillColumns(connection, table, missing)
    for (const fields of Object.values(merged.indexes)) {
      const columns = ['tenant', ...fields.map(columnOf), 'id'].join(', ')
      const index = `"i:${spec.name}:${fields.join(':')}"`
      // Tombstones have no keys. This condition uses an indexed column, so counting reads no table.
      const live = `${columnOf(fields[0]!)} IS NOT NULL`
      database.exec(`CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${columns}) WHERE ${live}`)
    }
    prepare('INSERT OR REPLACE INTO collection VALUES (?, ?)').run(spec.name, JSON.stringify(merged))
  })
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
      update.run(...fields.map((field) => indexKey(document[field])), last)
    }
  }
}
