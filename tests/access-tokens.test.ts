/** Access tokens of workspaces from end to end: what they open, when they end, and that nobody gets more by one than by themselves. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type ApiError, createClient } from '@parley/contracts/client.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { holds, type WorkspacePermission } from '@parley/contracts/permissions.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { readingPermissions, tokenPermissions } from '@parley/contracts/workspace/token-names.ts'
import { readConfig } from '@parley/host/config.ts'
import { type Platform, startPlatform } from '@parley/host/platform.ts'
import { readTokenText, tokenTexts } from '@parley/workspace/token/token-texts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { callEndpoint, endpoints, ownEverything } from './src/owned.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, routes, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const DAY = 86_400_000
const agentsPath = '/api/na/v2/agents'

let parley: TestPlatform
/** Another process on the same engines. */
let other: Platform
let owner: Person
/** The texts of all tokens that were made here. */
const texts: string[] = []

beforeAll(async () => {
  // Behind a trusted proxy each signs up from a network of their own.
  parley = await startTestPlatform({ REGIONS: 'na', TRUST_PROXY: 'true' })
  const env = { PORT: '0', DATA_DIR: parley.dataDir, LOG_LEVEL: 'error', NODE_ENV: 'test', REGIONS: 'na' }
  other = await startPlatform(readConfig({ ...env, ROLES: 'api', DNS_SERVERS: '127.0.0.1:9' }))
})
afterAll(async () => {
  await other?.stop()
  await parley?.stop()
})
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  owner = await parley.signUp()
})

type Made = { permissions?: readonly WorkspacePermission[]; agentIds?: string[]; expiresAt?: string }

const place = ({ workspaceId }: Person = owner) => ({ region, workspaceId })
const make = async (made: Made = {}, by = owner, at = owner) => {
  const { permissions = ['agent.list'], ...rest } = made
  const body = { name: 'n8n', permissions: [...permissions], ...rest }
  const answer = await by.client.call('tokens.create', { params: place(at), body })
  texts.push(answer.token)
  return answer
}
const revoke = (tokenId: string) => owner.client.call('tokens.revoke', { params: { ...place(), tokenId } })
const list = async () => (await owner.client.call('tokens.list', { params: place() })).items
const refusal = (call: Promise<unknown>): Promise<Pick<ApiError, 'status' | 'code' | 'message'>> =>
  call.then(
    () => expect.unreachable('the call was accepted'),
    (error) => error,
  )
const agentOf = async ({ userId, client }: Person, name = 'one') => {
  const agentId = `${name}${userId}`.slice(0, 20)
  await client.call('agents.save', { params: { region, agentId }, body: { title: name } })
  return agentId
}
const agents = (token: string) => parley.client(token).call('agents.list', { params: { region } })
const raw = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(parley.url + path, { ...init, headers: { 'content-type': 'application/json', ...headers } })

