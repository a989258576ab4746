import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Prepared once for each database: parsing them takes as long as running them. */
const prepared = new WeakMap<DatabaseSync, { begin: StatementSync; commit: StatementSync }>()

/** Does the work in one transaction that no other connection's write can precede; a throw leaves nothing behind. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  const { begin, commit } = statementsOf(database)
  begin.run()
  try {
    const result = work()
    commit.run()
    return result
  } catch (error) {
    // A failed COMMIT may have ended it already.
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function statementsOf(database: DatabaseSync) {
  const known = prepared.get(database)
  if (known) return known
  const made = { begin: database.prepare('BEGIN IMMEDIATE'), commit: database.prepare('COMMIT') }
  prepared.set(database, made)
  return made
}
