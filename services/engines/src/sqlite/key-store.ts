import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { KeyStore } from '@parley/kernel/sealing/key-store.ts'
import { openSharedFile } from './file.ts'
import { reserveLog } from './log.ts'
import { inTransaction } from './transaction.ts'

/** A higher `user_version` means a newer version of Parley. */
const LAYOUT = 1

const CHECKPOINT_PAGES = 200

/**
 * Keys in one SQLite file that only its owner can read; ':memory:' for tests. Small and rarely written, so it runs on
 * the caller's thread. New keys are synced to disk before they are returned, with one sync for all that are requested
 * in the same turn of the event loop. Several processes may open the same file. An erased key's bytes are overwritten,
 * in the file and in its log.
 *
 * Throws, with an Error that says what to do, for a file of a newer version of Parley and a file that is not a
 * database.
 */
export async function openSqliteKeyStore({ file }: { file: string }): Promise<KeyStore> {
  const database = open(file)
  const find = database.prepare('SELECT wrapped FROM key WHERE subject = ?')
  const insert = database.prepare('INSERT INTO key VALUES (?, ?) ON CONFLICT DO NOTHING')
  const ending = database.prepare('SELECT subject FROM key WHERE substr(subject, -length(?1)) = ?1')
  const eraseAll = database.prepare('UPDATE key SET wrapped = NULL WHERE substr(subject, 1, length(?1)) = ?1')
  const erase = database.prepare('INSERT OR REPLACE INTO key VALUES (?, NULL)')

  const get = (subject: string): string | 'erased' | undefined => {
    const row = find.get(subject)
    return row && (row.wrapped === null ? 'erased' : String(row.wrapped))
  }

  type Wanted = { subject: string; wrapped: string; resolve(key: string): void; reject(error: unknown): void }
  let wanted: Wanted[] = []
  let creating: NodeJS.Immediate | undefined

  const create = (): void => {
    clearImmediate(creating)
    creating = undefined
    const all = wanted
    wanted = []
    if (all.length === 0) return
    try {
      inTransaction(database, () => {
        for (const { subject, wrapped } of all) insert.run(subject, wrapped)
      })
      // Another caller or process may have been first; the key in the file counts.
      for (const { subject, resolve } of all) resolve(get(subject) ?? 'erased')
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  return {
    async getOrCreate(subject, wrapped) {
      const present = get(subject)
      if (present !== undefined) return present
      return new Promise((resolve, reject) => {
        wanted.push({ subject, wrapped: wrapped(), resolve, reject })
        creating ??= setImmediate(create)
      })
    },

    async get(subject) {
      return get(subject)
    },

    async endingIn(text) {
      return ending.all(text).map((row) => String(row.subject))
    },

    async erase(subject) {
      erase.run(subject)
      // The write-ahead log contains the page with the key until it is emptied.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },

    async eraseStartingWith(beginning) {
      eraseAll.run(beginning)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },

    async close() {
      if (!database.isOpen) return
      create()
      database.close()
    },
  }
}

function open(file: string): DatabaseSync {
  if (file !== ':memory:') createForOwner(file)
  return openSharedFile({
    what: 'Key store',
    file,
    layout: LAYOUT,
    timeoutMs: 15_000,
    setUp: `
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA cache_size = -1000;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
      CREATE TABLE IF NOT EXISTS key (subject TEXT PRIMARY KEY, wrapped TEXT) WITHOUT ROWID`,
    prepare(database) {
      if (file !== ':memory:') reserveLog(database, file, CHECKPOINT_PAGES)
    },
  })
}

/** Creates the file for its owner only; SQLite gives its log the same permissions. */
function createForOwner(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
}
