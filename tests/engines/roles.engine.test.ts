/**
 * Parley as `docker-compose.yml` runs it: one process per role with the environment given there, on the engines that are
 * given by URL, else on Kafka, a MongoDB-protocol server and EventStoreDB, or its gRPC double without Docker. Each process
 * is killed once.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@parley/contracts/client.ts'
import type { Role } from '@parley/host/config.ts'
import { openMailOutbox } from '@parley/host/mail-outbox.ts'
import type { Outbox } from '@parley/identity/mail/outbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf, parleyServices } from '../src/compose.ts'
import { freePort } from '../src/free-ports.ts'
import { runOperatorCommand } from '../src/operator-command.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { type Person, routes, signUpWith } from '../src/test-platform.ts'
import { databasesOf } from './databases.ts'
import { emptyEventStore } from './event-store.ts'
import { startKafka } from './kafka.ts'

const run = promisify(execFile)
const na = { region: 'na' } as const
const databases = databasesOf('roles')
const servers: { stop(): Promise<void> }[] = []
const running = new Map<string, ServerProcess>()
const environments = new Map<string, Record<string, string>>()
let folder: string
/** Read directly, since no page shows it in production. */
let outbox: Outbox
let ada: Person
let agent: { region: 'na'; agentId: string }
/** What each visitor said, by conversation. */
const said = new Map<string, string[]>()

beforeAll(async () => {
  const given = process.env.MESSAGE_BUS_URL
  const kafka = given ? { url: given, stop: async () => undefined } : await startKafka()
  servers.push(kafka)
  const eventStore = await emptyEventStore()
  servers.push(eventStore)
  await databases.drop()
  folder = await mkdtemp(join(tmpdir(), 'parley-split-'))
  for (const [name, service] of parleyServices)
    environments.set(name, {
      ...environmentOf(service),
      ...eventStore.env,
      ...databases.env,
      MESSAGE_BUS_URL: kafka.url,
      MESSAGE_BUS_PREFIX: 'roles.{region}.',
      NODE_ENV: 'production',
      DATA_DIR: folder,
      PORT: `${await freePort()}`,
    })
  const { MASTER_KEY = '' } = environments.get('api') ?? {}
  outbox = openMailOutbox({ dataDir: folder, masterKey: Buffer.from(MASTER_KEY, 'hex') })
  await Promise.all([...environments.keys()].map(start))
}, 300_000)

afterAll(async () => {
  for (const { process } of running.values()) process.kill('SIGTERM')
  expect(await Promise.all([...running.values()].map(({ exit }) => exit))).toEqual([0, 0, 0, 0])
  await databases.drop()
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('every role reports to Compose that it is healthy', async () => {
  for (const [name, { healthcheck }] of parleyServices) {
    const [, , ...values] = healthcheck?.test ?? []
    const here = values.map((value) => value.replace(':4000/', `:${environments.get(name)?.PORT}/`))
    expect(here.join()).toContain('/healthz')
    await run(process.execPath, here)
  }
})

test('an agent created in the dashboard replies to a visitor, and the audit shows it', async () => {
  ada = await signUpWith(client, () => outbox.list())
  const body = { agentName: 'Harbour Tea', agentTemplate: 'blank-template' } as const
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', { params: na, body })
  agent = { ...na, agentId: agentCreated.ID }
  const published = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await ada.client.call('agents.save', { params: agent, body: published })
  const { data } = await ada.client.call('agents.get', { params: agent })
  expect(data).toMatchObject(published)

  await (await visit()).say('When do you open?')
  await expectAllShown()
  // Each read model has a position of its own, so one may lag behind another.
  const told = async () => {
    const query = { limit: 100 }
    const { items } = await ada.client.call('audit.timeline', { params: workspace(), query })
    return items.map(({ type }) => type)
  }
  await expect
    .poll(told)
    .toEqual(
      expect.arrayContaining(['AgentCreated', 'AgentPublished', 'ConversationStarted', 'AgentReplied']),
    )
})

test('a killed role continues where it was, whatever happened meanwhile', async () => {
  const early = await visit()
  await kill('projections')
  await early.say('Is anybody there?')
  await start('projections')
  await expectAllShown()

  for (const role of ['relay', 'workers'] as const) {
    await kill(role)
    const visitor = await visit()
    await visitor.say(`Nobody hears of this, for want of ${role}`)
    await visitor.askForPerson()
    await start(role)
    await expect.poll(rings).toEqual(asked)
  }

  await kill('api')
  await start('api')
  await early.say('Still there?')
  await expectAllShown()
  expect(await rings()).toEqual(asked)
})

test('the audit verifies every hash chain afterwards', async () => {
  const verified = await ada.client.call('audit.verify', { params: workspace() })
  expect(verified).toMatchObject({ ok: true, faults: [] })
  const env = { PATH: process.env.PATH, ...environments.get('workers') }
  const { stdout } = await runOperatorCommand('audit', ['verify'], env)
  expect(stdout).toMatch(/^✓ Whole: \d+ events in \d+ streams/)
})

/** Conversations whose visitors asked for a person, in the order of asking. */
const asked: string[] = []

async function visit() {
  const { conversationId, visitorToken } = await client().call('conversations.start', { params: agent })
  const params = { ...agent, conversationId }
  const texts: string[] = []
  said.set(conversationId, texts)
  return {
    async say(text: string): Promise<void> {
      const body = { id: `m${texts.length}`, text }
      const { messages } = await client(visitorToken).call('conversations.send', { params, body })
      expect(messages.at(-1)).toMatchObject({ role: 'agent' })
      texts.push(text)
    },
    async askForPerson(): Promise<void> {
      await client(visitorToken).call('conversations.requestHandoff', { params, body: {} })
      asked.push(conversationId)
    },
  }
}

/** The dashboard shows every conversation with every message of its visitor, once. */
async function expectAllShown(): Promise<void> {
  const shown = async () => {
    const { items } = await ada.client.call('conversations.list', { params: agent })
    const details = items.map(async ({ conversationId }) => {
      const params = { ...agent, conversationId }
      const { transcript } = await ada.client.call('conversations.get', { params })
      const theirs = transcript.filter(({ role }) => role === 'visitor').flatMap(({ blocks }) => blocks)
      return [conversationId, theirs.map((block) => block.type === 'text' && block.text)] as const
    })
    return new Map(await Promise.all(details))
  }
  await expect.poll(shown).toEqual(said)
}

/** The conversations with a notification, in that order. */
async function rings(): Promise<string[]> {
  const { items } = await ada.client.call('notifications.list', { params: workspace() })
  const links = items.filter(({ notificationLevel }) => notificationLevel === 2).toReversed()
  return links.map(({ urlPathname }) => urlPathname.split('conversation=')[1] ?? '')
}

async function start(name: string): Promise<void> {
  running.set(name, await startServerProcess(environments.get(name) ?? {}))
}

async function kill(role: Role): Promise<void> {
  const server = running.get(role)
  server?.process.kill('SIGKILL')
  await server?.exit
}

function client(token?: string): Client {
  const baseUrl = `http://127.0.0.1:${environments.get('api')?.PORT}`
  return createClient({ routes, baseUrl, token: () => token })
}

const workspace = () => ({ ...na, workspaceId: ada.workspaceId })
