/** The check at the end of every fault and role test: the hash chain of every stream of a region's log is intact. */
import { join } from 'node:path'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'

/** Throws with the first faults; returns the number of events. */
export async function requireWholeLog(eventStore: EventStore): Promise<number> {
  const { faults, events } = await verifyLog(eventStore)
  const named = faults.slice(0, 5).map(({ stream, revision, fault }) => `${stream} ${revision}: ${fault}`)
  if (faults.length > 0) throw new Error(`The log is not whole, ${faults.length} faults: ${named.join('; ')}`)
  return events
}

/** The same for the embedded log in a data folder, whether processes use it or not. */
export async function requireWholeLogIn(dataDir: string, region = 'na'): Promise<number> {
  const eventStore = await openSqliteEventStore({ file: join(dataDir, region, 'events.db') })
  try {
    return await requireWholeLog(eventStore)
  } finally {
    await eventStore.close()
  }
}
