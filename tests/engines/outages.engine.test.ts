/**
 * The server of MongoDB's protocol, Kafka and EventStoreDB (its gRPC double, in the test's process) are unavailable in
 * turn under load, with a process of every role; nothing is restarted, and everything is consistent afterwards.
 * `OUTAGE_MS` is the length of each outage (default 8 s; the full proof is a minute: `OUTAGE_MS=60000`).
 */
import { api } from '@parley/contracts/api.ts'
import { createClient } from '@parley/contracts/client.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import { startEventStoreDouble } from '@parley/engines/eventstoredb/event-store.double.ts'
import { START } from '@parley/kernel/event-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRelayed } from '../src/relayed.ts'
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

test('the dashboard shows every message of every conversation', async () => {
  const { engines, visitors, addresses, ownerToken } = ran
  const owner = createClient({
    routes: routesOf(api),
    baseUrl: addresses[0] ?? '',
    token: () => ownerToken,
  })
  for (const { conversationId, said } of visitors) {
    const params = { region: 'na', agentId: 'several000000001', conversationId } as const
    const words = async () => {
      const { transcript } = await owner.call('conversations.get', { params })
      return transcript
        .filter(({ role }) => role === 'visitor')
        .map(({ blocks: [block] }) => block?.type === 'text' && block.text)
    }
    // The latest fifty messages and notices are shown at once.
    await expect.poll(async () => (await words()).at(-1)).toBe(said.at(-1))
    const shown = await words()
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(said.slice(-shown.length))
  }
  expect(await engines.eventStore.head()).toBeGreaterThan(START)
})

test('the bus received everything, in order', async () => {
  const { engines } = ran
  const log = await engines.eventStore.readAll(START, 1_000_000)
  for (const [topic, type] of [
    [WEBHOOKS, 'ConversationStarted'],
    [NOTIFICATIONS, 'VisitorMessageReceived'],
  ] as const) {
    const due = log.filter((event) => event.type === type && (JSON.parse(event.data).index ?? 0) <= 8)
    const ids = () => Map.groupBy(due, ({ stream }) => stream)
    const expected = [...ids()].map(([stream, events]) => [stream, events.map(({ id }) => id)])
    const told = async () => {
      const found = await readRelayed(engines.bus, topic)
      return expected.map(([stream]) => [
        stream,
        found
          .get(`${stream}`)
          ?.filter(({ id }) => due.some((one) => one.id === id))
          .map(({ id }) => id),
      ])
    }
    await expect.poll(told, { timeout: 120_000, interval: 2_000 }).toEqual(expected)
  }
})

test('every loop of the answering process runs again', async () => {
  const failing = async () => {
    const answer = await fetch(`${ran.addresses[0]}/readyz`)
    const { regions }: { regions: { failing: unknown[] }[] } = await answer.json()
    return [answer.status, regions.flatMap((region) => region.failing)]
  }
  await expect.poll(failing).toEqual([200, []])
})
