import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

/** One statement and the values of many rows in one list, `width` values a row; without rows it runs once. */
export type Step = { sql: string; rows?: { width: number; values: SQLInputValue[] } }

export type Connection = { database: DatabaseSync; prepare(sql: string): StatementSync; forget(): void }

/** The layout that this code reads and writes; a higher `user_version` means a newer version of Parley. */
const LAYOUT = 2

/** SQLite's page caches, in KiB. Small, since a process opens two regions, each with a reader and a writer. */
const CACHE = { writer: 6_000, reader: 2_000 }

/** How long to wait for another process's transaction, in milliseconds. */
const BUSY = 15_000

/**
 * Opens a file for writing; creates it if missing. synchronous=NORMAL: after a power failure the newest batches may be
 * missing together with their checkpoint, and are projected again.
 */
export function openForWriting(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: BUSY })
  try {
    const layout = layoutOf(database)
    if (layout > LAYOUT) throw newerLayout(file, layout)
    // Moving the log into the file takes most of a rebuild's time when it happens every 4 MB, SQLite's default.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 8000;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -${CACHE.writer};
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS collection (name TEXT PRIMARY KEY, spec TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS checkpoint (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      COMMIT;
    `)
    if (layout < LAYOUT) leaveOlderLayout(database)
    return connectionOf(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a file that `openForWriting` created, on a read-only connection. */
export function openForReading(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: BUSY, readOnly: true })
  database.exec(`PRAGMA cache_size = -${CACHE.reader}`)
  return connectionOf(database)
}

/** Runs all steps in one transaction, or none of them. */
export function runSteps(connection: Connection, steps: Step[]): void {
  inTransaction(connection.database, () => {
    for (const { sql, rows } of steps) {
      if (!rows) connection.database.exec(sql)
      else runRows(connection.prepare(sql), rows.width, rows.values)
    }
  })
}

function runRows(statement: StatementSync, width: number, values: SQLInputValue[]): void {
  for (let at = 0; at < values.length; at += width) statement.run(...values.slice(at, at + width))
}

/** Prepares each statement once, until `forget`, which is called for a dropped collection's statements. */
function connectionOf(database: DatabaseSync): Connection {
  const prepared = new Map<string, StatementSync>()
  return {
    database,
    prepare(sql) {
      let statement = prepared.get(sql)
      if (!statement) {
        if (prepared.size >= 500) prepared.clear()
        statement = database.prepare(sql)
        prepared.set(sql, statement)
      }
      return statement
    },
    forget: () => prepared.clear(),
  }
}

/** Drops collections of an older layout with their checkpoints, so that they are rebuilt. Everything else stays. */
function leaveOlderLayout(database: DatabaseSync): void {
  inTransaction(database, () => {
    // Another process may have done it first.
    if (layoutOf(database) >= LAYOUT) return
    for (const { name } of database.prepare('SELECT name FROM collection').all()) {
      database.exec(`DROP TABLE IF EXISTS "c:${name}"`)
    }
    database.exec(`
      DELETE FROM checkpoint WHERE name IN (SELECT name FROM collection);
      DELETE FROM collection;
      PRAGMA user_version = ${LAYOUT};
    `)
  })
}

const layoutOf = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version)

const newerLayout = (file: string, layout: number) =>
  new Error(
    `${file} has layout ${layout} of a newer Parley; this one knows ${LAYOUT}. Start the newer version; ` +
      'read models can also be moved away, they are rebuilt from the events.',
  )
