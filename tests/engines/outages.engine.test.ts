/**
 * The server of MongoDB's protocol, Kafka and EventStoreDB (its gRPC double, in the test's process) are unavailable in
 * turn under load, with a process of every role; nothing is restarted, and everything is consistent afterwards.
 * `OUTAGE_MS` is the length of each outage (default 8 s; the full proof is a minute: `OUTAGE_MS=60000`).
 */
import { startEventStoreDouble } from '@parley/engines/eventstoredb/event-store.double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everythingIsEqual } from '../src/everything-equal.ts'
import { runThroughOutages, type SeveralProcesses, severalProcessesHold } from '../src/several-processes.ts'
import { startFerretDb } from './ferretdb.ts'
import { startKafka } from './kafka.ts'

const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 8_000)
const servers: { stop(): Promise<void> }[] = []
let ran: SeveralProcesses

beforeAll(
  async () => {
    const [kafka, mongo, eventStore] = await Promise.all([
      startKafka(),
      startFerretDb(),
      startEventStoreDouble(),
    ])
    servers.push(kafka, mongo, eventStore)
    const outages = [
      { name: 'MongoDB', begin: mongo.crash, end: mongo.restart },
      { name: 'Kafka', begin: kafka.crash, end: kafka.restart },
      { name: 'EventStoreDB', begin: eventStore.stop, end: eventStore.start },
    ]
    ran = await runThroughOutages(outages, OUTAGE_MS, {
      EVENT_STORE_URL: eventStore.url,
      READ_STORE_URL: mongo.url,
      MESSAGE_BUS_URL: kafka.url,
      LOG_LEVEL: 'fatal',
    })
  },
  900_000 + OUTAGE_MS * 5,
)
afterAll(async () => {
  await ran?.stop()
  for (const server of servers) await server.stop()
})

test('no process ended', () => {
  expect(ran.ended).toEqual([])
})

// Replies that an outage cut off are requested from the model again, and leases of this server are not atomic.
severalProcessesHold(() => ran, { exact: false })

everythingIsEqual(() => ran)
