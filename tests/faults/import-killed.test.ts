/**
 * Both processes with workers are killed with SIGKILL in the middle of an import of an organisation, and again of its
 * removal: what the file has is made once, nothing is left out, and nothing stays of what is removed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { readConfig } from '@parley/host/config.ts'
import { openRegion } from '@parley/host/region.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { type Person, routes, signUpWith } from '../src/test-platform.ts'
import { requireWholeLogIn } from '../src/whole-log.ts'

const AGENTS = 6
const CLIENTS = 8
/** Agents with two sources, a conversation and a lead each, the organisation and its clients. */
const STEPS = 5 * AGENTS + 1 + CLIENTS
const KILLED_AFTER = [2, 9, 16, 24, 27]
/** Leases of a killed process end by themselves. */
const patience = { timeout: 60_000, interval: 20 }

let folder: string
let settings: Record<string, string>
let api: ServerProcess
let workers: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-imports-'))
  const seats = { CLIENT_SEATS: '20', RATE_LIMIT_FACTOR: '1000' }
  settings = { ...seats, DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex') }
  api = await startServerProcess({ ...settings, ROLES: 'api,projections,relay' })
  await startWorkers()
})
afterAll(async () => {
  await killed(workers)
  await killed([api])
  try {
    await requireWholeLogIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function startWorkers(): Promise<void> {
  const start = () => startServerProcess({ ...settings, ROLES: 'workers' })
  workers = await Promise.all([start(), start()])
}

async function killed(servers: readonly (ServerProcess | undefined)[]): Promise<void> {
  for (const server of servers) server?.process.kill('SIGKILL')
  await Promise.all(servers.map((server) => server?.exit))
}

async function killWorkers(): Promise<void> {
  await killed(workers)
  await startWorkers()
}

/** How many events of each type there are of a workspace. */
async function countsOf(workspaceId: string): Promise<Record<string, number>> {
  const engines = await openRegion(readConfig({ ...settings, NODE_ENV: 'test', REGIONS: 'na' }), 'na')
  try {
    const counts: Record<string, number> = {}
    for (const { type, metadata } of await engines.eventStore.readAll(-1, 10_000))
      if (JSON.stringify(metadata).includes(workspaceId)) counts[type] = (counts[type] ?? 0) + 1
    return counts
  } finally {
    await engines.close()
  }
}

const signUp = () =>
  signUpWith((token) => createClient({ routes, baseUrl: api.url, token: () => token }), api.url)
const placeOf = ({ region, workspaceId }: Person) => ({ region, workspaceId })

/** The file of an organisation; its clients are deleted again, so that their addresses are free. */
async function fileOf(owner: Person): Promise<string> {
  const { client } = owner
  const params = placeOf(owner)
  const widgetIDs = Array.from({ length: AGENTS }, (_, nth) => `moving-agent-${nth}`)
  for (const agentId of widgetIDs) {
    const of = { region: params.region, agentId }
    await client.call('agents.save', { params: of, body: { title: agentId, facts: 'Open from nine.' } })
    for (const name of ['Lamps', 'Chairs'])
      await client.call('knowledge.addText', {
        params: of,
        body: { name, content: `${name} cost nine euros.` },
      })
    const visiting = (token?: string) => createClient({ routes, baseUrl: api.url, token: () => token })
    const { conversationId, visitorToken } = await visiting().call('conversations.start', { params: of })
    const place = { params: { ...of, conversationId } }
    const visitor = visiting(visitorToken)
    await visitor.call('conversations.identify', { ...place, body: { name: 'Wim', email: 'w@example.com' } })
    await visitor.call('conversations.send', { ...place, body: { id: 'm1', text: 'Are you open?' } })
    const leads = async () => (await client.call('leads.list', { params: of, query: {} })).items.length
    await expect.poll(leads, patience).toBe(1)
  }
  const { organisationId } = await client.call('organisations.create', {
    params,
    body: { name: 'Acme', widgetIDs },
  })
  const clientIds: string[] = []
  for (let nth = 0; nth < CLIENTS; nth++) {
    const settings = { orgId: organisationId, name: `Client ${nth}`, email: `client${nth}@acme.example` }
    const body = { ...settings, dashboardPassword: 'fifteen letters' }
    clientIds.push((await client.call('clients.create', { params, body })).clientId)
  }
  const { snapshotId } = await client.call('organisationSnapshots.make', {
    params: { ...params, organisationId },
    body: { withClients: true, withHistory: true },
  })
  const made = async () =>
    (await client.call('organisationSnapshots.list', { params })).snapshots.find(
      ({ state }) => state === 'made',
    )
  await expect.poll(made, patience).toMatchObject({ made: { agents: AGENTS, clients: CLIENTS } })
  const file = await client.open('organisationSnapshots.download', { params: { ...params, snapshotId } })
  for (const clientId of clientIds) await client.call('clients.delete', { params: { ...params, clientId } })
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}

test('an organisation is imported and removed once, wherever processes are killed', async () => {
  const base64Payload = await fileOf(await signUp())
  const other = await signUp()
  const { client } = other
  const params = placeOf(other)
  const { importId } = await client.call('organisationImports.upload', { params, body: { base64Payload } })
  const of = { params: { ...params, importId } }
  const shown = async () => (await client.call('organisationImports.preview', of)).import
  const before = await countsOf(params.workspaceId)
  await client.call('organisationImports.start', of)
  for (const steps of KILLED_AFTER) {
    await expect.poll(async () => (await shown()).done, patience).toBeGreaterThanOrEqual(steps)
    await killWorkers()
  }
  await expect.poll(shown, patience).toMatchObject({ state: 'imported', done: STEPS, problems: [] })

  const after = await countsOf(params.workspaceId)
  const history = { ConversationStarted: AGENTS, VisitorMessageReceived: AGENTS, LeadCaptured: AGENTS }
  const made = { AgentCreated: AGENTS, OrganisationCreated: 1, ClientCreated: CLIENTS, ...history }
  const added = (type: string) => (after[type] ?? 0) - (before[type] ?? 0)
  expect(Object.fromEntries(Object.keys(made).map((type) => [type, added(type)]))).toEqual(made)
  expect(added('KnowledgeSourceAdded')).toBe(2 * AGENTS)
  const { items: organisations } = await client.call('organisations.list', { params })
  expect(organisations).toMatchObject([{ name: 'Acme', clients: CLIENTS }])
  expect(organisations[0]?.widgetIDs).toHaveLength(AGENTS)

  await client.call('organisationImports.undo', of)
  await killWorkers()
  await expect.poll(shown, patience).toMatchObject({ state: 'removed', problems: [] })
  expect((await client.call('organisations.list', { params })).items).toEqual([])
  const { items: agents } = await client.call('agents.list', { params: { region: 'na' }, query: {} })
  expect(agents.filter(({ title = '' }) => title.startsWith('moving-agent'))).toEqual([])
}, 300_000)
