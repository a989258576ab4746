import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PACKED_COLUMNS, rowWriter, TABLES } from './event-store.row.ts'
import { reserveLog } from './log.ts'
import { inTransaction } from './transaction.ts'

/** Identifies a file as Parley's event log, so that another SQLite file given by mistake is refused and not changed. */
const APPLICATION_ID = 0x70_61_72_6c

/** One step per schema version. The file stores the number of completed steps in `user_version`. */
const STEPS: ((db: DatabaseSync) => void)[] = [
  (db) =>
    db.exec(`CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      metadata TEXT NOT NULL,
      UNIQUE (stream, revision)
    ) STRICT`),
  moveFirstLayout,
  widenSecondLayout,
]

/** In the first layout, each event held the names of its stream, its type and all fields. */
function moveFirstLayout(db: DatabaseSync): void {
  db.exec(TABLES)
  const { streamNumber, addStream, insert } = rowWriter(db)
  const rows = db.prepare('SELECT * FROM events ORDER BY position').iterate()
  for (const row of rows) {
    const stream = String(row.stream)
    const event = {
      stream,
      revision: Number(row.revision),
      id: String(row.id),
      type: String(row.type),
      data: String(row.data),
      metadata: String(row.metadata),
    }
    insert(streamNumber(stream) ?? addStream(stream), event, Number(row.position))
  }
  db.exec('DROP TABLE events')
}

/** Its events stay as they are, so that a large log opens at once; new ones take less space. */
function widenSecondLayout(db: DatabaseSync): void {
  const columns = db.prepare('PRAGMA table_info(event)').all()
  if (columns.some(({ name }) => name === 'ending')) return
  for (const column of PACKED_COLUMNS) db.exec(`ALTER TABLE event ADD COLUMN ${column}`)
}

/**
 * Pages written before a checkpoint: fewer syncs of the main file than with the default of 1,000, and a write-ahead log
 * of 16 MB.
 */
const CHECKPOINT_PAGES = 4000

/** How long opening waits for another process that holds the file, in milliseconds. */
const OPEN_WAIT = 5000
/** The same while another process may be converting a log of an earlier layout, which takes 30 s for a million events. */
const CONVERSION_WAIT = 900_000

/**
 * Opens the event log for writing; creates or upgrades it. `durable` syncs every commit to disk. Throws for files of a
 * newer version of Parley and files that are not event logs.
 */
export function openForWriting(file: string, durable: boolean): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: OPEN_WAIT })
  try {
    requireOurs(db, file)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'};
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = 67108864;
      PRAGMA cache_size = -2000`)
    upgrade(db, file)
    if (durable) reserveLog(db, file, CHECKPOINT_PAGES)
    // The writer waits for other processes itself, so that it never blocks its thread.
    db.exec('PRAGMA busy_timeout = 0')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a log for reading that `openForWriting` has opened before. */
export function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: OPEN_WAIT })
  db.exec('PRAGMA cache_size = -1000')
  return db
}

function upgrade(db: DatabaseSync, file: string): void {
  if (versionOf(db) === STEPS.length) return
  db.exec(`PRAGMA busy_timeout = ${CONVERSION_WAIT}`)
  inTransaction(db, () => {
    requireOurs(db, file)
    for (const step of STEPS.slice(versionOf(db))) step(db)
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`)
  })
  db.exec(`PRAGMA busy_timeout = ${OPEN_WAIT}`)
}

function requireOurs(db: DatabaseSync, file: string): void {
  const version = versionOf(db)
  const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  if (tables > 0 && Number(db.prepare('PRAGMA application_id').get()?.application_id) !== APPLICATION_ID)
    throw new Error(`${file} is not an event log of Parley: point EVENT_STORE_URL or DATA_DIR elsewhere`)
  if (version > STEPS.length)
    throw new Error(
      `${file} was written by a newer Parley (schema ${version}, this one knows ${STEPS.length}): ` +
        'start that version, or restore a backup made by this one',
    )
}

const versionOf = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()?.user_version)
