/** Credentials from end to end: functions send them by reference, and nobody reads one again. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { ApiError } from '@parley/contracts/client.ts'
import type { CredentialSettings, CredentialUse } from '@parley/contracts/integration/credential.ts'
import type { ToolSettings } from '@parley/contracts/integration/tool.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { searchFiles } from './src/search-files.ts'
import { startSecuredServer } from './src/secured-server.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = { region: 'na' } as const
const SECRET = 'sk-Kc7+Zq/19xTdwe'
const bearer: CredentialUse = { kind: 'bearer' }

let parley: TestPlatform
let server: Awaited<ReturnType<typeof startSecuredServer>>
let elsewhere: Awaited<ReturnType<typeof startSecuredServer>>
let owner: Person
let agents = 0

beforeAll(async () => {
  server = await startSecuredServer()
  elsewhere = await startSecuredServer()
  parley = await startTestPlatform({
    REGIONS: 'na',
    ALLOW_PRIVATE_ADDRESSES: `${server.host},${elsewhere.host}`,
  })
})
afterAll(async () => {
  await parley?.stop()
  await Promise.all([server?.stop(), elsewhere?.stop()])
})
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  owner = await parley.signUp()
  for (const list of [server.got, server.asked, server.answers, server.tokenAnswers, elsewhere.got])
    list.length = 0
})

const settings = (more: Partial<CredentialSettings> = {}): CredentialSettings => ({
  name: 'Shop API',
  use: bearer,
  hosts: [server.host],
  ...more,
})
const create = async (more: Partial<CredentialSettings> = {}, secret = SECRET) =>
  (
    await owner.client.call('credentials.create', {
      params: region,
      body: { settings: settings(more), secret },
    })
  ).credentialId
const of = (credentialId: string) => ({ params: { ...region, credentialId } })
const list = async () => (await owner.client.call('credentials.list', { params: region })).items
const tool = (more: Partial<ToolSettings> = {}): ToolSettings => ({
  name: 'Orders',
  description: 'Finds an order.',
  fields: [],
  serverUrl: `${server.url}/orders`,
  method: 'GET',
  ...more,
})
const createTool = async (more: Partial<ToolSettings>) =>
  (await owner.client.call('tools.create', { params: region, body: { settings: tool(more) } })).id
const tryTool = (toolId: string) =>
  owner.client.call('tools.test', { params: { ...region, toolId }, body: { values: {} } })
/** A function with a credential, called once. */
const called = async (more: Partial<CredentialSettings> = {}, ofTool: Partial<ToolSettings> = {}) =>
  tryTool(await createTool({ credentialId: await create(more), ...ofTool }))

