/** Opens the small SQLite files that several processes share. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens a file in WAL mode and sets it up; ':memory:' for a single process. `timeoutMs` is how long a statement waits
 * while another process writes. Throws, with an Error that begins with `what` and says what to do, for a file whose
 * `user_version` is above `layout`, written by a newer version of Parley, and for a file that is not a database.
 */
export function openSharedFile(options: {
  what: string
  file: string
  layout: number
  timeoutMs: number
  /** Settings and tables; must be idempotent. */
  setUp: string
  /** Further steps before it is used. */
  prepare?(database: DatabaseSync): void
}): DatabaseSync {
  const { what, file, layout, timeoutMs, setUp, prepare } = options
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (found > layout) throw new Error(`has layout ${found} of a newer Parley; start that version`)
    database.exec(`PRAGMA journal_mode = WAL; ${setUp}; PRAGMA user_version = ${layout}`)
    prepare?.(database)
    return database
  } catch (error) {
    database.close()
    throw new Error(`${what} ${file}: ${error instanceof Error ? error.message : error}`)
  }
}
