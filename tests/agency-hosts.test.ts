/** What is valid at the domain of one agency is worth nothing at another's, whatever headers say. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { type Asked, createAuthenticator } from './src/authenticator.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const own = 'parley.example'
const [north, south] = ['app.north.example', 'app.south.example'] as const
let dns: TestDns
let parley: TestPlatform
let northern: Person
let southern: Person
/** Of the northern agency’s owner, at its own domain. */
let cookie: string

beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform({
    PUBLIC_URL: `https://${own}`,
    TRUST_PROXY: 'true',
    ...domainsIn(dns),
  })
  northern = await signUpAgency(north, { parley, dns })
  southern = await signUpAgency(south, { parley, dns })
  cookie = sessionCookie(await signIn(north, northern))
  expect((await session(north, cookie)).status).toBe(200)
})
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

type Sent = { headers?: Record<string, string>; body?: unknown }

/** A call at a host. */
const call = (host: string, method: string, path: string, { headers = {}, body }: Sent = {}) =>
  callAtHost(parley.url, host, method, path, {
    headers: { ...forwarded, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })

const signIn = (host: string, { email, password }: Person) =>
  call(host, 'POST', '/api/auth/sign-in', { body: { email, password } })
const sessionCookie = ({ cookies }: { cookies: string[] }) =>
  cookies.find((one) => one.startsWith('parley_session='))?.split(';')[0] ?? ''
const agentsOf = ({ workspaceId }: Person) => `/api/na/v2/workspaces/${workspaceId}`
const session = (host: string, cookie: string, headers: Record<string, string> = {}) =>
  call(host, 'GET', '/api/auth/session', { headers: { cookie, ...headers } })

test('the operator’s pages are at the product’s own host alone', async () => {
  // The northern owner has the first account of the installation.
  const atOwn = sessionCookie(await signIn(own, northern))
  expect((await call(own, 'GET', '/ops', { headers: { cookie: atOwn } })).status).toBe(200)
  const all: Record<string, string>[] = [
    { cookie },
    { cookie: atOwn },
    { authorization: `Bearer ${northern.token}` },
  ]
  for (const credentials of all)
    expect((await call(north, 'GET', '/ops', { headers: credentials })).status).toBe(404)
})

test('a session is valid at the host where it began and at no other', async () => {
  const hosts = [own, north] as const
  for (const host of hosts) {
    const begun = await signIn(host, northern)
    expect(begun.status).toBe(200)
    const given = sessionCookie(begun)
    // Of this host alone, and sent over TLS alone.
    expect(begun.cookies.join()).not.toMatch(/domain=/i)
    expect(begun.cookies.join()).toMatch(/HttpOnly.*Secure/)
    expect((await session(host, given)).status).toBe(200)
    const bearer = { authorization: `Bearer ${given.split('=')[1]}` }
    expect((await call(host, 'GET', agentsOf(northern), { headers: bearer })).status).toBe(200)
    for (const other of [own, north, south].filter((one) => one !== host)) {
      expect((await session(other, given)).status).toBe(401)
      expect((await call(other, 'GET', agentsOf(northern), { headers: bearer })).status).toBe(401)
    }
  }
})

test('only the people of an agency sign in at its domain, and nobody signs up there', async () => {
  expect((await signIn(south, northern)).status).toBe(403)
  const { email } = northern
  expect((await call(south, 'POST', '/api/auth/sign-up/code', { body: { email } })).status).toBe(403)
  expect((await signIn(south, southern)).status).toBe(200)
})

describe('a passkey signs in at the host where it was added and at no other', () => {
  type Challenge = Asked & { ticket: string; userHandle: string; rpName: string; exclude: string[] }
  const passkeysAt = async (host: string, headers: object): Promise<{ name: string; host?: string }[]> =>
    JSON.parse((await call(host, 'GET', '/api/auth/passkeys', { headers: { ...headers } })).text).items

  /** Adds a passkey with the session that the cookie holds. */
  async function addAt(host: string, cookie: string, { password }: Person) {
    const headers = { cookie, origin: `https://${host}` }
    const begun = await call(host, 'POST', '/api/auth/passkeys/challenge', { headers, body: { password } })
    const asked: Challenge = JSON.parse(begun.text)
    const authenticator = createAuthenticator(`https://${host}`)
    const credential = authenticator.create(asked)
    const body = { ticket: asked.ticket, name: `At ${host}`, credential }
    expect((await call(host, 'POST', '/api/auth/passkeys', { headers, body })).status).toBe(200)
    return { asked, authenticator }
  }

  /** Signs in with what the authenticator signs for a page of this origin, which the request says it comes from. */
  async function signInAt(
    host: string,
    { asked, authenticator }: Awaited<ReturnType<typeof addAt>>,
    origin = `https://${host}`,
  ) {
    const begun = await call(host, 'POST', '/api/auth/passkey-sign-in/challenge', { body: {} })
    const challenge: Challenge = JSON.parse(begun.text)
    const credential = authenticator.get(challenge, asked.userHandle, { origin })
    return call(host, 'POST', '/api/auth/passkey-sign-in', {
      headers: { origin },
      body: { ticket: challenge.ticket, credential },
    })
  }

  test('of an agency and of the product', async () => {
    const ownCookie = sessionCookie(await signIn(own, northern))
    const there = await addAt(north, cookie, northern)
    expect(there.asked).toMatchObject({ rpId: north, rpName: north, exclude: [] })
    // The authenticator may hold one for each host.
    const here = await addAt(own, ownCookie, northern)
    expect(here.asked).toMatchObject({ rpId: own, exclude: [] })

    const inside = await signInAt(north, there)
    expect(inside.status).toBe(200)
    expect((await session(north, sessionCookie(inside))).status).toBe(200)
    expect((await session(own, sessionCookie(inside))).status).toBe(401)
    expect((await signInAt(own, here)).status).toBe(200)
    for (const [host, passkey] of [
      [own, there],
      [south, there],
      [north, here],
    ] as const) {
      const refused = await signInAt(host, passkey)
      expect([refused.status, JSON.parse(refused.text).code], host).toEqual([401, 'wrong-passkey'])
    }

    // Pages of a host below it may ask for its passkeys.
    for (const origin of [`https://blog.${north}`, `https://${own}`])
      expect((await signInAt(north, there, origin)).status, origin).not.toBe(200)

    const names = async (host: string, of: string) =>
      (await passkeysAt(host, { cookie: of })).map(({ name, host: at }) => [name, at])
    expect(await names(north, cookie)).toEqual([[`At ${north}`, north]])
    expect(await names(own, ownCookie)).toEqual([
      [`At ${north}`, north],
      [`At ${own}`, undefined],
    ])
  })

  test('only for people of the agency', async () => {
    const theirs = await addAt(south, sessionCookie(await signIn(south, southern)), southern)
    expect((await signInAt(south, theirs)).status).toBe(200)
    expect((await signInAt(north, theirs)).status).toBe(401)
  })
})

test('providers sign nobody in at an agency’s domain, where they make no account either', async () => {
  const start = { provider: 'google' }
  expect((await call(north, 'POST', '/api/auth/openid/start', { body: start })).status).toBe(404)
  const finish = { ticket: 'oi1.any', answer: 'https://parley.example/?code=1', region: 'na' }
  expect((await call(north, 'POST', '/api/auth/openid/finish', { body: finish })).status).toBe(404)
})

test('at an agency’s domain there is nothing of other workspaces', async () => {
  const southernCookie = sessionCookie(await signIn(south, southern))
  const seen = JSON.parse((await session(south, southernCookie)).text)
  expect(seen.workspaces.map(({ workspaceId }: { workspaceId: string }) => workspaceId)).toEqual([
    southern.workspaceId,
  ])
  expect((await call(south, 'GET', agentsOf(southern), { headers: { cookie: southernCookie } })).status).toBe(
    200,
  )
  expect((await call(south, 'GET', agentsOf(northern), { headers: { cookie: southernCookie } })).status).toBe(
    404,
  )
  const named = { cookie: southernCookie, [WORKSPACE_HEADER]: northern.workspaceId }
  expect((await call(south, 'GET', '/api/na/v2/agents', { headers: named })).status).not.toBe(200)
  const { agentCreated } = await northern.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Northern', agentTemplate: 'blank-template' },
  })
  await parley.settled()
  const usage = `/api/na/v2/public/agents/${agentCreated.ID}/usage`
  expect((await call(south, 'GET', usage)).status).toBe(404)
  expect((await call(north, 'GET', usage)).status).toBe(200)
  for (const page of [`/share/na/${agentCreated.ID}`, `/na/prototype/${agentCreated.ID}`]) {
    expect((await call(south, 'GET', page)).status, page).toBe(404)
    expect((await call(north, 'GET', page)).status, page).toBe(200)
    expect((await call(own, 'GET', page)).status, page).toBe(200)
  }
})

