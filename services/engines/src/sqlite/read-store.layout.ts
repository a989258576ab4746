/** The tables of a read store's file, and how a file of an older layout is brought to the present one. */
import { createCollection, dropCollection, storedSpec, tableOf } from './read-store.collection.ts'
import { type Connection, connectForWriting, connectionOf, transact } from './read-store.connection.ts'

/** The layout that this code reads and writes; a higher `user_version` means a newer version of Parley. */
const LAYOUT = 3

/**
 * Opens a file for writing and sets it up. Throws, with an Error that says what to do, for a file of a newer version of
 * Parley and a file that is not a database. synchronous=NORMAL: after a power failure the newest batches may be missing
 * together with their checkpoint, and are projected again.
 */
export function openForWriting(file: string): Connection {
  const database = connectForWriting(file)
  const connection = connectionOf(database)
  try {
    const layout = layoutOf(connection)
    if (layout > LAYOUT) throw newerLayout(file, layout)
    // Moving the log into the file takes most of a rebuild's time when it happens every 4 MB, SQLite's default.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 8000;
      PRAGMA journal_size_limit = 67108864;
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS collection (name TEXT PRIMARY KEY, spec TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS checkpoint (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS tenant (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      COMMIT;
    `)
    if (layout < LAYOUT) upgrade(connection)
    return connection
  } catch (error) {
    database.close()
    throw error
  }
}

function upgrade(connection: Connection): void {
  const { database } = connection
  transact(connection, () => {
    // Another process may have done it first.
    const layout = layoutOf(connection)
    if (layout >= LAYOUT) return
    for (const { name } of database.prepare('SELECT name FROM collection').all()) {
      // Of the first layout nothing is kept: its collections are rebuilt.
      if (layout < 2) dropCollection(connection, String(name))
      else moveSecondLayout(connection, String(name))
    }
    database.exec(`PRAGMA user_version = ${LAYOUT}`)
  })
  connection.forget()
}

/** In the second layout, each entry and index entry held the tenant's name, and keys were longer texts. */
function moveSecondLayout(connection: Connection, name: string): void {
  const { database } = connection
  const spec = storedSpec(connection, name)
  if (!spec) return
  const table = tableOf(name)
  const former = `"former:${name}"`
  database.exec(`
    ALTER TABLE ${table} RENAME TO ${former};
    INSERT OR IGNORE INTO tenant (name) SELECT DISTINCT tenant FROM ${former}`)
  // Indexes keep their names when their table is renamed.
  for (const row of database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .all(`former:${name}`))
    database.exec(`DROP INDEX "${row.name}"`)
  createCollection(connection, { name, indexes: {} }, () =>
    database.exec(`
      INSERT INTO ${table} (tenant, id, position, document)
      SELECT number, id, position, document FROM ${former} JOIN tenant ON tenant.name = ${former}.tenant;
      DROP TABLE ${former}`),
  )
}

const layoutOf = ({ database }: Connection) =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version)

const newerLayout = (file: string, layout: number) =>
  new Error(
    `${file} has layout ${layout} of a newer Parley; this one knows ${LAYOUT}. Start the newer version; ` +
      'read models can also be moved away, they are rebuilt from the events.',
  )