describe('a token', () => {
  test('opens what it was given and nothing else', async () => {
    const agentId = await agentOf(owner)
    const { token } = await make({ permissions: ['agent.list', 'agent.read'] })
    expect((await agents(token)).items.map(({ ID }) => ID)).toEqual([agentId])
    const client = parley.client(token)
    await client.call('agents.get', { params: { region, agentId } })
    expect(
      await refusal(client.call('agents.save', { params: { region, agentId }, body: { title: 'x' } })),
    ).toMatchObject({ status: 403, code: 'not-allowed' })
    expect(await refusal(client.call('auth.session', {}))).toMatchObject({ status: 401 })
    const elsewhere = async (name: string) => {
      const answer = await raw(`/api/${name}/v2/agents`, { authorization: `Bearer ${token}` })
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }
    expect(await elsewhere('eu')).toEqual([404, 'This region is not served here.'])
    expect(await elsewhere('xx')).toEqual([404, 'This region is not served here.'])
  })

  test('is sent under a scheme in any case, which a refusal names', async () => {
    const { token } = await make({ permissions: ['agent.list'] })
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await raw(agentsPath, { authorization: `${scheme} ${token}` })).status).toBe(200)
    const refused = await raw(agentsPath, { authorization: `Basic ${btoa(`x:${token}`)}` })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('writes under an idempotency key, reads what it wrote, and is told its budget', async () => {
    const { token } = await make({ permissions: ['log.read', 'log.write'] })
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'order 17' }
    const body = JSON.stringify({ type: 'order.shipped', content: 'Order 17', withEmail: false })
    const path = `/api/na/workspace/${owner.workspaceId}/logs`
    const { path: known } = endpoints.find(({ name }) => name === 'log.add') as Endpoint
    expect(known).toBe('/api/{region}/workspace/{workspaceId}/logs')
    const [first, second] = [
      await raw(path, headers, { method: 'POST', body }),
      await raw(path, headers, { method: 'POST', body }),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.json()).toEqual(await first.json())
    const position = Number(first.headers.get('log-position'))
    expect(second.headers.get('log-position')).toBe(String(position))
    const ofToken = /"token";q=600;w=60/
    expect(first.headers.get('ratelimit-policy')).toMatch(ofToken)
    expect(first.headers.get('ratelimit')).toMatch(/"token";r=599;t=1/)
    const { items } = await parley
      .client(token)
      .call('log.list', { params: { region, workspaceId: owner.workspaceId }, query: {} })
    expect(items).toHaveLength(1)
  })

  test('counts a call of the Model Context Protocol once, and every call whatever its headers say', async () => {
    const { token } = await make({ permissions: ['agent.list'] })
    const headers = { authorization: `Bearer ${token}`, 'x-counted-here': 'yes' }
    const left = ({ headers }: Response) =>
      Number(/"token";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const called = () =>
      raw(
        '/api/na/mcp',
        { ...headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        {
          method: 'POST',
          body: JSON.stringify({
            ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
            params: { name: 'agents_list', arguments: {} },
          }),
        },
      )
    const began = performance.now()
    const before = left(await raw(agentsPath, headers))
    const answers = await Promise.all(Array.from({ length: 60 }, called))
    for (const answer of answers) expect(await answer.text()).toContain('items')
    const used = before - left(await raw(agentsPath, headers))
    // Ten a second come back.
    const refilled = ((performance.now() - began) / 1_000) * 10
    expect(used).toBeLessThanOrEqual(61)
    expect(used + refilled).toBeGreaterThanOrEqual(60)
  })

  test('has a budget of its own', async () => {
    const [one, two] = [await make(), await make()]
    const call = (token: string) => raw(agentsPath, { authorization: `Bearer ${token}` })
    const answers = await Promise.all(Array.from({ length: 640 }, () => call(one.token)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(two.token)).status).toBe(200)
  })

  test('is accepted as bearer alone: in no cookie, in no address', async () => {
    const { token } = await make()
    const page = { 'x-parley': '1', 'x-csrf': '1', origin: parley.url }
    for (const name of ['parley_session', 'parley_view', 'session'])
      expect((await raw(agentsPath, { ...page, cookie: `${name}=${token}` })).status).toBe(401)
    for (const name of ['token', 'access_token', 'authorization', 'view'])
      expect((await raw(`${agentsPath}?${name}=${token}`, page)).status).toBe(401)
    expect((await raw(agentsPath, { authorization: `Basic ${token}` })).status).toBe(401)
    expect((await raw(agentsPath, { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  test('that is limited to agents sees these alone', async () => {
    const [own, elsewhere] = [await agentOf(owner, 'own'), await agentOf(owner, 'elsewhere')]
    const { token } = await make({ permissions: tokenPermissions, agentIds: [own] })
    const client = parley.client(token)
    expect((await client.call('agents.list', { params: { region } })).items.map(({ ID }) => ID)).toEqual([
      own,
    ])
    await client.call('agents.rename', { params: { region, agentId: own }, body: { title: 'Mine' } })
    const rename = client.call('agents.rename', {
      params: { region, agentId: elsewhere },
      body: { title: 'x' },
    })
    expect(await refusal(rename)).toMatchObject({ status: 404 })
    const create = client.call('agents.save', { params: { region, agentId: 'new' }, body: { title: 'x' } })
    expect(await refusal(create)).toMatchObject({ status: 404 })
    expect((await client.call('inbox.get', { params: place() })).members).toEqual([])
    const stranger = await parley.signUp()
    expect(await refusal(make({ agentIds: [await agentOf(stranger)] }))).toMatchObject({ code: 'not-found' })
  })

  test('of another workspace opens nothing here', async () => {
    const agentId = await agentOf(owner)
    const stranger = await parley.signUp()
    const { token, tokenId } = await make({ permissions: tokenPermissions }, stranger, stranger)
    const client = parley.client(token)
    expect(await refusal(client.call('agents.get', { params: { region, agentId } }))).toMatchObject({
      status: 404,
    })
    expect((await client.call('agents.list', { params: { region } })).items).toEqual([])
    const own = (await make()).token
    expect(await refusal(revoke(tokenId))).toMatchObject({ code: 'not-found' })
    const theirs = stranger.client.call('tokens.list', { params: place() })
    expect(await refusal(theirs)).toMatchObject({ status: 404 })
    // Its secret with the name of another workspace is none.
    const forged = token.replace(stranger.workspaceId, owner.workspaceId)
    expect(await refusal(agents(forged))).toMatchObject({ status: 401, code: 'not-signed-in' })
    // Nor is one with the right checksum that another installation wrote.
    const written = tokenTexts({ masterKey: Buffer.alloc(32, 7) })(owner.workspaceId, own.slice(-67, -47))
    expect(readTokenText(written)).toEqual(readTokenText(own))
    expect(await refusal(agents(written))).toMatchObject({ status: 401, code: 'not-signed-in' })
    await agents(own)
  })

  test('that is limited to agents is told of changes of these alone', async () => {
    const [own, elsewhere] = [await agentOf(owner, 'own'), await agentOf(owner, 'elsewhere')]
    const { token } = await make({ permissions: ['workspace.follow'], agentIds: [own] })
    const leaving = new AbortController()
    const open = await parley.client(token).open('live.changes', { params: place(), query: {} }, leaving)
    const events = readEvents(open.body!)[Symbol.asyncIterator]()
    await events.next()
    for (const agentId of [elsewhere, own])
      await owner.client.call('agents.rename', { params: { region, agentId }, body: { title: 'Renamed' } })
    const { value } = await events.next()
    expect(value?.data).toContain(own)
    expect(value?.data).not.toContain(elsewhere)
    leaving.abort()
  })
})

describe('a token ends', () => {
  test('at its time, and says so', async () => {
    const expiresAt = new Date(Date.now() + 30 * DAY).toISOString()
    const { token } = await make({ expiresAt })
    await agents(token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY - 60_000 })
    await agents(token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) })
    expect(await refusal(agents(token))).toMatchObject({
      ...{ status: 401, code: 'token-expired' },
      message: `This access token expired at ${expiresAt}. Make another one.`,
    })
    vi.useRealTimers()
    const past = { expiresAt: new Date(Date.now() - 1).toISOString() }
    expect(await refusal(make(past))).toMatchObject({ status: 422, code: 'already-expired' })
  })

  test('when it is revoked, in every process at once, and its streams with it', async () => {
    const { token, tokenId } = await make({ permissions: ['agent.list', 'workspace.follow'] })
    const elsewhere = createClient({
      ...{ routes, baseUrl: other.addresses?.api ?? '', token: () => token },
    })
    const both = [parley.client(token), elsewhere]
    const ask = (client: typeof elsewhere) => client.call('agents.list', { params: { region } })
    await Promise.all(both.map(ask))
    const leaving = new AbortController()
    const streams = await Promise.all(
      both.map(async (client) => {
        const open = await client.open('live.changes', { params: place(), query: {} }, leaving)
        const events = readEvents(open.body!)[Symbol.asyncIterator]()
        await events.next()
        return async () => {
          for (;;) if ((await events.next()).done) return
        }
      }),
    )
    await revoke(tokenId)
    for (const client of both)
      expect(await refusal(ask(client))).toMatchObject({
        status: 401,
        message:
          'This access token is not valid. It was revoked, is not written in full, or is of another region.',
      })
    await Promise.all(streams.map((end) => end()))
    leaving.abort()
    expect(await list()).toEqual([])
  })

  test('with the membership of its maker, and does not come back with it', async () => {
    const colleague = await parley.signUp()
    await joinWorkspace(parley, owner, colleague)
    const { token } = await make({}, colleague)
    const own = await make()
    await agents(token)
    const params = { ...place(), userId: colleague.userId }
    await owner.client.call('members.remove', { params })
    expect(await refusal(agents(token))).toMatchObject({ status: 401 })
    await joinWorkspace(parley, owner, colleague)
    expect(await refusal(agents(token))).toMatchObject({ status: 401 })
    expect((await list()).map(({ tokenId }) => tokenId)).toEqual([own.tokenId])
  })

  test('partly, when its maker loses a permission', async () => {
    const colleague = await parley.signUp()
    const may = ['workspace.tokens.manage', 'workspace.read', 'agent.list', 'lead.read']
    await joinWorkspace(parley, owner, colleague, may)
    const { token, tokenId } = await make({ permissions: ['agent.list', 'lead.read'] }, colleague)
    const agentId = await agentOf(owner)
    const leads = () => parley.client(token).call('leads.list', { params: { region, agentId }, query: {} })
    await leads()
    const change = (permissions: WorkspacePermission[]) =>
      owner.client.call('members.change', {
        params: { ...place(), userId: colleague.userId },
        body: { permissions },
      })
    await change(['agent.list', 'workspace.read'])
    expect(await refusal(leads())).toMatchObject({ status: 403 })
    await agents(token)
    expect((await list()).find((one) => one.tokenId === tokenId)).toMatchObject({ withheld: ['lead.read'] })
  })
})

describe('nobody gets more by a token', () => {
  test('a member gives none what they lack, and whoever may not make one makes none', async () => {
    const colleague = await parley.signUp()
    await joinWorkspace(parley, owner, colleague, ['workspace.tokens.manage', 'agent.list'])
    expect(await refusal(make({ permissions: ['agent.delete'] }, colleague))).toMatchObject({
      ...{ status: 403, message: 'You can’t give a token what you may not do yourself: Delete an agent.' },
    })
    const viewer = await parley.signUp()
    await joinWorkspace(parley, owner, viewer, ['agent.list'])
    expect(await refusal(make({}, viewer))).toMatchObject({ status: 403 })
  })

  test('neither a token nor a secret makes tokens, and no token has what no token may have', async () => {
    const { token } = await make({ permissions: tokenPermissions })
    const { workspaceSecret } = await owner.client.call('workspaces.get', { params: place() })
    for (const bearer of [token, workspaceSecret]) {
      const client = parley.client(bearer)
      const body = { name: 'x', permissions: ['agent.list' as const] }
      expect(await refusal(client.call('tokens.create', { params: place(), body }))).toMatchObject({
        status: 403,
      })
      expect(await refusal(client.call('tokens.list', { params: place() }))).toMatchObject({ status: 403 })
    }
    expect(
      await refusal(parley.client(token).call('workspaces.regenerateSecret', { params: place() })),
    ).toMatchObject({ status: 403 })
    for (const name of ['workspace.tokens.manage', 'workspace.members.manage', 'agency.manage'] as const)
      expect(await refusal(make({ permissions: [name] }))).toMatchObject({ status: 403 })
  })

  test('no answer to a token has a secret that opens more', async () => {
    const owned = await ownEverything(parley)
    const { agency } = await owned.person.client.call('agency.get', { params: place(owned.person) })
    const secrets = [owned.agentKey, owned.workspaceSecret, agency?.secret ?? '', owned.accessToken]
    expect(secrets.every((secret) => secret.length > 10)).toBe(true)
    const asked = endpoints.filter(
      ({ access, kind, permission, path }) =>
        !access && kind === 'query' && path.includes('{region}') && holds({ role: 'token' }, permission),
    )
    let answered = 0
    for (const endpoint of asked) {
      const { status, text } = await callEndpoint(parley, endpoint, {
        named: owned.named,
        token: owned.accessToken,
      })
      if (status === 200) answered++
      for (const secret of secrets) expect(text.includes(secret), endpoint.name).toBe(false)
    }
    expect(answered).toBeGreaterThan(asked.length / 2)
    // Nor does it set a key that it then knows.
    const { agentId = '' } = owned.named
    const key = 'vg_aaaaaaaaaaaaaaaaaaaa'
    const params = { region, agentId }
    await parley.client(owned.accessToken).call('agents.save', { params, body: { SECRET_API_KEY: key } })
    const { data } = await owned.person.client.call('agents.get', { params })
    expect(data.SECRET_API_KEY).toBe(owned.agentKey)
  })
})

test('a token is listed with what it may do, who made it and when it was used last', async () => {
  const expiresAt = new Date(Date.now() + 90 * DAY).toISOString()
  const { token, tokenId } = await make({ permissions: ['webhook.read'], expiresAt })
  const [before] = await list()
  expect(before).toMatchObject({
    ...{ tokenId, name: 'n8n', userId: owner.userId, withheld: [], expiresAt },
    ...{ permissions: ['webhook.read', 'conversation.read'], madeBy: expect.stringMatching(/^Person/) },
  })
  expect(before).not.toHaveProperty('lastUsedAt')
  const use = () => parley.client(token).call('webhooks.list', { params: { region } })
  const head = () => parley.platform.regions.get(region)!.engines.eventStore.head()
  await parley.settled()
  const events = await head()
  await use()
  await vi.waitFor(async () => expect((await list())[0]).toHaveProperty('lastUsedAt'))
  const used = (await list())[0]?.lastUsedAt ?? ''
  await use()
  expect((await list())[0]?.lastUsedAt).toBe(used)
  expect(await head()).toBe(events)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await use()
  await vi.waitFor(async () =>
    expect(Date.parse((await list())[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(used) + 3_599_000,
    ),
  )
})

test('what a token does stands in the audit under its name, also once it is revoked', async () => {
  const agentId = await agentOf(owner)
  const { token, tokenId } = await make({ permissions: ['agent.publish'] })
  await parley
    .client(token)
    .call('agents.rename', { params: { region, agentId }, body: { title: 'Renamed' } })
  await revoke(tokenId)
  await parley.settled()
  const { items } = await owner.client.call('audit.timeline', { params: place(), query: { limit: 10 } })
  const renamed = items.find(({ actor }) => actor.kind === 'token')
  expect(renamed).toMatchObject({
    ...{ actor: { kind: 'token', id: tokenId }, cause: { via: 'api' } },
    actorName: expect.stringMatching(/^Token n8n of Person \d+$/),
  })
  const words = (type: string) =>
    items
      .find((item) => item.type === type)
      ?.sentence?.map(({ text }) => text)
      .join('')
  expect(words('AccessTokenCreated')).toBe('made the access token n8n')
  expect(words('AccessTokenRevoked')).toBe('revoked the access token n8n')
})

test('by MCP the official client is offered what the token may do, and nothing else', async () => {
  const agentId = await agentOf(owner)
  const connected = async (token: string) => {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const url = new URL(`${parley.url}/api/na/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    return client
  }
  const { token } = await make({ permissions: readingPermissions })
  const client = await connected(token)
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['agents_list', 'conversations_list', 'leads_list']))
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  const { content } = await client.callTool({ name: 'agents_list', arguments: {} })
  expect(JSON.stringify(content)).toContain(agentId)
  await expect(
    client.callTool({ name: 'agents_rename', arguments: { agentId, title: 'x' } }),
  ).rejects.toThrow()
  await client.close()

  const narrow = await connected((await make({ permissions: tokenPermissions, agentIds: [agentId] })).token)
  const offered = (await narrow.listTools()).tools.map(({ name }) => name)
  expect(offered).toContain('agents_rename')
  expect(offered).not.toContain('rpc_convertAgentTemplateToAgent')
  await narrow.close()

  const { token: gone, tokenId } = await make({ permissions: ['agent.list'] })
  await revoke(tokenId)
  const answer = await raw('/api/na/mcp', { authorization: `Bearer ${gone}` }, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  expect((await answer.json()).message).toMatch(/^This access token is not valid/)
})

test('the text of no token is stored anywhere', async () => {
  await parley.settled()
  expect(texts.length).toBeGreaterThan(5)
  const secrets = texts.map((text) => text.slice(-47))
  const { files, places } = await searchFiles(parley.dataDir, [...texts, ...secrets])
  expect(files.length).toBeGreaterThan(3)
  expect(places).toEqual([])
})
