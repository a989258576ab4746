/**
 * What happens to an import of an organisation or a rollout of a blueprint while it is carried out: it always ends, and
 * says what is missing. The process with the workers is another one, which is started once things have happened.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import type { SnapshotFile } from '@parley/contracts/organisation/snapshot/file.ts'
import { readConfig } from '@parley/host/config.ts'
import { parkedOf } from '@parley/host/operators/parked.ts'
import { type PlatformOptions, startPlatform } from '@parley/host/platform.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const env = { REGIONS: 'na', LOG_LEVEL: 'silent', CLIENT_SEATS: '100', RATE_LIMIT_FACTOR: '1000' }
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
/** One for each test, and one for each that is tried again. */
const MOST_OWNERS = 14
const patience = { timeout: 60_000, interval: 10 }
let parley: TestPlatform
let owner: Person
const people: Person[] = []
let files = 0

beforeAll(async () => {
  parley = await startTestPlatform({ ...env, ROLES: 'api,projections,relay' })
  // Codes to sign up with are mailed by a policy.
  await working(async () => {
    for (let nth = 0; nth < MOST_OWNERS; nth++) people.push(await parley.signUp('na'))
  })
})
afterAll(() => parley?.stop())

/** Somebody with an empty workspace. */
function newOwner(): Person {
  const person = people.pop()
  if (!person) throw new Error('More people have to sign up.')
  return person
}

const place = () => ({ region: owner.region, workspaceId: owner.workspaceId })

/** Runs the workers until `over` resolves. */
async function working(over: () => Promise<unknown>, options: PlatformOptions = {}): Promise<void> {
  const config = { ...env, PORT: '0', NODE_ENV: 'test', DNS_SERVERS: '127.0.0.1:9', ROLES: 'workers' }
  const workers = await startPlatform(readConfig({ ...config, DATA_DIR: parley.dataDir }), undefined, options)
  try {
    await over()
  } finally {
    await workers.stop()
  }
}

/** Of an organisation that has all of its agents, each with a source, and its clients have the first one. */
function fileOf(agents: number, clients: number): SnapshotFile {
  const file = ++files
  const widgetIDs = Array.from({ length: agents }, (_, nth) => `former${nth}`)
  return {
    ...{ format: 'organisation-snapshot', version: 1, madeAt: 0 },
    organisation: {
      ...{ name: `Moving ${file}`, squarePhotoURL: '', defaultClientAccess: [], defaultClientTabOrder: [] },
      ...{
        widgetIDs,
        allowBilling: false,
        preferredLanguage: 'en',
        dashboardLayout: 'vertical',
        ...defaultOrganisationInbox,
        disableClientAccess: false,
        disableClientAccessMessage: '',
      },
    },
    agents: widgetIDs.map((id, nth) => ({
      ...{ id, document: { title: `Agent ${nth}`, squareImageURL: picture } },
      leftOut: { fields: [], functions: 0, websitePassages: 0 },
      knowledge: [
        {
          kind: 'text',
          name: `Text ${nth}`,
          tags: [],
          disabled: false,
          content: 'Nine euros.',
          passages: [],
        },
      ],
    })),
    clients: Array.from({ length: clients }, (_, nth) => ({
      ...{ name: `C${nth}`, email: `c${nth}.${file}@example.com`, squarePhotoURL: '', canAccess: [] },
      ...{ clientTabOrder: [], widgetIDs: widgetIDs.slice(0, 1), isOrgAdmin: false },
      ...{ notificationsSettings: {}, preferredLanguage: 'en' },
    })),
  }
}

/** An import of an own workspace that is begun, and not carried out yet. */
async function begun(agents: number, clients: number) {
  owner = newOwner()
  const { client } = owner
  const base64Payload = gzipSync(JSON.stringify(fileOf(agents, clients))).toString('base64')
  const { importId } = await client.call('organisationImports.upload', {
    params: place(),
    body: { base64Payload },
  })
  const of = { params: { ...place(), importId } }
  const start = () => client.call('organisationImports.start', of)
  await Promise.all([start(), start(), start()])
  const shown = async () => {
    const { imports } = await client.call('organisationSnapshots.list', { params: place() })
    return imports.find((one) => one.importId === importId)
  }
  const over = () =>
    expect.poll(async () => (await shown())?.state, patience).toMatch(/^(imported|failed|removed)$/)
  return { importId, shown, over, undo: () => client.call('organisationImports.undo', of) }
}

