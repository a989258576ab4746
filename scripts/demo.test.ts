import type { Client } from '@parley/contracts/client.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../tests/src/test-platform.ts'
import { fillDemo } from './demo/fill.ts'

let started: TestPlatform
const said: string[] = []

beforeAll(async () => {
  started = await startTestPlatform()
})
afterAll(() => started?.stop())

test('fills a running instance with a history, and a second run adds nothing', async () => {
  const filled = await fill()
  const { client, params } = await signedIn(filled)
  const counted = await count(client, params)
  expect(counted.agents.map(({ title }) => title).sort()).toEqual([
    'Elm Court Practice',
    'Harbour & Pine Support',
    'Kestrel Cycles',
    'Lindgren Homes',
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
    env: { DATA_DIR: started.dataDir },
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
