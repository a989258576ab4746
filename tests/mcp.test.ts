/** AI clients work with a workspace by MCP: the official client lists and calls its tools, and strangers get none. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let ada: Person
let eve: Person
let workspaceSecret: string

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp(region)
  eve = await parley.signUp(region)
  workspaceSecret = await secretOf(ada)
  await parley.settled(region)
})
afterAll(() => parley?.stop())

async function secretOf({ client, workspaceId }: Person): Promise<string> {
  const { workspaceSecret: secret } = await client.call('workspaces.regenerateSecret', {
    params: { region, workspaceId },
  })
  return secret
}

const address = () => `${parley.url}/api/${region}/mcp`

async function connected(bearer: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(address()), { requestInit }))
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content = [], isError = false } = await client.callTool({ name, arguments: input })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  return { isError, text, value: isError ? undefined : JSON.parse(text) }
}

test('knowledge is added and found', async () => {
  const client = await connected(workspaceSecret)
  const { tools } = await client.listTools()
  const search = tools.find(({ name }) => name === 'knowledge_search')
  expect(search).toMatchObject({
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', required: ['agentId', 'q'] },
  })
  const asked = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))
  expect(asked).not.toContain('region')
  expect(asked).not.toContain('workspaceId')
  // A model reads all of it before anything else.
  expect(JSON.stringify(tools).length).toBeLessThan(40_000)
  const made = await call(client, 'rpc_convertAgentTemplateToAgent', {
    ...{ agentName: 'Desk', agentTemplate: 'blank-template' },
  })
  const agentId = made.value.agentCreated.ID
  const added = await call(client, 'knowledge_addText', {
    ...{ agentId, name: 'Hours', content: 'We open at nine.', tags: ['hours'] },
  })
  expect(added.value).toMatchObject({ sourceId: expect.any(String) })
  await parley.settled(region)
  const found = await call(client, 'knowledge_search', { agentId, q: 'When do you open?' })
  expect(found.text).toContain('We open at nine.')
  const listed = await call(client, 'agents_list', { limit: 10 })
  expect(listed.value.items).toMatchObject([{ title: 'Desk' }])
  await client.close()
})

describe('what is wrong', () => {
  test('is said in words that a model understands', async () => {
    const client = await connected(workspaceSecret)
    const unknown = await call(client, 'leads_list', { agentId: 'nobody' })
    expect(unknown).toMatchObject({ isError: true, text: 'Not found.' })
    const input = await call(client, 'agents_list', { limit: 5_000 })
    // Once, with the name of the input.
    expect(input).toMatchObject({ isError: true, text: 'limit must be at most 200.' })
    await expect(client.callTool({ name: 'auth_session', arguments: {} })).rejects.toThrow()
    await client.close()
  })

  test('nobody without a key gets in, nor with a session or a key of another region', async () => {
    for (const bearer of ['', 'ws_nonsense', 'vg_nonsense']) await expect(connected(bearer)).rejects.toThrow()
    const elsewhere = await fetch(address().replace('/na/', '/eu/'), {
      method: 'POST',
      headers: { authorization: `Bearer ${workspaceSecret}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(elsewhere.status).toBe(401)
    expect(elsewhere.headers.get('www-authenticate')).toBe('Bearer')
  })
})

test('an id that would make the address another one reaches no endpoint', async () => {
  const client = await connected(workspaceSecret)
  const made = await call(client, 'rpc_convertAgentTemplateToAgent', {
    ...{ agentName: 'Stays', agentTemplate: 'blank-template' },
  })
  const agentId = made.value.agentCreated.ID
  for (const sourceId of ['..', '.', '', undefined, { toString: 1 }, ['..']])
    for (const name of ['knowledge_get', 'knowledge_delete'])
      expect(await call(client, name, { agentId, sourceId })).toMatchObject({
        ...{ isError: true, text: 'An id in the call is missing or none.' },
      })
  await parley.settled(region)
  const { items } = await ada.client.call('agents.list', { params: { region } })
  expect(items.map(({ ID }) => ID)).toContain(agentId)
  await client.close()
})

test('several requests in one are refused', async () => {
  const one = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const answer = await fetch(address(), {
    method: 'POST',
    headers: { authorization: `Bearer ${workspaceSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify([one, one]),
  })
  expect(answer.status).toBe(400)
})

describe('a key reaches', () => {
  test('its own workspace alone', async () => {
    const theirs = `eve${eve.userId}`.slice(0, 20)
    await eve.client.call('agents.save', { params: { region, agentId: theirs }, body: { title: 'Theirs' } })
    const client = await connected(workspaceSecret)
    expect(await call(client, 'agents_versions', { agentId: theirs })).toMatchObject({ isError: true })
    const smuggled = { agentId: theirs, region: 'eu', workspaceId: eve.workspaceId }
    expect(await call(client, 'agents_list', smuggled)).not.toMatchObject({
      text: expect.stringContaining('Theirs'),
    })
    await client.close()
  })

  test('as the key of an agent that agent alone', async () => {
    const [own, other] = ['one', 'two'].map((name) => `${name}${ada.userId}`.slice(0, 20))
    for (const agentId of [own, other] as [string, string])
      await ada.client.call('agents.save', { params: { region, agentId }, body: { title: agentId } })
    const { data } = await ada.client.call('agents.get', { params: { region, agentId: own ?? '' } })
    const client = await connected(data.SECRET_API_KEY ?? '')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('agents_list')
    expect(JSON.stringify(tools)).not.toContain('"agentId"')
    await call(client, 'agents_rename', { agentId: other, title: 'Renamed' })
    await parley.settled(region)
    const { items } = await ada.client.call('agents.list', { params: { region } })
    expect(items.filter(({ title }) => title === 'Renamed').map(({ ID }) => ID)).toEqual([own])
    await client.close()
  })
})

test('clients of the protocol before are served, and nobody holds a stream open', async () => {
  const send = (body: object, more: Record<string, string> = {}) =>
    fetch(address(), {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${workspaceSecret}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...more },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    })
  const clientInfo = { name: 'older', version: '1' }
  const begun = await send({
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  expect(await begun.text()).toContain('"protocolVersion":"2025-06-18"')
  const listed = await send({ method: 'tools/list' }, { 'mcp-protocol-version': '2025-06-18' })
  expect(await listed.text()).toContain('knowledge_search')
  const got = await fetch(address(), { headers: { authorization: `Bearer ${workspaceSecret}` } })
  expect(got.status).toBe(405)
  const listening = await send(
    {
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': clientInfo,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  )
  expect(await listening.text()).toContain('error')
})
