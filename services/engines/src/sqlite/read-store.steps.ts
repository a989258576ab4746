import { dropCollection, tableOf } from './read-store.collection.ts'
import { type Connection, transact } from './read-store.connection.ts'
import { type Entries, tenantNumber, writeEntries } from './read-store.entries.ts'

/** One change of a batch; all are made in one transaction. */
export type Step =
  | ({ kind: 'entries' } & Entries)
  | { kind: 'checkpoint'; name: string; position: number }
  | { kind: 'setting'; name: string; value: string }
  | { kind: 'drop'; collection: string }
  | { kind: 'remove-tenant'; collection: string; tenant: string }

/** Runs all steps in one transaction, or none of them. */
export function runSteps(connection: Connection, steps: Step[]): void {
  transact(connection, () => {
    for (const step of steps) run(connection, step)
  })
}

function run(connection: Connection, step: Step): void {
  const { prepare } = connection
  switch (step.kind) {
    case 'entries':
      writeEntries(connection, step)
      return
    case 'checkpoint':
      // Never moves back, so that a slow second runner has no effect.
      prepare(
        `INSERT INTO checkpoint VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`,
      ).run(step.name, step.position)
      return
    case 'setting':
      prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)').run(step.name, step.value)
      return
    case 'drop':
      dropCollection(connection, step.collection)
      return
    case 'remove-tenant': {
      const tenant = tenantNumber(connection, step.tenant)
      if (tenant !== undefined)
        prepare(`DELETE FROM ${tableOf(step.collection)} WHERE tenant = ?`).run(tenant)
    }
  }
}
