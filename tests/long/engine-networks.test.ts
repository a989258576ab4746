/**
 * Parley with a process of every role, and a bad network between it and each of its engines: EventStoreDB (the gRPC double,
 * in the test's process), a server of MongoDB's protocol and Kafka. What can't be started here is embedded, and said.
 * `FAULTS` is how often one of the networks is disturbed (200), `SEED` chooses the faults.
 */
import { startEventStoreDouble } from '@parley/engines/eventstoredb/event-store.double.ts'
import { type Network, startNetwork } from '@parley/engines/network.double.ts'
import { disturb, randomOf } from '@parley/engines/network.faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFerretDb } from '../engines/ferretdb.ts'
import { startKafka } from '../engines/kafka.ts'
import { everythingIsEqual } from '../src/everything-equal.ts'
import {
  runDisturbed,
  type SeveralProcesses,
  severalProcessesHold,
  VISITORS,
} from '../src/several-processes.ts'

const FAULTS = Number(process.env.FAULTS ?? 200)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32)
const stopping: { stop(): Promise<void> }[] = []
// bounded: one of each engine
const networks = new Map<string, Network>()
let ran: SeveralProcesses

beforeAll(async () => {
  const env: Record<string, string> = { LOG_LEVEL: 'error' }
  const eventStore = await startEventStoreDouble()
  stopping.push(eventStore)
  env.EVENT_STORE_URL = `esdb://127.0.0.1:${await through('EventStoreDB', eventStore.port)}?tls=false`
  await where('MongoDB', async () => {
    const mongo = await startFerretDb()
    stopping.push(mongo)
    const url = new URL(mongo.url)
    url.port = `${await through('MongoDB', Number(url.port))}`
    env.READ_STORE_URL = url.href
  })
  await where('Kafka', async () => {
    const kafka = await startKafka((port) => through('Kafka', port))
    stopping.push(kafka)
    env.MESSAGE_BUS_URL = kafka.url
  })
  const random = randomOf(seed)
  let cut = 0
  const faults: string[] = []
  const disturbed = await runDisturbed(env, async (progress) => {
    await progress(20)
    for (let fault = 0; fault < FAULTS; fault += 1) {
      const [name, network] = [...networks][Math.floor(random() * networks.size)]!
      // The bus has no part in replies; each visitor waits for one.
      if (name !== 'Kafka') cut += VISITORS
      faults.push(`${name}: ${await disturb(network, random)}`)
      // What is disturbed next is at work again.
      await progress(0).catch((error) => {
        throw new Error(`No progress after ${faults.slice(-5).join(', ')} (${fault} faults, seed ${seed})`, {
          cause: error,
        })
      })
    }
    await progress(20)
  })
  ran = { ...disturbed, cut }
  console.info(`${FAULTS} faults of the networks to ${[...networks.keys()].join(', ')}, seed ${seed}`)
}, 3_600_000)
afterAll(async () => {
  await ran?.stop()
  for (const server of stopping.reverse()) await server.stop()
}, 120_000)

async function through(name: string, to: number): Promise<number> {
  const network = await startNetwork(to)
  networks.set(name, network)
  stopping.push(network)
  return network.port
}

async function where(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch (error) {
    networks.delete(name)
    console.warn(`${name} is not here, the embedded engine takes its place: ${error}`)
  }
}

test('no process ended', () => {
  expect(ran.ended).toEqual([])
})

// Replies that a fault cut off are requested from the model again.
severalProcessesHold(() => ran)

everythingIsEqual(() => ran)