test('clients sign in at their agency’s domain, by its brand, and are nobody at another’s', async () => {
  const { client, workspaceId } = northern
  const own = { params: { region: 'na', workspaceId } } as const
  const { organisationId: orgId } = await client.call('organisations.create', { ...own, body: {} })
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Harbour', agentTemplate: 'blank-template' },
  })
  const given = { email: 'cleo@example.com', password: 'fifteen letters' }
  const { clientId } = await client.call('clients.create', {
    ...own,
    body: {
      ...{ orgId, name: 'Cleo', email: given.email, dashboardPassword: given.password },
      ...{ widgetIDs: [agentCreated.ID], canAccess: ['/convos'] },
    },
  })
  const brand = (host: string, query = '') => call(host, 'GET', `/api/auth/client/agency${query}`)
  expect(JSON.parse((await brand(north)).text)).toMatchObject({ agencyId: workspaceId })
  expect((await brand(south, `?agency=${workspaceId}`)).status).toBe(404)
  const html = { headers: { accept: 'text/html' } }
  expect((await call(north, 'GET', '/client/login', html)).status).toBe(200)

  const enter = (host: string) =>
    call(host, 'POST', '/api/auth/client/sign-in', { body: { ...given, agencyId: workspaceId } })
  const code = (host: string) =>
    call(host, 'POST', '/api/na/rpc/ssoClient', { body: { email: given.email, agencyId: workspaceId } })
  expect((await enter(south)).status).toBe(401)
  expect((await code(south)).status).toBe(404)
  expect((await code(north)).status).toBe(200)
  const made = await client.call('clients.createLoginToken', { params: { ...own.params, clientId } })
  expect(made.address).toContain(`https://${north}/client/login?`)
  const validate = (host: string) =>
    call(host, 'POST', '/api/na/rpc/validateClientLoginToken', { body: { token: made.token } })
  expect((await validate(south)).status).toBe(401)
  expect((await validate(north)).status).toBe(200)
  const { params } = own
  await client.call('agency.save', { params, body: { settings: { enableClientSignup: true } } })
  const signUp = (host: string) =>
    call(host, 'POST', '/api/na/rpc/signupWithOTP', {
      body: { name: 'Nora New', email: 'nora@example.com', agencyId: workspaceId },
    })
  expect((await signUp(south)).status).toBe(403)
  expect((await signUp(north)).status).toBe(200)
  const entered = await enter(north)
  expect(entered.status).toBe(200)
  const { token } = JSON.parse(entered.text)
  const agents = (host: string, headers: Record<string, string>) =>
    call(host, 'GET', '/api/na/v2/agents', { headers })
  const credentials: Record<string, string>[] = [
    { cookie: sessionCookie(entered) },
    { authorization: `Bearer ${token}` },
  ]
  for (const headers of credentials) {
    expect((await agents(north, headers)).status).toBe(200)
    expect((await agents(south, headers)).status).toBe(401)
  }
})