/** The refusal of a call: its code and its words. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    ({ code, problem }: ApiError) => ({ code, message: problem?.message, field: problem?.field }),
  )

describe('a function', () => {
  test.each<[CredentialUse, (got: { path: string; headers: Record<string, unknown> }) => unknown, string]>([
    [bearer, ({ headers }) => headers.authorization, `Bearer ${SECRET}`],
    [{ kind: 'header', headerName: 'X-Api-Key' }, ({ headers }) => headers['x-api-key'], SECRET],
    [
      { kind: 'query', parameter: 'key' },
      ({ path }) => new URL(path, server.url).searchParams.get('key'),
      SECRET,
    ],
    [
      { kind: 'basic', username: 'ada' },
      ({ headers }) => headers.authorization,
      `Basic ${btoa(`ada:${SECRET}`)}`,
    ],
  ])('sends %j, and shows it to nobody', async (use, sentIn, expected) => {
    // The server repeats all that it got.
    const forms = [SECRET, encodeURIComponent(SECRET), btoa(SECRET)]
    if (use.kind === 'basic') forms.push(btoa(`ada:${SECRET}`))
    server.answers.push({ body: { echo: forms.join(' ') } })
    const { outcome, request, response } = await called({ use })
    expect(outcome).toBe('ok')
    expect(sentIn(server.got[0]!)).toBe(expected)
    expect(request).toContain('••••••')
    expect(response).toBe(`{"echo":"${forms.map(() => '••••••').join(' ')}"}`)
    for (const form of forms) expect(request).not.toContain(form)
  })

  test('sends what the credential says in place of a field of its own', async () => {
    const field = { in: 'header', key: 'Authorization', type: 'string', value: 'Bearer mine' } as const
    await called({}, { fields: [field] })
    expect(server.got[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
  })

  test('is signed with the address as it is sent', async () => {
    const credentialId = await create({ use: { kind: 'query', parameter: 'key' } })
    const body = { settings: tool({ credentialId }), serverUrlSecret: 'signing-secret' }
    const { id } = await owner.client.call('tools.create', { params: region, body })
    const { request } = await tryTool(id)
    expect(server.got[0]?.headers['x-parley-signature']).toMatch(/^v1=/)
    expect(request).toContain('x-parley-signature: ••••••')
    expect(request).not.toContain(encodeURIComponent(SECRET))
  })

  test('takes no credential along to another site', async () => {
    for (const use of [bearer, { kind: 'query', parameter: 'key' }] satisfies CredentialUse[]) {
      server.answers.push({ status: 302, headers: { location: `${elsewhere.url}/?key=${SECRET}` } })
      expect(await called({ use })).toMatchObject({
        outcome: 'refused',
        response: 'The address redirects to another site, to which the credential is not sent.',
      })
    }
    expect(elsewhere.got).toEqual([])
    server.answers.push({ status: 302, headers: { location: '/moved' } })
    expect((await called()).outcome).toBe('ok')
    expect(server.got.at(-1)).toMatchObject({
      path: '/moved',
      headers: { authorization: `Bearer ${SECRET}` },
    })
  })

  test('can refer to a credential for its own host only, over HTTPS where it is public', async () => {
    const credentialId = await create()
    const refused = { code: 'credential-not-for-host', field: 'settings.credentialId' }
    expect(await refusal(createTool({ credentialId, serverUrl: elsewhere.url }))).toMatchObject({
      ...refused,
      message: `The credential “Shop API” is for ${server.host} and is not sent to ${elsewhere.host}.`,
    })
    const plain = await create({ hosts: ['api.shop.example'] })
    expect(
      await refusal(createTool({ credentialId: plain, serverUrl: 'http://api.shop.example/' })),
    ).toMatchObject({
      ...refused,
      message: 'The credential “Shop API” is sent to addresses that begin with https:// alone.',
    })
    // Its hosts changed after the function was saved.
    const toolId = await createTool({ credentialId })
    const body = { settings: settings({ hosts: [elsewhere.host] }), secret: SECRET }
    await owner.client.call('credentials.save', { ...of(credentialId), body })
    expect((await tryTool(toolId)).outcome).toBe('refused')
    expect(server.got).toEqual([])
  })

  test('is refused with an expired credential, and goes on once it is rotated', async () => {
    const credentialId = await create({ expiresAt: new Date(Date.now() + 600_000).toISOString() })
    const toolId = await createTool({ credentialId })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(await tryTool(toolId)).toMatchObject({
      outcome: 'refused',
      response: 'The credential “Shop API” has expired. Rotate it on the Credentials page.',
    })
    expect(server.got).toEqual([])
    await owner.client.call('credentials.rotate', { ...of(credentialId), body: { secret: 'sk-rotated' } })
    expect((await tryTool(toolId)).outcome).toBe('ok')
    expect(server.got.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-rotated'])
    const [listed] = await list()
    expect(listed).toMatchObject({ rotatedBy: owner.userId })
    expect(listed).not.toHaveProperty('hint')
    expect(listed).not.toHaveProperty('expiresAt')
  })
})

describe('an agent', () => {
  /** An agent whose flow calls a function; returns what the trace of a reply shows of the call. */
  async function asking(toolId: (agentId: string) => Promise<string>) {
    const agentId = `credentials${++agents}`
    const params = { ...region, agentId }
    await owner.client.call('agents.save', { params, body: { title: 'Shop', enableNodes: true } })
    const position = { x: 0, y: 0 }
    const nodes: AgentDocument['nodes'] = [
      { id: 's', position, type: 'start', next: 't' },
      { id: 't', position, type: 'tool', toolId: await toolId(agentId), next: 'said' },
      { id: 'said', position, type: 'message', text: 'Done.' },
    ]
    await owner.client.call('agents.save', { params, body: { nodes } })
    return async () => {
      const { conversationId, visitorToken } = await owner.client.call('conversations.test', {
        params,
      })
      const own = { params: { ...params, conversationId } }
      await parley.client(visitorToken).call('conversations.send', { ...own, body: { id: 'm1', text: 'Hi' } })
      await parley.settled()
      const { traces } = await owner.client.call('conversations.trace', own)
      return traces.flatMap(({ trace }) => trace.steps).find(({ type }) => type === 'tool')
    }
  }

  test('calls with the credential that is its own, and with no other agent’s', async () => {
    let credentialId = ''
    let toolId = ''
    const own = await asking(async (agentId) => {
      credentialId = await create({ agentId })
      toolId = await createTool({ credentialId })
      return toolId
    })
    const other = await asking(async () => toolId)
    expect(await own()).toMatchObject({ outcome: 'ok', request: expect.stringContaining('••••••') })
    expect(JSON.stringify(await own())).not.toContain(SECRET)
    server.got.length = 0
    expect(await other()).toMatchObject({
      outcome: 'refused',
      response: 'The credential “Shop API” is for another agent.',
    })
    expect(server.got).toEqual([])
    expect(await list()).toMatchObject([{ credentialId, agentId: 'credentials1' }])
    // Whoever manages functions may try them.
    expect((await tryTool(toolId)).outcome).toBe('ok')
  })

  test('of another workspace is no scope', async () => {
    const stranger = await parley.signUp()
    await stranger.client.call('agents.save', {
      params: { ...region, agentId: 'strangers' },
      body: { title: 'Theirs' },
    })
    const refused = { code: 'not-found', field: 'settings.agentId' }
    expect(await refusal(create({ agentId: 'strangers' }))).toMatchObject(refused)
    const credentialId = await create()
    const body = { settings: settings({ agentId: 'strangers' }) }
    expect(await refusal(owner.client.call('credentials.save', { ...of(credentialId), body }))).toMatchObject(
      refused,
    )
  })
})

