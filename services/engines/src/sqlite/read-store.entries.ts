import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { columnOf, tableOf } from './read-store.collection.ts'
import type { Connection } from './read-store.connection.ts'

/** Entries of a collection in one list: tenant, id, position, document, and the keys of `fields`; of each in turn. */
export type Entries = { collection: string; fields: string[]; values: SQLInputValue[] }

/** Returns the number that stands for a tenant in every table; undefined for a tenant that has nothing. */
export function tenantNumber({ prepare, tenants }: Connection, name: string): number | undefined {
  const known = tenants.get(name)
  if (known !== undefined) return known
  const found = prepare('SELECT number FROM tenant WHERE name = ?').get(name)
  return found && remember(tenants, name, Number(found.number))
}

const MOST_TENANTS = 10_000

function remember(tenants: Connection['tenants'], name: string, number: number): number {
  if (tenants.size >= MOST_TENANTS) tenants.clear()
  tenants.set(name, number)
  return number
}

/**
 * Writes entries that are newer than the stored ones, within a transaction. Of a stored entry, only the columns whose
 * keys differ are set: SQLite writes every index of a column that is set, and most events change none of them.
 */
export function writeEntries(connection: Connection, { collection, fields, values }: Entries): void {
  const { prepare } = connection
  const table = tableOf(collection)
  const columns = fields.map(columnOf)
  const find = prepare(
    `SELECT ${['rowid AS number', 'position', ...columns].join(', ')} FROM ${table} WHERE tenant = ? AND id = ?`,
  )
  const insert = prepare(`
    INSERT INTO ${table} (${['tenant', 'id', 'position', 'document', ...columns].join(', ')})
    VALUES (?, ?, ?, CAST(? AS TEXT)${', ?'.repeat(columns.length)})`)
  const width = 4 + fields.length
  for (let at = 0; at < values.length; at += width) {
    const [name, id = null, position = null, document = null, ...keys] = values.slice(at, at + width)
    const tenant = tenantNumber(connection, String(name)) ?? addTenant(connection, String(name))
    const stored = find.get(tenant, id)
    if (!stored) {
      insert.run(tenant, id, position, document, ...keys)
      continue
    }
    if (Number(stored.position) >= Number(position)) continue
    const changed = keys.flatMap((key, nth) => (isSame(key, stored[`f:${fields[nth]}`]) ? [] : [nth]))
    const set = ['position = ?', 'document = CAST(? AS TEXT)', ...changed.map((nth) => `${columns[nth]} = ?`)]
    prepare(`UPDATE ${table} SET ${set.join(', ')} WHERE rowid = ?`).run(
      position,
      document,
      ...changed.map((nth) => keys[nth] ?? null),
      stored.number ?? null,
    )
  }
}

function addTenant({ prepare, tenants }: Connection, name: string): number {
  const { lastInsertRowid } = prepare('INSERT INTO tenant (name) VALUES (?)').run(name)
  return remember(tenants, name, Number(lastInsertRowid))
}

/** A whole number is written as a bigint and read as a number. */
const isSame = (key: SQLInputValue, stored: SQLOutputValue | undefined): boolean =>
  key === stored || (typeof key === 'bigint' && Number(key) === stored)
