/** Serves a folder's log as EventStoreDB would, until it is killed. Prints its address when every event is there. */
import { join } from 'node:path'
import { startEventStoreDouble } from '@parley/engines/eventstoredb/event-store.double.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { START } from '@parley/kernel/log/event-store.ts'

const double = await startEventStoreDouble()
const log = await openSqliteEventStore({ file: join(process.argv[2] ?? '', 'events.db') })
const { signal } = new AbortController()
for await (const { events } of log.readUntil(await log.head(), { after: START, signal }))
  for (const event of events) double.copy(event)
await log.close()
console.log(double.url)