test.each([
  ['X-Forwarded-Host', { 'x-forwarded-host': north }],
  ['Forwarded', { forwarded: `host=${north}` }],
  ['X-Host', { 'x-host': north, 'x-original-host': north }],
])('%s names no host', async (_name, headers) => {
  expect((await session(south, cookie, headers)).status).toBe(401)
  expect((await session(own, cookie, headers)).status).toBe(401)
})

test.each([`${north}:443`, `${north}.`, north.toUpperCase()])('%s is the same host', async (host) => {
  expect((await session(host, cookie)).status).toBe(200)
})

test.each([
  `${north}.evil.example`,
  `evil.example#${north}`,
  `evil.example?${north}`,
  `${own}@${north}`,
  `${north}:443:443`,
  `x.${north}`,
  '127.0.0.1',
  '[::1]',
])('%s is another host', async (host) => {
  const { status } = await session(host, cookie)
  expect([400, 401]).toContain(status)
})

test('a page of the product or of another agency can’t act at an agency’s domain', async () => {
  const save = (origin: string) =>
    call(north, 'POST', `${agentsOf(northern)}/agency/settings`, {
      headers: { cookie, origin },
      body: { name: 'North' },
    })
  expect((await save(`https://${north}`)).status).toBe(200)
  for (const origin of [`https://${own}`, `https://${south}`, 'https://evil.example', 'null'])
    expect((await save(origin)).status).toBe(403)
})

