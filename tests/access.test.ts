/**
 * Generated from the endpoints' data: whoever adds an endpoint gets these tests with it. Every endpoint refuses a
 * stranger, and every endpoint of a tenant refuses another tenant's credentials, of whatever kind they are.
 */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const endpoints: Endpoint[] = Object.values(api)
const guarded = endpoints.filter((endpoint) => endpoint.access !== 'anyone')
const ofTenants = guarded.filter((endpoint) => endpoint.access !== 'person')

type Owned = {
  person: Person
  agentId: string
  agentKey: string
  workspaceSecret: string
  conversationId: string
  visitorToken: string
  sourceId: string
}

let parley: TestPlatform
let mine: Owned
let theirs: Owned

beforeAll(async () => {
  parley = await startTestPlatform()
  mine = await own()
  theirs = await own()
}, 60_000)
afterAll(() => parley.stop())

describe('a stranger', () => {
  test.each(guarded)('is refused by $name', async (endpoint) => {
    expect(await statusOf(endpoint, mine, undefined)).toBe(401)
    expect(await statusOf(endpoint, mine, 'na.0123456789abcdef0123.forged')).toBe(401)
    expect(await statusOf(endpoint, mine, 'ws_00000000000000000000')).toBe(401)
  })
})

describe("another tenant's credentials", () => {
  test.each(ofTenants.filter(namesResource))('are refused by $name', async (endpoint) => {
    for (const token of [theirs.person.token, theirs.workspaceSecret, theirs.agentKey, theirs.visitorToken]) {
      const status = await statusOf(endpoint, mine, token)
      expect([401, 403, 404], `${endpoint.name} answered ${status}`).toContain(status)
    }
  })
})

describe('the own credentials', () => {
  const readable = ofTenants.filter((endpoint) => endpoint.method === 'GET' && endpoint.delivery !== 'stream')
  test.each(readable)('open $name', async (endpoint) => {
    const token = endpoint.access === 'visitor' ? mine.visitorToken : mine.person.token
    expect([200, 400, 404]).toContain(await statusOf(endpoint, mine, token))
  })
  test("an agent's key opens that agent and nothing of the workspace", async () => {
    expect(await statusOf(api['agents.get'], mine, mine.agentKey)).toBe(200)
    expect(await statusOf(api['agents.list'], mine, mine.agentKey)).toBe(403)
    expect(await statusOf(api['workspaces.get'], mine, mine.agentKey)).toBe(403)
  })
})

describe('a cookie session', () => {
  test('changes nothing without the header that only our page can send', async () => {
    const forged = await fetch(`${parley.url}/api/na/v2/agents/${mine.agentId}/rename`, {
      method: 'POST',
      headers: { cookie: `parley_session=${mine.person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Taken over' }),
    })
    expect(forged.status).toBe(403)
    const otherOrigin = await fetch(`${parley.url}/api/na/v2/agents/${mine.agentId}/rename`, {
      method: 'POST',
      headers: {
        cookie: `parley_session=${mine.person.token}`,
        'content-type': 'application/json',
        'parley-csrf': '1',
        origin: 'https://evil.example',
      },
      body: JSON.stringify({ title: 'Taken over' }),
    })
    expect(otherOrigin.status).toBe(403)
  })
})

/** Whether the path names something that has an owner. */
function namesResource(endpoint: Endpoint): boolean {
  return /\{(agentId|workspaceId)\}/.test(endpoint.path)
}

async function own(): Promise<Owned> {
  const person = await parley.signUp()
  const { client, workspaceId } = person
  const region = 'na' as const
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Ada', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const params = { region, agentId }
  const { data } = await client.call('agents.get', { params })
  const { workspaceSecret } = await client.call('workspaces.get', { params: { region, workspaceId } })
  const { sourceId } = await client.call('knowledge.addText', {
    params,
    body: { name: 'Hours', content: 'We are open from nine to five.' },
  })
  const started = await parley.client().call('conversations.start', { params })
  await client.call('rpc.saveAgentBackup', {
    params: { region },
    body: { agentId, workspaceId, userEmail: person.email },
  })
  const { conversationId, visitorToken } = started
  return {
    person,
    agentId,
    agentKey: data.SECRET_API_KEY ?? '',
    workspaceSecret,
    conversationId,
    visitorToken,
    sourceId,
  }
}

/** Whatever else a path names: something that is not there. */
function namedIn(endpoint: Endpoint): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, 'nobody']))
}

async function statusOf(endpoint: Endpoint, of: Owned, token: string | undefined): Promise<number> {
  const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nobody'])
  const path = fillPath(endpoint.path, {
    ...Object.fromEntries(named),
    ...namedIn(endpoint),
    region: 'na',
    agentId: of.agentId,
    workspaceId: of.person.workspaceId,
    conversationId: of.conversationId,
    sourceId: of.sourceId,
    version: 1,
    revision: 0,
    stream: `agent-${of.agentId}`,
  })
  const leaving = new AbortController()
  const response = await fetch(parley.url + path, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
    },
    body: endpoint.body ? '{}' : undefined,
    signal: leaving.signal,
  })
  leaving.abort()
  return response.status
}
