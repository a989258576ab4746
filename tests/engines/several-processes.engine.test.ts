/**
 * Several processes of every role, killed in turn, on EventStoreDB (the server that EVENT_STORE_URL names, or its
 * double), a server of MongoDB's protocol and Kafka. `SECONDS` is the duration (default 20).
 */
import { updatesAtomically } from '@parley/engines/mongodb/place.ts'
import { afterAll, beforeAll } from 'vitest'
import { runSeveralProcesses, type SeveralProcesses, severalProcessesHold } from '../src/several-processes.ts'
import { databasesOf } from './databases.ts'
import { emptyEventStore } from './event-store.ts'
import { startKafka } from './kafka.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)
const exact = await updatesAtomically()
const databases = databasesOf('several')
const servers: { stop(): Promise<void> }[] = []

let ran: SeveralProcesses
beforeAll(
  async () => {
    const kafka = await startKafka()
    servers.push(kafka)
    const eventStore = await emptyEventStore()
    servers.push(eventStore)
    await databases.drop()
    ran = await runSeveralProcesses(SECONDS, {
      ...eventStore.env,
      ...databases.env,
      MESSAGE_BUS_URL: kafka.url,
    })
  },
  300_000 + SECONDS * 2_000,
)
afterAll(async () => {
  await ran?.stop()
  await databases.drop()
  for (const server of servers) await server.stop()
})

severalProcessesHold(() => ran, { exact })