test('a credential is deleted when no function uses it any more, which it names until then', async () => {
  const credentialId = await create()
  const toolId = await createTool({ credentialId })
  expect((await list())[0]).toMatchObject({
    usedBy: [{ id: toolId, name: 'Orders' }],
    hint: SECRET.slice(-4),
  })
  expect(await refusal(owner.client.call('credentials.delete', of(credentialId)))).toMatchObject({
    code: 'credential-in-use',
    message: 'A function uses this credential: Orders. Choose another credential for it first.',
  })
  const ofTool = { params: { ...region, toolId } }
  await owner.client.call('tools.save', { ...ofTool, body: { settings: tool() } })
  await owner.client.call('credentials.delete', of(credentialId))
  expect(await list()).toEqual([])
  const body = { settings: tool({ credentialId }) }
  expect(await refusal(owner.client.call('tools.save', { ...ofTool, body }))).toMatchObject({
    code: 'not-found',
    field: 'settings.credentialId',
  })
})

test('its last use is listed', async () => {
  const credentialId = await create()
  expect((await list())[0]).not.toHaveProperty('lastUsedAt')
  const toolId = await createTool({ credentialId })
  await tryTool(toolId)
  await parley.settled()
  const first = (await list())[0]?.lastUsedAt
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await tryTool(toolId)
  await parley.settled()
  expect((await list())[0]?.lastUsedAt).toBe(first)
})

test('a credential of another workspace does not exist', async () => {
  const credentialId = await create()
  const stranger = await parley.signUp()
  const strangers = async (call: Promise<unknown>) =>
    expect((await refusal(call)) as object).toMatchObject({ code: 'not-found' })
  const { client } = stranger
  await strangers(client.call('credentials.delete', of(credentialId)))
  await strangers(client.call('credentials.rotate', { ...of(credentialId), body: { secret: 'stolen' } }))
  await strangers(client.call('credentials.save', { ...of(credentialId), body: { settings: settings() } }))
  await strangers(client.call('tools.create', { params: region, body: { settings: tool({ credentialId }) } }))
  expect((await client.call('credentials.list', { params: region })).items).toEqual([])
})