test('a mail leads nowhere that a request named', async () => {
  const { email } = northern
  for (const host of ['evil.example', north])
    expect((await call(host, 'POST', '/api/auth/code', { body: { email } })).status).toBe(200)
  await parley.settled()
  const { items } = (await (await fetch(`${parley.url}/dev/mail.json`)).json()) as {
    items: { to: string; text: string; html: string }[]
  }
  const mailed = items.filter(({ to }) => to === email)
  expect(mailed.length).toBeGreaterThan(2)
  for (const { text, html } of mailed) expect(text + html).not.toContain('evil.example')
  // At an agency's domain, it is the agency that writes.
  expect(mailed.some(({ html }) => /<bdi>(Your Agency|North)</.test(html) && !/parley/i.test(html))).toBe(
    true,
  )
})

test('what is not the agency’s is not at its domain, and the agency’s own is', async () => {
  const { client, workspaceId } = northern
  const save = (body: object) => client.call('agency.save', { params: { region: 'na', workspaceId }, body })
  await save({ name: 'North & <Co>', tosPage: 'https://north.example/terms' })
  const html = { headers: { accept: 'text/html' } }
  const text = async (path: string) => (await call(north, 'GET', path, html)).text
  await expect.poll(() => text('/nowhere')).toContain('North &amp; &lt;Co&gt;')
  for (const path of [
    '/pricing',
    '/whatsapp',
    '/legal/about',
    '/api',
    '/api/openapi.json',
    '/api/permissions',
  ])
    expect((await call(north, 'GET', path, html)).status, path).toBe(404)
  for (const path of ['/pricing', '/nowhere', '/sitemap.xml', '/robots.txt'])
    expect(await text(path), path).not.toMatch(/parley/i)
  for (const path of ['/', '/signup', '/legal/tos'])
    expect((await call(north, 'GET', path, html)).status, path).toBe(302)
  expect(JSON.parse((await call(north, 'GET', '/app.webmanifest')).text)).toMatchObject({
    name: 'North & <Co>',
    start_url: '/app/',
  })
  expect((await call(own, 'GET', '/app.webmanifest')).status).toBe(404)
  expect((await call(own, 'GET', '/pricing', html)).status).toBe(200)
  // A change shows within a second: at the next request.
  await save({ name: 'Northwind' })
  expect(JSON.parse((await call(north, 'GET', '/app.webmanifest')).text).name).toBe('Northwind')
  expect(JSON.parse((await call(south, 'GET', '/app.webmanifest')).text).name).toBe('Your Agency')
})
