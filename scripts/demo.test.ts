import type { Client } from '@parley/contracts/client.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../tests/src/test-platform.ts'
import { fillDemo } from './demo/fill.ts'

let started: TestPlatform
/** The owner, signed in after the first run. */
let first: Awaited<ReturnType<typeof signedIn>> & { filled: Awaited<ReturnType<typeof fill>> }
const said: string[] = []
/** Room for all of the demo's people. */
const seats = { WORKSPACE_SEATS: '6', CLIENT_SEATS: '20' }

beforeAll(async () => {
  started = await startTestPlatform(seats)
})
afterAll(() => started?.stop())

test('fills a running instance with a history, and a second run adds nothing', async () => {
  const filled = await fill()
  const { client, params } = await signedIn(filled)
  first = { filled, client, params }
  const counted = await count(client, params)
  expect(counted.agents.map(({ title }) => title).sort()).toEqual([
    'Elm Court Practice',
    'Harbour & Pine Support',
    'Kestrel Cycles',
    'Lindgren Homes',
    'Parley Guide',
    'Studio Marlow',
  ])
  expect(counted.conversations.length).toBeGreaterThanOrEqual(10)
  expect(counted.conversations.length).toBeLessThanOrEqual(12)
  for (const { versions, sources } of counted.agents) {
    expect(versions.length).toBeGreaterThanOrEqual(8)
    expect(versions.length).toBeLessThanOrEqual(20)
    expect(sources.length).toBeGreaterThanOrEqual(2)
    expect(sources.every(({ status }) => status === 'SUCCESS')).toBe(true)
  }

  const times = counted.conversations.map(({ startedAt }) => Date.now() - Date.parse(startedAt))
  expect(Math.max(...times)).toBeGreaterThan(7 * 86_400_000)
  expect(Math.min(...times)).toBeGreaterThan(0)
  const overview = await client.call('agents.overview', {
    params: { ...params, agentId: counted.agents[0]?.ID ?? '' },
    query: { days: 60 },
  })
  expect(overview.conversations).toBe(counted.agents[0]?.visits)

  const again = await fill()
  expect(again).toMatchObject({ ...filled, added: 0 })
  expect(await count(client, params)).toEqual(counted)
})

test('the history is in chronological order and complete', async () => {
  const filled = await fill()
  const { client, params } = await signedIn(filled)
  const { ok, faults } = await client.call('audit.verify', { params })
  expect(faults).toEqual([])
  expect(ok).toBe(true)
  const { items } = await client.call('audit.timeline', { params, query: { limit: 200 } })
  const past = items.filter(({ cause }) => cause.by === 'demo' && cause.via === 'dashboard')
  expect(past.length).toBeGreaterThan(10)
  expect(past).toEqual(past.toSorted((one, other) => other.at.localeCompare(one.at)))
  // Nothing was left for the running instance to answer, read or settle with today's date.
  const followUps = items.filter(({ actor, cause }) => actor.kind === 'policy' && cause.by !== 'demo')
  expect(followUps.filter(({ actor }) => actor.id !== 'ingest-source')).toEqual([])
  const readToday = items.filter(
    ({ type, at }) => type === 'KnowledgeSourceIngested' && Date.now() - Date.parse(at) < 86_400_000,
  )
  expect(readToday).toEqual([])
})

