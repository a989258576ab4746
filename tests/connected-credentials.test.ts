/** Credentials that a person connects at an authorization server, and servers of the Model Context Protocol behind one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { type ApiError, createClient, WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import type { ConnectedUse, CredentialSettings } from '@parley/contracts/integration/credential.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { type AuthorizationServerDouble, startAuthorizationServer } from './src/authorization-server.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, routes, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = { region: 'na' } as const
const REDIRECT = 'https://parley.example/app/connected'
/** Of applications of the workspace. */
const returnAddress = () => `${REDIRECT}/${owner.workspaceId}`

let parley: TestPlatform
let double: AuthorizationServerDouble
let owner: Person
let dns: TestDns

beforeAll(async () => {
  double = await startAuthorizationServer()
  dns = await startTestDns()
  parley = await startTestPlatform({
    ...domainsIn(dns),
    ...{
      REGIONS: 'na',
      PUBLIC_URL: 'https://parley.example',
      RATE_LIMIT_FACTOR: '1000',
      TRUST_PROXY: 'true',
    },
    ALLOW_PRIVATE_ADDRESSES: double.hosts.join(','),
  })
})
afterAll(async () => {
  await parley?.stop()
  await double?.stop()
  await dns?.stop()
})
beforeEach(async () => {
  double.usual()
  owner = await parley.signUp()
})
afterEach(() => void vi.useRealTimers())

const of = (credentialId: string) => ({ params: { ...region, credentialId } })
const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
const listed = async (person = owner) =>
  (await person.client.call('credentials.list', { params: region })).items

const connectedUse = (more: Partial<ConnectedUse> = {}): ConnectedUse => ({
  kind: 'oauth2-authorization-code',
  ...{ authorizationUrl: `${double.issuer}/authorize`, tokenUrl: `${double.issuer}/token` },
  ...{ application: '', scopes: 'orders', sendSecretIn: 'header' },
  ...more,
})
const settingsOf = (use: ConnectedUse): CredentialSettings => ({
  ...{ name: 'Shop', use, hosts: [new URL(double.mcpUrl).host] },
})
async function create(more: Partial<ConnectedUse> = {}, isPublic = false): Promise<string> {
  const { application, secret } = double.addClient(returnAddress(), { isPublic })
  const settings = settingsOf(
    connectedUse({ application, ...more, ...(isPublic ? { sendSecretIn: 'none' } : {}) }),
  )
  const body = isPublic ? { settings } : { settings, secret }
  return (await owner.client.call('credentials.create', { params: region, body })).credentialId
}
const begin = async (credentialId: string, person = owner) =>
  (await person.client.call('credentials.connect', of(credentialId))).address
const finish = (credentialId: string, answer: string, person = owner) =>
  person.client.call('credentials.finishConnecting', { ...of(credentialId), body: { answer } })
async function connected(more: Partial<ConnectedUse> = {}, isPublic = false): Promise<string> {
  const credentialId = await create(more, isPublic)
  await finish(credentialId, double.answer(await begin(credentialId)))
  return credentialId
}
async function functionWith(credentialId: string): Promise<string> {
  const settings = {
    ...{ name: 'Orders', description: 'Finds an order.', fields: [], method: 'GET' as const },
    ...{ serverUrl: `${double.resourceOrigin}/orders`, credentialId },
  }
  return (await owner.client.call('tools.create', { params: region, body: { settings } })).id
}
const tried = (toolId: string) =>
  owner.client.call('tools.test', { params: { ...region, toolId }, body: { values: {} } })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 'accepted' }),
    ({ code, problem }: ApiError) => ({ code, message: problem?.message }),
  )
const grants = () => double.asked.map(({ grant_type }) => grant_type)

