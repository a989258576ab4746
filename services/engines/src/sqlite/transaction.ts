import type { DatabaseSync } from 'node:sqlite'

/** Does the work in one transaction that no other connection's write can precede; a throw leaves nothing behind. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A failed COMMIT may have ended it already.
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