/** How many organisations, agents of the import and clients there are. */
async function counts(): Promise<number[]> {
  const { client, region } = owner
  const [organisations, agents, clients] = await Promise.all([
    client.call('organisations.list', { params: place() }),
    client.call('agents.list', { params: { region }, query: {} }),
    client.call('clients.list', { params: place(), query: {} }),
  ])
  const imported = agents.items.filter(({ title = '' }) => title.startsWith('Agent '))
  return [organisations.items.length, imported.length, clients.items.length]
}

describe('an import', () => {
  test('that is started several times at once is carried out once, and not undone before its end', async () => {
    const { shown, over, undo } = await begun(2, 2)
    expect(await shown()).toMatchObject({ state: 'importing', done: 0, steps: 7 })
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    await working(over)
    expect(await shown()).toMatchObject({ state: 'imported', done: 7, problems: [] })
    expect(await counts()).toEqual([1, 2, 2])
    // Several undos at once, too.
    await Promise.all([undo(), undo()])
    await working(() => expect.poll(async () => (await shown())?.state, patience).toBe('removed'))
    expect(await counts()).toEqual([0, 0, 0])
  })

  test('goes on when the plan has no room left, and says what it left out', async () => {
    const agents = await begun(3, 1)
    await working(agents.over, { quotas: { agents: 1 } })
    const noAgents = await agents.shown()
    expect(noAgents).toMatchObject({ state: 'imported', done: 8, steps: 8 })
    expect(noAgents?.problems).toEqual([
      expect.stringMatching(/^Agent 1: You have reached the maximum/),
      'Text 1: It belongs to Agent 1.',
      expect.stringMatching(/^Agent 2: You have reached the maximum/),
      'Text 2: It belongs to Agent 2.',
    ])
    expect(await counts()).toEqual([1, 1, 1])

    const clients = await begun(1, 3)
    await working(clients.over, { quotas: { clients: 2 } })
    expect((await clients.shown())?.problems).toEqual([
      expect.stringMatching(/^Client 3 of the file: You have reached the maximum/),
    ])
    expect(await counts()).toEqual([1, 1, 2])

    const storage = await begun(1, 1)
    await working(storage.over, { quotas: { storage: 10 } })
    expect((await storage.shown())?.problems).toEqual([
      expect.stringMatching(/^Agent 0: /),
      'Text 0: It belongs to Agent 0.',
    ])
    expect(await counts()).toEqual([1, 0, 1])
  })

  test('of a file that can’t be read ends, and operators are told', async () => {
    const { importId, shown, over, undo } = await begun(1, 1)
    const names = await readdir(parley.dataDir, { recursive: true })
    const kept = names.filter((name) => name.includes(importId))
    expect(kept.length).toBeGreaterThan(0)
    for (const name of kept) {
      await rm(join(parley.dataDir, name))
      await mkdir(join(parley.dataDir, name))
    }
    await working(over)
    expect(await shown()).toMatchObject({ state: 'failed', done: 0, problems: [] })
    const engines = parley.platform.regions.get('na')!.engines
    expect((await parkedOf(engines).list()).map(({ id }) => id)).toEqual([
      expect.stringMatching(/^policy\.import-organisations\./),
    ])
    expect(await counts()).toEqual([0, 0, 0])
    await undo()
    // It has nothing left to do for an operator who tries it again.
    await parkedOf(engines).retry((await parkedOf(engines).list())[0]?.id ?? '')
    await working(async () => {
      await expect.poll(async () => (await shown())?.state, patience).toBe('removed')
      await expect.poll(() => parkedOf(engines).list(), patience).toEqual([])
    })
  })

  test('is refused as long as its file can’t be read, and said to be so', async () => {
    owner = newOwner()
    const { client } = owner
    const base64Payload = gzipSync(JSON.stringify(fileOf(1, 1))).toString('base64')
    const upload = { params: place(), body: { base64Payload } }
    const { importId } = await client.call('organisationImports.upload', upload)
    const kept = (await readdir(parley.dataDir, { recursive: true })).filter((name) =>
      name.includes(importId),
    )
    for (const name of kept) {
      await rename(join(parley.dataDir, name), join(parley.dataDir, 'moved-away'))
      await mkdir(join(parley.dataDir, name))
    }
    const of = { params: { ...place(), importId } }
    const unreadable = { code: 'snapshot-unreadable', status: 503 }
    await expect(client.call('organisationImports.preview', of)).rejects.toMatchObject(unreadable)
    await expect(client.call('organisationImports.start', of)).rejects.toMatchObject(unreadable)
    for (const name of kept) {
      await rm(join(parley.dataDir, name), { recursive: true })
      await rename(join(parley.dataDir, 'moved-away'), join(parley.dataDir, name))
    }
    expect((await client.call('organisationImports.preview', of)).obstacles).toEqual([])
  })

  test('ends early when its process stops, and goes on with what is there by then', async () => {
    const { shown, over, undo } = await begun(1, 40)
    await working(() => expect.poll(async () => (await shown())?.done, patience).toBeGreaterThan(4))
    const { state, done = 0, steps } = (await shown()) ?? {}
    expect([state, steps]).toEqual(['importing', 43])
    expect(done).toBeLessThan(43)

    // Meanwhile somebody deletes the organisation with the clients that it has by now.
    const { client } = owner
    const { items: clients } = await client.call('clients.list', { params: place(), query: {} })
    for (const { ID: clientId } of clients)
      await client.call('clients.delete', { params: { ...place(), clientId } })
    const [made] = (await client.call('organisations.list', { params: place() })).items
    const organisationId = made?.ID ?? ''
    await client.call('organisations.delete', { params: { ...place(), organisationId } })

    await working(over)
    const ended = await shown()
    expect(ended?.done).toBe(43)
    expect(ended?.problems).toHaveLength(43 - done)
    for (const problem of ended?.problems ?? [])
      expect(problem).toMatch(/^Client \d+ of the file: This organization does not exist\.$/)
    expect(await counts()).toEqual([0, 1, 0])
    await undo()
    await working(() => expect.poll(async () => (await shown())?.state, patience).toBe('removed'))
    expect(await counts()).toEqual([0, 0, 0])
  })
})

