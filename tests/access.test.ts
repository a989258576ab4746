/**
 * Generated from the endpoints' data, so that new endpoints are covered automatically. Every endpoint refuses callers
 * without credentials; every endpoint of a tenant refuses another tenant's credentials, of whatever kind they are; and
 * what a path names besides the agent or workspace must be theirs too. Every endpoint × every role is in
 * `access-matrix.test.ts`; single ids, in query and body too, are in `foreign-ids.test.ts`.
 */
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { holds } from '@parley/contracts/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEndpoint, endpoints, type Owned, ownEverything } from './src/owned.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const guarded = endpoints.filter(({ access }) => access !== 'anyone' && access !== 'signed')
const ofTenants = guarded.filter((endpoint) => endpoint.access !== 'person')
/** Parts of a path that name something of an agent or a workspace, which belongs to one tenant. */
const parts = [
  'conversationId',
  'sourceId',
  'toolId',
  'leadId',
  'visitorId',
  'noteId',
  'stream',
  'tabId',
] as const
const naming = ofTenants.filter((endpoint) => parts.some((part) => endpoint.path.includes(`{${part}}`)))

let parley: TestPlatform
let mine: Owned
let theirs: Owned
/** A second agent of mine, with everything that belongs to one. */
let sibling: Owned

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  mine = await ownEverything(parley)
  theirs = await ownEverything(parley)
  sibling = await ownEverything(parley, mine.person)
})
afterAll(() => parley?.stop())

describe('a caller without credentials', () => {
  test.each(guarded)('is refused by $name', async (endpoint) => {
    for (const token of [undefined, 'na.0123456789abcdef0123.forged', 'ws_00000000000000000000']) {
      const { status } = await callEndpoint(parley, endpoint, { named: mine.named, token })
      expect(status).toBe(401)
    }
  })
})

describe("another tenant's credentials", () => {
  test.each(ofTenants.filter(({ path }) => /\{(agentId|workspaceId)\}/.test(path)))(
    'are refused by $name',
    async (endpoint) => {
      for (const token of tokensOf(theirs)) await refuses(endpoint, mine.named, token)
    },
  )

  test.each(naming)('open nothing of mine by its id at $name', async (endpoint) => {
    const named = { ...theirs.named }
    for (const part of parts) named[part] = mine.named[part] ?? ''
    // Their own agent and workspace, with the ids of mine within them.
    for (const token of tokensOf(theirs)) await refuses(endpoint, named, token)
  })

  test("open no file of mine: its address is for one file, and can't be forged", async () => {
    const { token = '', name = '' } = mine.named
    const open = (text: string) =>
      callEndpoint(parley, api['files.open'], { named: { ...mine.named, token: text, name } })
    expect((await open(token)).text).toContain(mine.word)
    const [tenant, owner, id, end, signature] = token.split('.')
    const [theirTenant, theirOwner, theirId] = (theirs.named.token ?? '').split('.')
    for (const forged of [
      [theirTenant, theirOwner, id, end, signature],
      [tenant, theirOwner, id, end, signature],
      [tenant, owner, theirId, end, signature],
      [tenant, owner, id, '0', signature],
      [tenant, owner, id, 'zzzzzzz', signature],
      [tenant, owner, id, end, ''],
      [tenant, owner, id, end, `${signature}=`],
      [tenant, owner, id, end],
    ]) {
      const answer = await open(forged.join('.'))
      expect(answer.status, forged.join('.')).toBe(404)
      expect(answer.text).not.toContain(mine.word)
    }
    const inOtherRegion = { ...mine.named, region: 'eu', token, name }
    const elsewhere = await callEndpoint(parley, api['files.open'], { named: inOtherRegion })
    expect(elsewhere.status).toBe(404)
  })

  test('leave everything of mine unchanged', async () => {
    await parley.settled()
    for (const { method, name, access, path } of ofTenants) {
      if (method !== 'GET' || access === 'visitor' || path.includes('knowledge-search')) continue
      const endpoint = endpoints.find((each) => each.name === name)!
      const { text } = await callEndpoint(parley, endpoint, { named: mine.named, token: mine.person.token })
      expect(text, name).not.toContain(theirs.word)
      // One of the hosts of the own credential has this name.
      if (name !== 'credentials.list') expect(text, name).not.toContain('sample')
    }
    const { items } = await mine.person.client.call('auth.listSessions', {})
    expect(items.length).toBeGreaterThan(0)
  })
})