describe('connecting', () => {
  test('sends a person with PKCE and a state, and sends the token that comes of it', async () => {
    const credentialId = await create()
    expect(await listed()).toMatchObject([{ credentialId }])
    expect((await listed())[0]).not.toHaveProperty('connection')
    const toolId = await functionWith(credentialId)
    expect(await tried(toolId)).toMatchObject({
      outcome: 'refused',
      response: 'The credential “Shop” is not connected. Connect it on the Credentials page.',
    })
    const address = new URL(await begin(credentialId))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{
        response_type: 'code',
        code_challenge_method: 'S256',
        scope: 'orders',
        redirect_uri: returnAddress(),
      },
    })
    await finish(credentialId, double.answer(address.href))
    const called = await tried(toolId)
    expect(called).toMatchObject({ outcome: 'ok', status: 200, response: '{"eta":"Friday"}' })
    expect(called.request).toContain('authorization: ••••••')
    const [{ connection }] = (await listed()) as [Awaited<ReturnType<typeof listed>>[0]]
    expect(connection).toMatchObject({ state: 'connected', userId: owner.userId, renews: true })
    expect(Date.parse(connection?.endsAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    expect(grants()).toEqual(['authorization_code'])
  })

  test('works for a public client, which has no secret', async () => {
    const toolId = await functionWith(await connected({}, true))
    expect(await tried(toolId)).toMatchObject({ outcome: 'ok' })
    expect(double.asked[0]).toHaveProperty('client_id')
    expect(double.asked[0]).not.toHaveProperty('client_secret')
    const body = { settings: settingsOf(connectedUse({ application: 'a' })) }
    expect(await refusal(owner.client.call('credentials.create', { params: region, body }))).toMatchObject({
      code: 'secret-needed',
    })
  })

  test('that is refused by the person says so, and connects nothing', async () => {
    const credentialId = await create()
    expect(await refusal(finish(credentialId, double.answer(await begin(credentialId), false)))).toEqual({
      code: 'denied',
      message: 'Access was not granted at the authorization server. Nothing was connected.',
    })
    expect((await listed())[0]).not.toHaveProperty('connection')
    expect(double.asked).toEqual([])
  })

  test('takes an answer once, for ten minutes', async () => {
    const credentialId = await create()
    const answer = double.answer(await begin(credentialId))
    await finish(credentialId, answer)
    expect(await refusal(finish(credentialId, answer))).toMatchObject({ code: 'connecting-expired' })
    const late = double.answer(await begin(credentialId))
    later(601)
    expect(await refusal(finish(credentialId, late))).toMatchObject({ code: 'connecting-expired' })
    expect(grants()).toEqual(['authorization_code'])
  })

  test('has the address of its first call when it is begun by a repeated one, until somebody came back', async () => {
    const credentialId = await create()
    const begun = async () => {
      const answer = await fetch(`${parley.url}/api/na/v2/credentials/${credentialId}/connect`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'key-of-the-beginning' },
      })
      const { address = '' }: { address?: string } = Object(await answer.json())
      return { status: answer.status, address }
    }
    const first = await begun()
    const second = await begun()
    expect(second).toEqual(first)
    await finish(credentialId, double.answer(second.address))
    expect((await listed())[0]?.connection).toMatchObject({ state: 'connected' })
    expect((await begun()).status).toBe(410)
  })

  test('that failed says so to the call that is repeated, also where there is a former connection', async () => {
    const credentialId = await connected()
    const answer = double.answer(await begin(credentialId))
    const withKey = async (key: string, answer: string) => {
      const { status } = await fetch(`${parley.url}/api/na/v2/credentials/${credentialId}/connected`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
          'idempotency-key': key,
        },
        body: JSON.stringify({ answer }),
      })
      return status
    }
    double.tokenAnswers.push({ status: 503, body: 'down' })
    expect(await withKey('key-of-the-first', answer)).toBe(503)
    expect(await withKey('key-of-the-first', answer)).toBe(410)
    const other = double.answer(await begin(credentialId))
    expect(await withKey('key-of-the-second', other)).toBe(200)
    expect(await withKey('key-of-the-second', other)).toBe(200)
  })

  test('takes no answer of another session, member, workspace or credential, and none without a state', async () => {
    const credentialId = await create()
    const answer = double.answer(await begin(credentialId))
    const member = await parley.signUp()
    await joinWorkspace(parley, owner, member, ['function.read', 'credential.read', 'credential.manage'])
    const inWorkspace = createClient({
      ...{ routes, baseUrl: parley.url, token: () => member.token, workspace: () => owner.workspaceId },
    })
    const stranger = await parley.signUp()
    const other = await create()
    const { token } = await secondSession(owner)
    const elsewhere = { ...owner, client: parley.client(token) }
    expect(await refusal(finish(credentialId, answer, stranger))).toMatchObject({ code: 'not-found' })
    for (const call of [
      finish(credentialId, answer, { ...member, client: inWorkspace }),
      finish(credentialId, answer, elsewhere),
      finish(other, answer),
      finish(credentialId, answer.replace(/state=[^&]+/, 'state=')),
      finish(credentialId, ''),
    ])
      expect(await refusal(call)).toMatchObject({ code: 'connecting-expired' })
    expect(double.asked).toEqual([])
    // None of them took the answer away from whom it is for.
    await finish(credentialId, answer)
  })

  test('takes no answer that another authorization server signed with its name, or left its own out', async () => {
    for (const more of [{}, { issuer: double.issuer, sendsIssuer: true as const }]) {
      const credentialId = await create(more)
      const answer = double.answer(await begin(credentialId))
      const forged = answer.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`)
      expect(await refusal(finish(credentialId, forged))).toMatchObject({ code: 'provider-refused' })
    }
    const strict = await create({ issuer: double.issuer, sendsIssuer: true })
    const without = double.answer(await begin(strict)).replace(/&iss=[^&]+/, '')
    expect(await refusal(finish(strict, without))).toMatchObject({ code: 'provider-refused' })
    expect(double.asked).toEqual([])
  })

  test.each<[string, unknown, string, RegExp]>([
    ['an error', { status: 400, body: { error: 'invalid_client' } }, 'provider-refused', /client secret/],
    ['a failure', { status: 503, body: 'down' }, 'provider-unavailable', /Try again later/],
    ['a page', { body: '<p>Hello' }, 'provider-unavailable', /not understood/],
    [
      'no bearer token',
      { body: { access_token: 'x', token_type: 'mac' } },
      'provider-refused',
      /can’t be sent/,
    ],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      'provider-unavailable',
      /./,
    ],
    ['too much', { body: 'x'.repeat(300_000) }, 'provider-unavailable', /can’t be reached/],
  ])('says what is wrong where the token server answers with %s', async (_, answer, code, words) => {
    const credentialId = await create()
    const query = double.answer(await begin(credentialId))
    double.tokenAnswers.push(answer as never)
    const refused = await refusal(finish(credentialId, query))
    expect(refused).toMatchObject({ code, message: expect.stringMatching(words) })
    expect((await listed())[0]).not.toHaveProperty('connection')
  })

  test('is for credentials of that kind alone, with addresses that begin with https://', async () => {
    const body = {
      settings: { name: 'Key', use: { kind: 'bearer' as const }, hosts: ['api.example.com'] },
      secret: 'k-secret-1',
    }
    const { credentialId } = await owner.client.call('credentials.create', { params: region, body })
    expect(await refusal(begin(credentialId))).toMatchObject({ code: 'not-connectable' })
    for (const url of ['http://login.example.com/authorize', 'javascript:alert(1)']) {
      const settings = settingsOf(connectedUse({ application: 'a', authorizationUrl: url }))
      const made = owner.client.call('credentials.create', {
        params: region,
        body: { settings, secret: 'k-secret-1' },
      })
      expect((await refusal(made)).code).toMatch(/not-secure|invalid-input/)
    }
  })
})

describe('access', () => {
  test('that has ended is renewed by the next call, once for all that come together', async () => {
    const toolId = await functionWith(await connected())
    later(4_000)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => tried(toolId)))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(6).fill('ok'))
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  })

  test('that the server does not accept any more is renewed', async () => {
    const toolId = await functionWith(await connected())
    double.revoke()
    later(60)
    expect(await tried(toolId)).toMatchObject({ outcome: 'ok' })
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  })

  test('that was revoked says that it has to be connected again, which goes on', async () => {
    const credentialId = await connected()
    const toolId = await functionWith(credentialId)
    double.revoke({ grants: true })
    later(60)
    expect(await tried(toolId)).toMatchObject({
      outcome: 'refused',
      response:
        'The credential “Shop”: The authorization server does not accept the grant: it ended, was used or was revoked. Connect it again on the Credentials page.',
    })
    expect((await listed())[0]?.connection).toMatchObject({ state: 'lost', reason: 'refused' })
    const told = async () => {
      const ofWorkspace = { params: { region: 'na' as const, workspaceId: owner.workspaceId } }
      return (await owner.client.call('notifications.list', ofWorkspace)).items
    }
    await expect
      .poll(told)
      .toContainEqual(
        expect.objectContaining({ urlPathname: `/app/na/credentials?credential=${credentialId}` }),
      )
    const mailed = async (): Promise<string[]> => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      return items
        .filter(({ to }: { to: string }) => to === owner.email)
        .map(({ subject, text }: { subject: string; text: string }) => `${subject} ${text}`)
    }
    await expect.poll(mailed).toContainEqual(expect.stringContaining('Credential disconnected'))
    expect(await tried(toolId)).toMatchObject({
      response: 'The credential “Shop” is no longer connected. Connect it again on the Credentials page.',
    })
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
    await finish(credentialId, double.answer(await begin(credentialId)))
    expect(await tried(toolId)).toMatchObject({ outcome: 'ok' })
    expect((await listed())[0]?.connection).toMatchObject({ state: 'connected' })
  })

  test('stays where the authorization server is down, and is renewed later', async () => {
    const toolId = await functionWith(await connected())
    double.revoke()
    double.tokenAnswers.push({ status: 503, body: 'down' })
    later(60)
    expect(await tried(toolId)).toMatchObject({ outcome: 'error' })
    // Not with every call.
    expect(await tried(toolId)).toMatchObject({ outcome: 'error' })
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
    expect((await listed())[0]?.connection).toMatchObject({ state: 'connected' })
    later(120)
    expect(await tried(toolId)).toMatchObject({ outcome: 'ok' })
  })

  test('is dropped when the credential is for other hosts, or another client', async () => {
    const credentialId = await connected({}, true)
    const [{ use, name, hosts }] = (await listed()) as [Awaited<ReturnType<typeof listed>>[0]]
    const body = { settings: { name, use, hosts: [...hosts, 'evil.example'] } }
    await owner.client.call('credentials.save', { ...of(credentialId), body })
    expect((await listed())[0]?.connection).toMatchObject({ state: 'lost', reason: 'changed' })
  })

  test('stands readable in no file and in no answer', async () => {
    const credentialId = await connected()
    const toolId = await functionWith(credentialId)
    await tried(toolId)
    await parley.settled()
    const sent = double.bearers.at(-1)?.replace('Bearer ', '') ?? ''
    const { code = '', code_verifier = '' } = double.asked[0] ?? {}
    const texts = [sent, code, code_verifier]
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(20)
      expect(JSON.stringify(await listed())).not.toContain(text)
    }
    const { files, places } = await searchFiles(parley.dataDir, texts)
    expect(files.length).toBeGreaterThan(3)
    expect(places).toEqual([])
  })
})

describe('a server of the Model Context Protocol', () => {
  const read = (body: { mcpUrl: string; credentialId?: string }) =>
    owner.client.call('tools.readImport', { params: region, body })
  const forMcp = (mcpUrl = double.mcpUrl) =>
    owner.client.call('credentials.createForMcp', { params: region, body: { mcpUrl } })

  test('that asks for an authorization is connected, lists its tools, and is called', async () => {
    const { mcpUrl } = double
    expect(await refusal(read({ mcpUrl }))).toMatchObject({ code: 'connection-needed' })
    const { credentialId } = await forMcp()
    expect(double.registrations).toMatchObject([
      { client_name: 'Parley', redirect_uris: [REDIRECT], scope: 'orders offline_access' },
    ])
    const address = await begin(credentialId)
    expect(new URL(address).searchParams.get('resource')).toBe(mcpUrl)
    await finish(credentialId, double.answer(address))
    expect(double.asked[0]).toMatchObject({ resource: mcpUrl })
    const { functions } = await read({ mcpUrl, credentialId })
    expect(functions).toMatchObject([{ name: 'Find an order', mcpTool: 'find_order' }])
    const [{ name, description, fields, mcpTool }] = functions as [(typeof functions)[0]]
    const made = {
      name,
      description,
      fields,
      mcpTool,
      method: 'POST' as const,
      serverUrl: mcpUrl,
      credentialId,
    }
    const { ids } = await owner.client.call('tools.import', { params: region, body: { settings: [made] } })
    later(4_000)
    const params = { ...region, toolId: ids[0] ?? '' }
    const called = await owner.client.call('tools.test', { params, body: { values: { id: '7' } } })
    expect(called).toMatchObject({ outcome: 'ok', response: 'Order 7 arrives tomorrow.' })
    expect(double.asked[1]).toMatchObject({ grant_type: 'refresh_token', resource: mcpUrl })
  })

  test('is found by the OpenID configuration of its authorization server, without the scopes', async () => {
    double.how.openId = true
    double.how.metadata = { scopes_supported: undefined, token_endpoint_auth_methods_supported: ['none'] }
    double.how.resource = { scopes_supported: undefined }
    const { credentialId } = await forMcp()
    await finish(credentialId, double.answer(await begin(credentialId)))
    expect((await listed())[0]).toMatchObject({ use: { sendSecretIn: 'none', scopes: '' } })
  })

  test.each<[string, () => void, RegExp]>([
    ['has no PKCE', () => (double.how.metadata = { code_challenge_methods_supported: ['plain'] }), /PKCE/],
    ['has another name', () => (double.how.metadata = { issuer: 'https://evil.example' }), /another/],
    ['registers nobody', () => (double.how.registers = false), /does not register/],
    [
      'has no registration',
      () => (double.how.metadata = { registration_endpoint: undefined }),
      /Register one/,
    ],
    [
      'is for another server',
      () => (double.how.resource = { resource: 'https://x.example/mcp' }),
      /another server/,
    ],
    [
      'is nowhere',
      () => (double.how.metadataUrl = 'http://127.0.0.1:1/metadata'),
      /can’t be reached|does not say/,
    ],
    [
      'is in the own network',
      () => (double.how.resource = { authorization_servers: ['http://10.0.0.1/'] }),
      /public internet/,
    ],
    ['is too large', () => (double.how.metadata = { filling: 'x'.repeat(300_000) }), /can’t be reached/],
    [
      'registers in the own network',
      () => (double.how.metadata = { registration_endpoint: 'http://127.0.0.1:1/register' }),
      /public internet/,
    ],
  ])('says what is wrong where its authorization server %s', async (_, set, words) => {
    set()
    const refused = await refusal(forMcp())
    expect(refused).toMatchObject({
      code: 'authorization-not-found',
      message: expect.stringMatching(words),
    })
    expect(await listed()).toEqual([])
  })

  test('sends nobody and no secret to addresses without encryption, nor to what is no web page', async () => {
    for (const [field, url] of [
      ['authorization_endpoint', 'http://login.example.com/authorize'],
      ['authorization_endpoint', 'javascript:alert(1)//'],
      ['token_endpoint', 'http://login.example.com/token'],
    ] as const) {
      double.how.metadata = { [field]: url }
      expect((await refusal(forMcp())).code).toMatch(/not-secure|authorization-not-found/)
    }
    expect(await listed()).toEqual([])
  })

  test('that asks for nothing, or is none, needs no connection', async () => {
    const plain = createServer((_, response) => void response.writeHead(500).end())
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const port = (plain.address() as AddressInfo).port
    expect(await refusal(forMcp(`http://127.0.0.1:${port}/mcp`))).toMatchObject({ code: /not-/ })
    plain.close()
    expect(await refusal(forMcp('http://mcp.example.com/mcp'))).toMatchObject({ code: 'not-secure' })
  })
})