test('every part of the dashboard has something in it', async () => {
  const { filled, client, params } = first
  const { region } = params
  const { members, invites, seats } = await client.call('members.list', { params })
  expect(members.map(({ displayName }) => displayName)).toEqual([
    'Nora Winther',
    'Milo Brandt',
    'Priya Shah',
    'Tomás Rey',
  ])
  expect(invites).toMatchObject([{ email: 'freya@northwind.example' }])
  expect(members.length + invites.length).toBeLessThanOrEqual(seats)

  const { items: organisations } = await client.call('organisations.list', { params })
  expect(organisations).toHaveLength(4)
  const { items: clients } = await client.call('clients.list', { params })
  expect(clients).toHaveLength(6)
  const colleague = await started.client().call('auth.signIn', {
    body: { email: 'milo@northwind.example', password: filled.password },
  })
  expect(sessionIn(colleague).user.displayName).toBe('Milo Brandt')

  const { agency } = await client.call('agency.get', { params })
  expect(agency).toMatchObject({ name: 'Northwind Agency', themeVariant: 'bordered' })
  expect(agency?.customTabs.map(({ href }) => href)).toEqual(['/help', '/news'])

  const { items: webhooks } = await client.call('webhooks.list', { params })
  expect(webhooks.map(({ status }) => status)).toEqual(['enabled', 'enabled'])
  const [leads] = webhooks.filter(({ description }) => description === 'Leads to the CRM')
  const deliveries = await client.call('webhooks.deliveries', {
    params: { ...params, webhookId: leads?.webhookId ?? '' },
  })
  expect(deliveries.items.length).toBeGreaterThan(0)
  expect(new Set(deliveries.items.map(({ type }) => type))).toEqual(new Set(['lead_captured']))

  const { items: agents } = await client.call('agents.list', { params: { region } })
  const place = { region, agentId: agents.find(({ title }) => title.startsWith('Harbour'))?.ID ?? '' }
  const { items: runs } = await client.call('testRuns.list', { params: place })
  expect(runs.map(({ outcome, draft }) => [outcome, draft?.passed, draft?.failed])).toEqual([
    ['finished', 7, 1],
    ['finished', 5, 3],
  ])
  const { canary } = await client.call('canary.get', { params: place })
  expect(canary).toMatchObject({ share: 30 })
  const { items: notifications } = await client.call('notifications.list', { params })
  expect(notifications.length).toBeGreaterThan(0)

  const { items: functions } = await client.call('tools.list', { params: { region } })
  expect(functions.map(({ name }) => name).sort()).toEqual(['Delivery slots', 'Order status', 'Refund'])
  const { items: credentials } = await client.call('credentials.list', { params: { region } })
  expect(credentials.map(({ name }) => name)).toEqual(['Harbour & Pine shop'])
  const { items: prompts } = await client.call('prompts.list', { params })
  expect(prompts.map(({ name }) => name).sort()).toEqual(['House style', 'Privacy'])
  const { items: blueprints } = await client.call('blueprints.list', { params })
  expect(blueprints.map(({ name }) => name)).toEqual(['Shop assistant'])

  const { items: websites } = await client.call('crawls.list', { params })
  expect(websites).toMatchObject([{ url: 'https://harbourandpine.example/', paused: true, failedPages: 1 }])
  expect(websites[0]?.nextRunAt).toBeUndefined()
  const { runs: read } = await client.call('crawls.get', {
    params: { ...place, sourceId: websites[0]?.sourceId ?? '' },
  })
  expect(
    read.map(({ outcome, added, changed, removed, failed }) => [outcome, added, changed, removed, failed]),
  ).toEqual([
    ['done', 0, 1, 0, 1],
    ['done', 1, 1, 1, 0],
    ['done', 0, 0, 0, 0],
    ['done', 5, 0, 0, 0],
  ])

  const landing = await (await fetch(`${started.url}/`)).text()
  const guide = agents.find(({ title }) => title === 'Parley Guide')
  expect(landing).toContain(`/widget/${region}/${guide?.ID}.js`)
})

test('says what to do if there is no instance, or its data is elsewhere', async () => {
  await expect(fill({ url: 'http://127.0.0.1:9' })).rejects.toThrow('Start Parley with "npm start"')
  await expect(fill({ env: { DATA_DIR: '/nowhere/at/all' } })).rejects.toThrow('holds no data of Parley')
  await expect(fill({ password: 'another one' })).rejects.toThrow('--password')

  const other = await startTestPlatform()
  try {
    await expect(fill({ env: { DATA_DIR: other.dataDir }, email: 'other@example.com' })).rejects.toThrow(
      'keeps its data elsewhere',
    )
  } finally {
    await other.stop()
  }
})

function fill(different: Partial<Parameters<typeof fillDemo>[0]> = {}) {
  return fillDemo({
    url: started.url,
    email: 'demo@example.com',
    conversations: 12,
    env: { DATA_DIR: started.dataDir, ...seats },
    say: (line) => said.push(line),
    ...different,
  })
}

async function signedIn({ email, password, workspaceId, region }: Awaited<ReturnType<typeof fill>>) {
  const { token } = sessionIn(await started.client().call('auth.signIn', { body: { email, password } }))
  return { client: started.client(token), params: { region, workspaceId } }
}

async function count(client: Client, { region }: { region: 'na' | 'eu' }) {
  const { items } = await client.call('agents.list', { params: { region } })
  const agents = await Promise.all(
    items.map(async ({ ID, title, conversations: visits }) => {
      const params = { region, agentId: ID }
      const [versions, sources, conversations] = await Promise.all([
        client.call('agents.versions', { params }),
        client.call('knowledge.list', { params }),
        client.call('conversations.list', { params }),
      ])
      return {
        ID,
        title,
        visits,
        versions: versions.items,
        sources: sources.items,
        conversations: conversations.items,
      }
    }),
  )
  return { agents, conversations: agents.flatMap(({ conversations }) => conversations) }
}
