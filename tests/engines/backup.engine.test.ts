/**
 * The steps of the README for back-ups at scale, as a drill: under load, the state, the log, the files and at last the keys are
 * copied; somebody is erased afterwards, and all is brought back elsewhere. On a MongoDB-protocol server, Kafka and the gRPC
 * double of EventStoreDB, whose events are copied in order (a real server is copied by its own tools).
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@parley/engines/eventstoredb/event-store.double.ts'
import { openEventStoreDb } from '@parley/engines/eventstoredb/event-store.ts'
import { connect } from '@parley/engines/mongodb/connection.ts'
import { serverUrl } from '@parley/engines/mongodb/place.ts'
import { openMongoReadStore } from '@parley/engines/mongodb/read-store.ts'
import { readConfig } from '@parley/host/config.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { openRegion } from '@parley/host/region.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documentsIn } from '../src/documents.ts'
import { runOperatorCommand } from '../src/operator-command.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { arriveAt } from '../src/visitor.ts'
import { databasesOf } from './databases.ts'
import { startKafka } from './kafka.ts'

const agent = { region: 'na', agentId: 'backupdrill00001' } as const
const MASTER_KEY = randomBytes(32).toString('hex')
const VISITORS = 3
const secret = 'My gate code is 4711'

const [lost, restored] = [databasesOf('backuplost'), databasesOf('backupagain')]
const servers: { stop(): Promise<void> }[] = []
let [ofLost, ofRestored]: Record<string, string>[] = []
let folder: string
let owner: Person
let erased: Awaited<ReturnType<typeof arriveAt>>
let again: TestPlatform | undefined
/** What was accepted of each talk, before the back-up began and until the end. */
const talks: { conversationId: string; accepted: string[]; before: number }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-engine-drill-'))
  const given = process.env.MESSAGE_BUS_URL
  const kafka = given ? { url: given, stop: async () => undefined } : await startKafka()
  const logs = [await startEventStoreDouble(), await startEventStoreDouble()] as const
  servers.push(kafka, ...logs)
  for (const databases of [lost, restored]) await databases.drop()
  const settings = (databases: typeof lost, { url }: EventStoreDouble, name: string) => ({
    ...databases.env,
    ...{ EVENT_STORE_URL: url, MESSAGE_BUS_URL: kafka.url, MESSAGE_BUS_PREFIX: `${name}.{region}.` },
    ...{ DATA_DIR: join(folder, name), ERASURES_FILE: join(folder, 'erasures.jsonl'), REGIONS: 'na' },
    ...{ MASTER_KEY, RATE_LIMIT_FACTOR: '1000' },
  })
  ofLost = settings(lost, logs[0], 'backuplost')
  ofRestored = settings(restored, logs[1], 'backupagain')

  const parley = await startTestPlatform(ofLost)
  owner = await parley.signUp('na')
  const body = { title: 'Desk', enableNodes: false, acceptFileUpload: true }
  await owner.client.call('agents.save', { params: agent, body })
  erased = await arriveAt(parley, agent.agentId)
  await erased.say('m0', secret)
  await parley.settled()

  let over = false
  const talking = Array.from({ length: VISITORS }, async (_, nth) => {
    const visitor = await arriveAt(parley, agent.agentId)
    const talk = { conversationId: visitor.conversationId, accepted: [] as string[], before: 0 }
    talks.push(talk)
    for (let turn = 0; !over; turn++) {
      const text = `Question ${nth}.${turn}`
      await visitor.say(`m${turn}`, text)
      talk.accepted.push(text)
    }
  })
  const said = () => talks.reduce((sum, { accepted }) => sum + accepted.length, 0)
  const more = async (from = said()) =>
    vi.waitFor(() => expect(said()).toBeGreaterThan(from + 2 * VISITORS), { timeout: 60_000 })
  await more()
  for (const talk of talks) talk.before = talk.accepted.length
  await copyDatabase('_state')
  await copyLog(logs)
  await copyDatabase('_files')
  await copyDatabase('_keys')
  await more()
  const { conversationId } = erased
  await owner.client.call('conversations.remove', { params: { ...agent, conversationId } })
  over = true
  await Promise.all(talking)
  await parley.settled()
  await parley.stop()
}, 300_000)
afterAll(async () => {
  await again?.stop()
  for (const databases of [lost, restored]) await databases.drop()
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('erases again who was erased since, and every hash of the copied log is right', async () => {
  expect(await keysOfErased()).not.toEqual([])
  expect(await command('restore', '--erasures', ofRestored?.ERASURES_FILE ?? '')).toMatch(
    /Erased again: [1-9]/,
  )
  expect(await keysOfErased()).toEqual([])
  expect(await command('audit', 'verify')).toContain('✓ Whole')
}, 180_000)

test('has what was accepted before, nothing of the erased, and goes on', async () => {
  again = await startTestPlatform(ofRestored)
  const wordsOf = async (conversationId: string) => {
    const client = again!.client(owner.token)
    const address = client.url('conversations.export', {
      params: { ...agent, conversationId },
      query: {},
    })
    const headers = { authorization: `Bearer ${owner.token}` }
    const answer = await fetch(new URL(address, again!.url), { headers })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  for (const { conversationId, accepted, before } of talks) {
    expect(before).toBeGreaterThan(0)
    const words = await wordsOf(conversationId)
    for (const text of accepted.slice(0, before)) expect(words).toContain(text)
  }
  const words = await wordsOf(erased.conversationId)
  expect(words).toContain('[erased]')
  expect(words).not.toContain(secret)
  const later = await arriveAt(again, agent.agentId)
  await later.say('m0', 'Are you back?')
  await vi.waitFor(async () => expect(await wordsOf(later.conversationId)).toContain('Are you back?'), 60_000)
  await again.settled()
  await again.stop()
  again = undefined
}, 180_000)

test('its read models equal those of a fresh rebuild of its log', async () => {
  const config = readConfig({ NODE_ENV: 'test', ...ofRestored })
  const engines = await openRegion(config, 'na', { readOnly: true })
  const fresh = await openMongoReadStore({ url: serverUrl(), database: `${restored.prefix}_fresh` })
  const { eventStore, keyring } = engines
  const documents: string[][] = []
  for (const readStore of [engines.readStore, fresh]) {
    const options = { eventStore, keyring, readStore, projections: merged.projections }
    const runner = await startProjections(options)
    await runner.ready()
    documents.push(await documentsIn(readStore, runner.collectionOf))
    await runner.stop()
  }
  await fresh.close()
  await engines.close()
  expect(documents[0]?.length).toBeGreaterThan(10)
  expect(documents[1]).toEqual(documents[0])
}, 180_000)

/** As `mongodump` and `mongorestore` do, while others write. */
async function copyDatabase(suffix: string): Promise<void> {
  const from = await connect(serverUrl(), lost.prefix + suffix)
  const to = await connect(serverUrl(), restored.prefix + suffix)
  for (const { name } of await from.db.listCollections().toArray()) {
    const documents = await from.db.collection(name).find().toArray()
    if (documents.length > 0) await to.db.collection(name).insertMany(documents)
  }
  await from.close()
  await to.close()
}

async function copyLog([from, to]: readonly [EventStoreDouble, EventStoreDouble]): Promise<void> {
  const log = await openEventStoreDb({ url: from.url })
  for (const event of await log.readAll(START, 1_000_000)) to.copy(event)
  await log.close()
}

/** The subjects whose keys the restored databases still hold, of who was erased. */
async function keysOfErased(): Promise<string[]> {
  const { db, close } = await connect(serverUrl(), `${restored.prefix}_keys`)
  const found: string[] = []
  for (const { name } of await db.listCollections().toArray())
    for (const each of await db.collection(name).find().toArray())
      if (JSON.stringify(each).includes(`conversation-${erased.conversationId}`) && each.wrapped)
        found.push(String(each._id))
  await close()
  return found
}

async function command(name: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', ...ofRestored }
  return (await runOperatorCommand(name, words, env)).stdout
}