describe('deleting', () => {
  const removed = (credentialId: string) => owner.client.call('credentials.delete', of(credentialId))

  test('ends the access at the authorization server', async () => {
    const credentialId = await connected()
    const toolId = await functionWith(credentialId)
    await tried(toolId)
    const sent = double.bearers.at(-1)?.replace('Bearer ', '') ?? ''
    await owner.client.call('tools.delete', { params: { ...region, toolId } })
    await removed(credentialId)
    expect(await listed()).toEqual([])
    await vi.waitFor(() => expect(double.revocations).toHaveLength(2), { timeout: 10_000 })
    expect(double.revocations).toMatchObject([
      { token_type_hint: 'refresh_token' },
      { token_type_hint: 'access_token', token: sent },
    ])
    const { status } = await fetch(`${double.resourceOrigin}/orders`, {
      headers: { authorization: `Bearer ${sent}` },
    })
    expect(status).toBe(401)
  })

  test('counts while the authorization server is away', async () => {
    double.how.revoking = 503
    await removed(await connected({}, true))
    expect(await listed()).toEqual([])
    await vi.waitFor(() => expect(double.revocations).toHaveLength(1), { timeout: 10_000 })
  })
})

describe('at the domain of an agency', () => {
  const domain = 'app.north.example'
  let agency: Person
  let cookie: string
  const at = async (host: string, method: string, path: string, body?: object, session = cookie) => {
    const headers = { ...forwarded, cookie: session, [WORKSPACE_HEADER]: agency.workspaceId }
    const got = await callAtHost(parley.url, host, method, path, {
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { ...got, said: got.text.startsWith('{') ? JSON.parse(got.text) : {} }
  }
  const signedIn = async (host: string) => {
    const { email, password } = agency
    const { cookies } = await at(host, 'POST', '/api/auth/sign-in', { email, password }, '')
    return cookies.find((one) => one.startsWith('parley_session='))?.split(';')[0] ?? ''
  }
  const path = (credentialId: string, what: string) => `/api/na/v2/credentials/${credentialId}/${what}`
  /** Where the page that a person is sent back to leads. */
  const back = async (host: string, answer: string, workspaceId?: string) => {
    const page = workspaceId === undefined ? '/app/connected' : `/app/connected/${workspaceId}`
    const { status, headers } = await at(host, 'GET', `${page}?${answer}`, undefined, '')
    return { status, to: /location\n(.*)/i.exec(headers)?.[1] }
  }
  beforeAll(async () => {
    agency = await signUpAgency(domain, { parley, dns })
    cookie = await signedIn(domain)
  })
  beforeEach(() => {
    owner = agency
  })

  test('what was added at the product is connected, by the product’s address and back to the domain', async () => {
    const credentialId = await create()
    const begun = await at(domain, 'POST', path(credentialId, 'connect'), {})
    expect(begun.status).toBe(200)
    expect(new URL(begun.said.address).searchParams.get('redirect_uri')).toBe(returnAddress())
    const answer = double.answer(begun.said.address)
    expect(await back('parley.example', answer, agency.workspaceId)).toEqual({
      ...{ status: 302, to: `https://${domain}/app/connected?${answer}` },
    })
    // It is no answer for a client that acts for all workspaces, which stays.
    expect(await back('parley.example', answer)).toMatchObject({ status: 200 })
    // It is shown there, and goes nowhere else from there.
    expect(await back(domain, answer)).toMatchObject({ status: 200 })
    // Neither the session of the product, nor one of the domain sent to the product, takes it.
    const atOwn = await signedIn('parley.example')
    const connect = path(credentialId, 'connected')
    expect((await at('parley.example', 'POST', connect, { answer }, atOwn)).said.code).toBe(
      'connecting-expired',
    )
    expect((await at('parley.example', 'POST', connect, { answer })).status).toBe(401)
    expect((await at(domain, 'POST', connect, { answer }, atOwn)).status).toBe(401)
    expect((await at(domain, 'POST', connect, { answer })).status).toBe(200)
    expect((await at(domain, 'POST', connect, { answer })).said.code).toBe('connecting-expired')
    await owner.client.call('credentials.delete', of(credentialId))
  })

  test('a client that is ours is connected where it was added alone', async () => {
    const { credentialId } = await owner.client.call('credentials.createForMcp', {
      ...{ params: region, body: { mcpUrl: double.mcpUrl } },
    })
    const begun = await at(domain, 'POST', path(credentialId, 'connect'), {})
    expect([begun.status, begun.said.code]).toEqual([403, 'not-at-this-domain'])
    await owner.client.call('credentials.delete', of(credentialId))
  })

  test('a state that nobody here signed, or of a domain that is served no more, leads nowhere', async () => {
    const { issue } = createTokenSigner({
      ...{ masterKey: Buffer.alloc(32), purpose: 'connecting elsewhere', prefix: 'cn1.' },
      ...{ lifetimeSeconds: 600, read: () => ({}) },
    })
    for (const state of [issue({ origin: 'https://evil.example', random: 'x' }), 'cn1.x.y', ''])
      expect(
        await back('parley.example', new URLSearchParams({ code: 'c', state }).toString()),
      ).toMatchObject({ status: 200 })
  })

  test('a server of the protocol reads who asks in the document of the domain, and knows its address', async () => {
    double.how.readClient = async (clientId) => {
      const { host, pathname } = new URL(clientId)
      return (await at(host, 'GET', pathname, undefined, '')).said
    }
    const made = await at(domain, 'POST', '/api/na/v2/mcp-credentials', { mcpUrl: double.mcpUrl })
    expect(made.status).toBe(200)
    expect(double.registrations).toEqual([])
    const { credentialId } = made.said
    const begun = await at(domain, 'POST', path(credentialId, 'connect'), {})
    const said = new URL(begun.said.address).searchParams
    expect(Object.fromEntries(said)).toMatchObject({
      client_id: `https://${domain}/api/oauth-client`,
      redirect_uri: `https://${domain}/app/connected`,
    })
    await double.read(begun.said.address)
    const answer = double.answer(begun.said.address)
    expect((await at(domain, 'POST', path(credentialId, 'connected'), { answer })).status).toBe(200)
    // Connected again at the product, the server still knows the one address of the domain.
    const again = double.answer(await begin(credentialId))
    expect(await back(domain, again)).toEqual({ status: 302, to: `${REDIRECT}?${again}` })
    await finish(credentialId, again)
    expect((await listed()).find((one) => one.credentialId === credentialId)).toMatchObject({
      connection: { state: 'connected' },
    })
    await owner.client.call('credentials.delete', of(credentialId))
    await vi.waitFor(() => expect(double.revocations.length).toBeGreaterThan(0), { timeout: 10_000 })
  })

  test('the documents of product and domain name neither’s people nor each other', async () => {
    const document = async (host: string) => (await at(host, 'GET', '/api/oauth-client', undefined, '')).text
    const [own, agencys] = [await document('parley.example'), await document(domain)]
    expect(JSON.parse(own)).toEqual({
      ...{ client_id: 'https://parley.example/api/oauth-client', client_name: 'Parley' },
      ...{ client_uri: 'https://parley.example', redirect_uris: [REDIRECT], response_types: ['code'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], application_type: 'web' },
      token_endpoint_auth_method: 'none',
    })
    expect(agencys.toLowerCase()).not.toContain('parley')
  })
})

async function secondSession({ email, password }: Person): Promise<{ token: string }> {
  const signedIn = await parley.client().call('auth.signIn', { body: { email, password } })
  if (!('token' in signedIn)) throw new Error('A second step is asked for')
  return signedIn
}
