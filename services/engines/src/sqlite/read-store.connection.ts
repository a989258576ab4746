import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

export type Connection = {
  database: DatabaseSync
  /** Prepares each statement once, until `forget`, which is called for a dropped collection's statements. */
  prepare(sql: string): StatementSync
  /** The numbers of tenants by name, as far as they were looked up. */
  tenants: Map<string, number>
  forget(): void
}

/** SQLite's page caches, in KiB. Small, since a process opens two regions, each with a reader and a writer. */
const CACHE = { writer: 6_000, reader: 2_000 }

/** How long to wait for another process's transaction, in milliseconds. */
const BUSY = 15_000

const MOST_STATEMENTS = 500

/** Opens a file for writing, as it is; creates it if missing. */
export function connectForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY })
  database.exec(`PRAGMA cache_size = -${CACHE.writer}`)
  return database
}

/** Opens a file that was set up before, on a read-only connection. */
export function openForReading(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: BUSY, readOnly: true })
  database.exec(`PRAGMA cache_size = -${CACHE.reader}`)
  return connectionOf(database)
}

/** Does all the work in one transaction, or none of it. */
export function transact({ database, tenants }: Connection, work: () => void): void {
  try {
    inTransaction(database, work)
  } catch (error) {
    // Some of them may have been added in this transaction.
    tenants.clear()
    throw error
  }
}

export function connectionOf(database: DatabaseSync): Connection {
  const prepared = new Map<string, StatementSync>()
  // bounded: by `MOST_TENANTS`
  const tenants = new Map<string, number>()
  return {
    database,
    tenants,
    prepare(sql) {
      let statement = prepared.get(sql)
      if (!statement) {
        if (prepared.size >= MOST_STATEMENTS) prepared.clear()
        statement = database.prepare(sql)
        prepared.set(sql, statement)
      }
      return statement
    },
    forget: () => prepared.clear(),
  }
}