describe('OAuth 2.0 client credentials', () => {
  const CLIENT_SECRET = 'client-secret+of the shop'
  const oauth = (sendSecretIn: 'header' | 'body' = 'header') =>
    settings({
      use: {
        kind: 'oauth2-client-credentials',
        tokenUrl: `${server.url}/token`,
        application: 'parley:shop',
        scopes: 'orders stock',
        sendSecretIn,
      },
    })
  const createOAuth = async (sendSecretIn?: 'header' | 'body') =>
    createTool({ credentialId: await create(oauth(sendSecretIn), CLIENT_SECRET) })

  test('fetch a token once, and send it until it ends', async () => {
    const toolId = await createOAuth()
    for (const _ of [1, 2]) expect((await tryTool(toolId)).outcome).toBe('ok')
    expect(server.asked).toHaveLength(1)
    const [{ headers, body }] = server.asked as [(typeof server.asked)[0]]
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'orders stock',
    })
    expect(headers.authorization).toBe(`Basic ${btoa('parley%3Ashop:client-secret%2Bof+the+shop')}`)
    const sent = server.got.map((got) => got.headers.authorization)
    expect(sent[0]).toMatch(/^Bearer access-token-\d+$/)
    expect(sent[1]).toBe(sent[0])
  })

  test('are sent in the form where the token server wants that', async () => {
    await tryTool(await createOAuth('body'))
    expect(Object.fromEntries(new URLSearchParams(server.asked[0]?.body))).toMatchObject({
      client_id: 'parley:shop',
      client_secret: CLIENT_SECRET,
    })
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization')
  })

  test('fetch another token once where a server does not accept the one it got', async () => {
    const toolId = await createOAuth()
    await tryTool(toolId)
    server.answers.push({ status: 401 })
    expect((await tryTool(toolId)).outcome).toBe('ok')
    expect(server.asked).toHaveLength(2)
    server.answers.push({ status: 401 }, { status: 401 })
    expect(await tryTool(toolId)).toMatchObject({ outcome: 'error', status: 401 })
    expect(server.asked).toHaveLength(3)
  })

  test('are used anew after a rotation', async () => {
    const credentialId = await create(oauth(), CLIENT_SECRET)
    const toolId = await createTool({ credentialId })
    await tryTool(toolId)
    await owner.client.call('credentials.rotate', { ...of(credentialId), body: { secret: 'another-one' } })
    await tryTool(toolId)
    expect(server.asked[1]?.headers.authorization).toBe(`Basic ${btoa('parley%3Ashop:another-one')}`)
  })

  test('leave neither token nor secret in what is shown', async () => {
    server.tokenAnswers.push({ body: { access_token: 'access-of-shop', token_type: 'bearer' } })
    server.answers.push({ body: `access-of-shop ${CLIENT_SECRET}` })
    const { request, response } = await tryTool(await createOAuth())
    expect(server.got[0]?.headers.authorization).toBe('Bearer access-of-shop')
    expect(response).toBe('•••••• ••••••')
    expect(request).not.toMatch(/access-of-shop|client-secret/)
  })

  test('refused by the token server are an outcome that says what to do', async () => {
    const toolId = await createOAuth()
    server.tokenAnswers.push({
      status: 401,
      body: { error: 'invalid_client', error_description: CLIENT_SECRET },
    })
    const refused = await tryTool(toolId)
    expect(refused).toMatchObject({
      outcome: 'error',
      response:
        'The credential “Shop API”: The token server does not accept the client ID or the client secret. Check the client ID, or rotate the credential on the Credentials page.',
    })
    expect(server.got).toEqual([])
    expect((await tryTool(toolId)).outcome, 'a refusal is not kept').toBe('ok')
  })
})

test('no secret is in an answer, in the log, or anywhere on disk', async () => {
  const secret = 'never-shown-6d1f0a7c4e'
  const rotated = 'never-shown-90ab12cd34'
  const credentialId = await create({ use: { kind: 'basic', username: 'ada' } }, secret)
  const toolId = await createTool({ credentialId })
  await tryTool(toolId)
  await owner.client.call('credentials.rotate', { ...of(credentialId), body: { secret: rotated } })
  await tryTool(toolId)
  await parley.settled()
  const workspace = { params: { ...region, workspaceId: owner.workspaceId } }
  const audit = await owner.client.call('audit.timeline', { ...workspace, query: {} })
  expect(audit.items.map(({ type }) => type)).toEqual(expect.arrayContaining(['CredentialRotated']))
  const answers = [
    await list(),
    await owner.client.call('tools.list', { params: region }),
    audit,
    ...(await Promise.all(
      audit.items.map(({ stream, revision }) =>
        owner.client.call('audit.event', { params: { ...workspace.params, stream, revision } }),
      ),
    )),
    await owner.client.call('audit.stateAt', {
      params: { ...workspace.params, stream: `credential-${credentialId}` },
      query: {},
    }),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('never-shown')
  expect(server.got.at(-1)?.headers.authorization).toBe(`Basic ${btoa(`ada:${rotated}`)}`)
  const forms = [secret, rotated].flatMap((each) => [each, btoa(`ada:${each}`), btoa(each)])
  expect((await searchFiles(parley.dataDir, forms)).places).toEqual([])
})