describe('one’s own credentials', () => {
  const readable = ofTenants.filter((endpoint) => endpoint.method === 'GET')
  test.each(readable)('open $name', async (endpoint) => {
    const { status } = await callEndpoint(parley, endpoint, {
      named: mine.named,
      token: ownTokenFor(endpoint),
    })
    expect([200, 400, 404]).toContain(status)
  })

  test('find what is looked for (otherwise the refusals above would prove nothing)', async () => {
    const found = await Promise.all(
      naming
        .filter((endpoint) => endpoint.method === 'GET')
        .map(async (endpoint) => {
          const token = ownTokenFor(endpoint)
          const { status } = await callEndpoint(parley, endpoint, { named: mine.named, token })
          return [endpoint.name, status] as const
        }),
    )
    // There is no website, which they are about.
    const ofWebsites = (name: string) => name === 'knowledge.page' || name.startsWith('crawls.')
    const missing = found.filter(([name, status]) => status !== 200 && !ofWebsites(name))
    expect(missing).toEqual([])
  })

  test("an agent's key gives access to that agent and nothing else of the workspace", async () => {
    const token = mine.agentKey
    const { named } = mine
    expect((await callEndpoint(parley, api['agents.get'], { named, token })).status).toBe(200)
    expect((await callEndpoint(parley, api['agents.list'], { named, token })).status).toBe(403)
    expect((await callEndpoint(parley, api['workspaces.get'], { named, token })).status).toBe(403)
  })

  const ofAgents = naming.filter(({ permission }) => holds({ role: 'agent-key' }, permission))
  test.each(ofAgents)(
    "an agent's key gives access to nothing of another agent at $name",
    async (endpoint) => {
      const ofAnother = { ...sibling.named, agentId: mine.named.agentId ?? '', visitorId: 'nobody' }
      await refuses(endpoint, ofAnother, mine.agentKey)
      await refuses(endpoint, sibling.named, mine.agentKey)
    },
  )

  test.each(ofTenants.filter(({ access }) => access === 'visitor'))(
    "a visitor's token gives access to no other conversation at $name",
    async (endpoint) => {
      await refuses(endpoint, sibling.named, mine.visitorToken)
      await refuses(
        endpoint,
        { ...mine.named, conversationId: sibling.named.conversationId ?? '' },
        mine.visitorToken,
      )
      await refuses(endpoint, { ...mine.named, agentId: sibling.named.agentId ?? '' }, mine.visitorToken)
    },
  )
})

describe('a cookie session', () => {
  test('changes nothing without the header that only our pages can send', async () => {
    const forged = await fetch(`${parley.url}/api/na/v2/agents/${mine.named.agentId}/rename`, {
      method: 'POST',
      headers: { cookie: `parley_session=${mine.person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Taken over' }),
    })
    expect(forged.status).toBe(403)
    const otherOrigin = await fetch(`${parley.url}/api/na/v2/agents/${mine.named.agentId}/rename`, {
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

/** The credential of mine that an endpoint is for. */
function ownTokenFor({ access }: Endpoint): string {
  return access === 'visitor'
    ? mine.visitorToken
    : access === 'client'
      ? mine.orgAdminToken
      : mine.person.token
}

function tokensOf(owned: Owned): string[] {
  const { person, workspaceSecret, agentKey, visitorToken } = owned
  const { clientToken, orgAdminToken, agencyAdminToken } = owned
  return [
    ...[person.token, workspaceSecret, agentKey, visitorToken],
    ...[clientToken, orgAdminToken, agencyAdminToken],
  ]
}

/** For endpoints that don't accept every field at once. */
const bodies: Record<string, string> = {
  'knowledge.edit': JSON.stringify({ name: 'sample', content: 'sample' }),
  'tools.save': JSON.stringify({
    settings: { name: 'sample', description: 'sample', fields: [], serverUrl: 'https://tools.example/' },
  }),
  'conversations.assign': JSON.stringify({ assignee: null }),
}

/** Expects a refusal without an effect, and nothing of mine in the answer. */
async function refuses(endpoint: Endpoint, named: Record<string, string>, token: string): Promise<void> {
  const body = bodies[endpoint.name]
  const answer = await callEndpoint(parley, endpoint, { named, token, ...(body ? { body } : {}) })
  expect([401, 403, 404], `${answer.status} ${answer.text.slice(0, 300)}`).toContain(answer.status)
  for (const { word } of [mine, sibling]) expect(answer.text).not.toContain(word)
}