describe('a rollout', () => {
  test('ends where an agent is deleted meanwhile; its blueprint can’t be deleted before', async () => {
    owner = newOwner()
    const { client, region } = owner
    const ids = ['source', 'first', 'second', 'third'].map((name) => `${name}${++files}`)
    for (const agentId of ids)
      await client.call('agents.save', {
        params: { region, agentId },
        body: { title: agentId, vg_initPrompt: 'Old.' },
      })
    const [agentId = '', ...targets] = ids
    const { blueprintId } = await client.call('blueprints.create', {
      params: place(),
      body: { name: 'Shops', agentId },
    })
    const params = { ...place(), blueprintId }
    await client.call('blueprints.attach', { params, body: { agentIds: targets } })
    await client.call('agents.save', { params: { region, agentId }, body: { vg_initPrompt: 'New.' } })
    const { version } = await client.call('blueprints.saveVersion', { params, body: { agentId } })
    const { rolloutId } = await client.call('blueprints.rollOut', {
      params,
      body: {
        version,
        as: 'published',
        conflicts: 'replace',
        targets: targets.map((id) => ({ agentId: id })),
      },
    })
    const remove = () => client.call('blueprints.delete', { params })
    await expect(remove()).rejects.toMatchObject({ code: 'rollout-running' })
    const detach = client.call('blueprints.detach', { params, body: { agentIds: targets } })
    await expect(detach).rejects.toMatchObject({ code: 'rollout-running' })
    const undo = client.call('blueprints.undoRollout', { params: { ...params, rolloutId } })
    await expect(undo).rejects.toMatchObject({ code: 'rollout-running' })
    await client.call('agents.delete', { params: { region, agentId: targets[1] ?? '' } })

    const rollout = async () => (await client.call('blueprints.get', { params })).rollouts[0]
    await working(() => expect.poll(async () => (await rollout())?.state, patience).toBe('done'))
    expect((await rollout())?.agents.map(({ outcome }) => outcome)).toEqual([
      ...['published', 'deleted', 'published'],
    ])
    await remove()
  })
})
