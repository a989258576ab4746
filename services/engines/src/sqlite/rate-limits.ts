import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import {
  createRateLimits,
  type RateLimitOptions,
  type RateLimits,
  type UsageStore,
} from '@parley/kernel/limits/rate-limits.ts'
import { openSharedFile } from './file.ts'
import { inTransaction } from './transaction.ts'

/** A higher `user_version` means a newer version of Parley. */
const LAYOUT = 1

/**
 * Limits in one SQLite file that several processes share; ':memory:' for tests. It runs on the caller's thread and is
 * never synced: a crash of the machine loses the counts. Keys are stored as hashes with `secret`, since they contain
 * people's addresses.
 *
 * Throws, with an Error that says what to do, for a file of a newer version of Parley and a file that is not a
 * database.
 */
export async function openSqliteRateLimits(
  options: { file: string; secret: string } & RateLimitOptions,
): Promise<RateLimits> {
  return createRateLimits(openUsageStore(options.file, options.secret), options)
}

function openUsageStore(file: string, secret: string): UsageStore {
  const database = open(file)
  const find = database.prepare('SELECT until FROM usage WHERE key = ?')
  const add = database.prepare(
    `INSERT INTO usage (key, until) VALUES (?1, ?2 + ?3)
     ON CONFLICT DO UPDATE SET until = max(until, ?2) + ?3 RETURNING until`,
  )
  const clean = database.prepare('DELETE FROM usage WHERE until <= ?')
  const named = (key: string) => hash('sha256', `${secret} ${key}`, 'buffer').subarray(0, 16)

  return {
    read: async (keys) => keys.map((key) => Number(find.get(named(key))?.until ?? 0)),

    async add(uses, now) {
      return inTransaction(database, () =>
        uses.map(({ key, costMs }) => Number(add.get(named(key), now, costMs)?.until)),
      )
    },

    async clean(now) {
      clean.run(now)
    },

    async close() {
      if (database.isOpen) database.close()
    },
  }
}

function open(file: string): DatabaseSync {
  return openSharedFile({
    what: 'Rate limits',
    file,
    layout: LAYOUT,
    timeoutMs: 2_000,
    setUp: `
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -2000;
      CREATE TABLE IF NOT EXISTS usage (key BLOB PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID`,
  })
}
