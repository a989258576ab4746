import type { DatabaseSync } from 'node:sqlite'
import {
  createLeases,
  type LeaseOptions,
  type LeaseStore,
  type Leases,
} from '@parley/kernel/running/leases.ts'
import { openSharedFile } from './file.ts'
import { inTransaction } from './transaction.ts'

/** A higher `user_version` means a newer version of Parley. */
const LAYOUT = 1

/**
 * Leases in one SQLite file that several processes share; ':memory:' for a single process. It runs on the caller's
 * thread and is never synced: after a crash of the machine no process holds a lease.
 *
 * Throws, with an Error that says what to do, for a file of a newer version of Parley and a file that is not a
 * database.
 */
export async function openSqliteLeases(options: { file: string } & LeaseOptions): Promise<Leases> {
  return createLeases(openStore(options.file), options)
}

function openStore(file: string): LeaseStore {
  const database = open(file)
  const holderOf = database.prepare('SELECT holder FROM leases WHERE name = ?')
  const take = database.prepare(
    `INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?4)
     ON CONFLICT DO UPDATE SET holder = ?2, until = ?4 WHERE until <= ?3 RETURNING holder`,
  )
  const isHeld = database.prepare('SELECT 1 FROM leases WHERE name = ? AND until > ?')
  const renew = database.prepare(
    `UPDATE leases SET until = ?3 WHERE holder = ?2 AND until > 0 AND name IN (SELECT value FROM json_each(?1))
     RETURNING name`,
  )
  const release = database.prepare('UPDATE leases SET until = 0, over = ?3 WHERE name = ?1 AND holder = ?2')
  const clean = database.prepare('DELETE FROM leases WHERE max(until, over) < ?')

  return {
    async take(name, holder, now, until) {
      return inTransaction(database, () => {
        const last = holderOf.get(name)?.holder
        const taken = take.get(name, holder, now, until) !== undefined
        return { taken, last: typeof last === 'string' ? last : undefined }
      })
    },
    isHeld: async (name, now) => isHeld.get(name, now) !== undefined,
    renew: async (names, holder, until) =>
      renew.all(JSON.stringify(names), holder, until).map(({ name }) => String(name)),
    async release(name, holder, now) {
      release.run(name, holder, now)
    },
    async clean(before) {
      clean.run(before)
    },
    async close() {
      if (database.isOpen) database.close()
    },
  }
}

function open(file: string): DatabaseSync {
  return openSharedFile({
    what: 'Leases',
    file,
    layout: LAYOUT,
    timeoutMs: 2_000,
    setUp: `
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -2000;
      CREATE TABLE IF NOT EXISTS leases (
        name TEXT PRIMARY KEY, holder TEXT NOT NULL, until REAL NOT NULL, over REAL NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID`,
  })
}
