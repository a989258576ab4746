/** Organisations of an agency sign their people in with OpenID providers of their own, at the agency's host; and who is not. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { type ForgingProvider, startForgingProvider } from './src/forging-provider.ts'
import { answerOfProvider, type OpenIdDouble, startOpenIdProvider } from './src/openid-provider.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const own = 'parley.example'
const [north, south] = ['app.north.example', 'app.south.example'] as const
let dns: TestDns
let provider: OpenIdDouble
let forging: ForgingProvider
let parley: TestPlatform
let northern: Person
let southern: Person
/** Organisations of the northern agency. */
let acme: string
let other: string
let agentId: string

beforeAll(async () => {
  dns = await startTestDns()
  provider = await startOpenIdProvider(() => `https://${north}`, '/client/login/openid')
  forging = await startForgingProvider('parley')
  parley = await startTestPlatform({
    ...{ PUBLIC_URL: `https://${own}`, TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '100' },
    ...domainsIn(dns),
    ALLOW_PRIVATE_ADDRESSES: [provider.issuer, forging.issuer].map((one) => new URL(one).host).join(','),
  })
  northern = await signUpAgency(north, { parley, dns })
  southern = await signUpAgency(south, { parley, dns })
  const created = await northern.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  agentId = created.agentCreated.ID
})
beforeEach(async () => {
  acme = await organisationOf(northern, 'Acme')
  other = await organisationOf(northern, 'Other')
})
afterEach(async () => {
  provider.behave('usual')
  Object.assign(forging, { claims: {}, ownKey: true })
  for (const organisationId of [acme, other])
    await northern.client.call('organisations.removeOpenId', at(northern, organisationId))
})
afterAll(async () => {
  await parley?.stop()
  await provider?.stop()
  await forging?.stop()
  await dns?.stop()
})

const place = ({ workspaceId }: Person) => ({ region: 'na' as const, workspaceId })
const at = (person: Person, organisationId: string) => ({ params: { ...place(person), organisationId } })
const organisationOf = async (person: Person, name: string) => {
  const body = { name, widgetIDs: person === northern ? [agentId] : [], defaultClientAccess: ['/home'] }
  const created = await person.client.call('organisations.create', { params: place(person), body })
  return created.organisationId
}
let nth = 0
const newEmail = (domain = 'acme.example') => `cleo${++nth}@${domain}`
const PASSWORD = 'fifteen letters'
const clientOf = async (organisationId: string, email: string, person = northern) => {
  const body = { orgId: organisationId, name: 'Cleo', email, dashboardPassword: PASSWORD }
  return (await person.client.call('clients.create', { params: place(person), body })).clientId
}

const settings = (more: object = {}) => ({
  ...{ issuer: provider.issuer, application: provider.clientId, secret: provider.clientSecret },
  ...{ domains: ['acme.example'], createClients: false, onlyOpenId: false, ...more },
})
const setUp = (more: object = {}, organisationId = acme, person = northern) =>
  person.client.call('organisations.saveOpenId', { ...at(person, organisationId), body: settings(more) })

type Answer = {
  status: number
  body: Record<string, unknown> & { code?: string; message?: string }
  cookie: string
}

async function call(host: string, method: string, path: string, body?: object, cookie = ''): Promise<Answer> {
  const { status, text, cookies } = await callAtHost(parley.url, host, method, path, {
    headers: { ...forwarded, ...(cookie && { cookie }) },
    body: body && JSON.stringify(body),
  })
  const session = cookies.find((one) => one.startsWith('parley_session='))
  return { status, body: text ? JSON.parse(text) : {}, cookie: session?.split(';')[0] ?? '' }
}
const start = (email: string, host: string = north, person = northern) =>
  call(host, 'POST', '/api/auth/client/openid/start', { agencyId: person.workspaceId, email })
const finish = (ticket: unknown, answer: string, host: string = north) =>
  call(host, 'POST', '/api/auth/client/openid/finish', { ticket, answer })
const refresh = (cookie: string, host: string = north) =>
  call(host, 'POST', '/api/auth/client/refresh', {}, cookie)

/** Goes to the provider as somebody, and comes back. `sub`: the provider's name for the person. */
async function signIn(email: string, said: object = {}, sub = email): Promise<Answer> {
  provider.people.set(sub, { email, email_verified: true, name: 'Cleo Acme', ...said })
  const started = await start(email.endsWith('acme.example') ? email : 'anybody@acme.example')
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  return finish(started.body.ticket, await answerOfProvider(String(started.body.address), sub))
}
/** The same with a provider that signs what `forging.claims` says. */
async function signInForged(email: string): Promise<Answer> {
  const started = await start(email)
  return finish(started.body.ticket, forging.answer(String(started.body.address)))
}
const said = ({ status, body: { code } }: Answer) => [status, code]

describe('a client signs in with the provider of its organisation', () => {
  test('at the host of its agency, by code with PKCE, state and nonce, in a session of that host alone', async () => {
    await setUp()
    const email = newEmail()
    const clientId = await clientOf(acme, email)
    const started = await start(email)
    const asked = new URL(String(started.body.address))
    expect(asked.origin).toBe(provider.issuer)
    expect(asked.searchParams.get('redirect_uri')).toBe(`https://${north}/client/login/openid`)
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
    expect(asked.searchParams.get('login_hint')).toBe(email)
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(name)?.length).toBeGreaterThan(40)

    const signedIn = await signIn(email)
    expect(signedIn.body).toMatchObject({ isClient: true, clientId, agencyId: northern.workspaceId })
    const session = await refresh(signedIn.cookie)
    expect(session.body).toMatchObject({ clientData: { ID: clientId, email, hasOpenId: true } })
    expect(JSON.stringify(session.body)).not.toMatch(/subjectHash|providerHash/)
    for (const host of [own, south]) expect((await refresh(signedIn.cookie, host)).status).toBe(401)

    // Its organisation's people are asked for by domain alone, whoever is a client.
    for (const domain of ['acme.example', 'ACME.example']) {
      const query = new URLSearchParams({ agency: northern.workspaceId, domain })
      const offered = await call(north, 'GET', `/api/auth/client/openid?${query}`)
      expect(offered.body).toEqual({ organisation: { name: 'Acme', onlyOpenId: false } })
    }
    expect((await start('nobody@acme.example')).status).toBe(200)
    expect(said(await start('nobody@elsewhere.example'))).toEqual([404, 'not-found'])
  })

  test('begins at the address that its provider knows: at the product, it is led there', async () => {
    await setUp()
    const elsewhere = await start(newEmail(), own)
    expect(elsewhere.body).toEqual({ page: `https://${north}/client/login` })
    const { redirectAddress } = await northern.client.call('organisations.openId', at(northern, acme))
    expect(redirectAddress).toBe(`https://${north}/client/login/openid`)
    // At another agency's host, there is nothing of it.
    expect(said(await start(newEmail(), south))).toEqual([404, 'not-found'])
    expect(said(await start(newEmail(), south, southern))).toEqual([404, 'not-found'])
  })

  test('stays the same client under another address, and nobody else gets an address that was its', async () => {
    await setUp()
    const email = newEmail()
    const clientId = await clientOf(acme, email)
    expect((await signIn(email, {}, 'sub-one')).body).toMatchObject({ clientId })
    const renamed = newEmail()
    expect((await signIn(renamed, {}, 'sub-one')).body).toMatchObject({ clientId })
    const taken = await signIn(email, {}, 'sub-two')
    expect(said(taken)).toEqual([403, 'no-such-client'])
    expect(taken.body.message).toContain('belongs to another account')
    // Until the agency says that it is the same person.
    const params = { ...place(northern), clientId }
    await northern.client.call('clients.unlinkOpenId', { params })
    expect((await signIn(email, {}, 'sub-two')).body).toMatchObject({ clientId })
    expect(said(await signIn(email, {}, 'sub-one'))).toEqual([403, 'no-such-client'])
  })

  test('whoever knew the password before has it no longer', async () => {
    await setUp()
    const email = newEmail()
    await clientOf(acme, email)
    const password = { email, password: PASSWORD, agencyId: northern.workspaceId }
    const before = await call(north, 'POST', '/api/auth/client/sign-in', password)
    expect(before.status).toBe(200)
    const { cookie } = await signIn(email)
    expect((await refresh(before.cookie)).status).toBe(401)
    expect(said(await call(north, 'POST', '/api/auth/client/sign-in', password))).toEqual([
      401,
      'wrong-credentials',
    ])
    // From then on, signing in changes nothing.
    await signIn(email)
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('nobody is signed in', () => {
  test('with the answer of another browser, twice with one, or with a ticket of another host', async () => {
    await setUp()
    const email = newEmail()
    await clientOf(acme, email)
    provider.people.set(email, { email, email_verified: true })
    const [mine, theirs] = [await start(email), await start(email)]
    const answer = await answerOfProvider(String(mine.body.address), email)
    expect(said(await finish(theirs.body.ticket, answer))).toEqual([403, 'provider-refused'])
    expect(said(await finish('co1.forged', answer))).toEqual([410, 'sign-in-expired'])
    for (const host of [own, south])
      expect(said(await finish(mine.body.ticket, answer, host))).toEqual([410, 'sign-in-expired'])
    expect((await finish(mine.body.ticket, answer)).status).toBe(200)
    expect(said(await finish(mine.body.ticket, answer))).toEqual([403, 'provider-refused'])
  })

  test('twice with one answer, even by a provider that takes its code again', async () => {
    await setUp({ issuer: forging.issuer, application: 'parley' })
    const email = newEmail()
    await clientOf(acme, email)
    forging.claims = { sub: email, email, email_verified: true }
    const started = await start(email)
    const answer = forging.answer(String(started.body.address))
    expect((await finish(started.body.ticket, answer)).status).toBe(200)
    expect(said(await finish(started.body.ticket, answer))).toEqual([403, 'provider-refused'])
  })

  test('by a token with another nonce, audience, issuer, time or signature', async () => {
    await setUp({ issuer: forging.issuer, application: 'parley' })
    const email = newEmail()
    await clientOf(acme, email)
    const right = { sub: email, email, email_verified: true }
    for (const wrong of [
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'another' },
      { iss: 'https://login.microsoftonline.com/other/v2.0' },
      { iss: provider.issuer },
      { exp: 1 },
      { sub: undefined },
    ]) {
      forging.claims = { ...right, ...wrong }
      expect(said(await signInForged(email)), JSON.stringify(wrong)).toEqual([403, 'provider-refused'])
    }
    Object.assign(forging, { claims: right, ownKey: false })
    expect(said(await signInForged(email))).toEqual([403, 'provider-refused'])
    forging.ownKey = true
    expect((await signInForged(email)).status).toBe(200)
  })

  test('by an address that is not verified, or of another organisation', async () => {
    await setUp({ createClients: true })
    const email = newEmail()
    await clientOf(acme, email)
    expect(said(await signIn(email, { email_verified: false }))).toEqual([403, 'email-not-verified'])
    expect(said(await signIn(email, { email: undefined }))).toEqual([403, 'email-not-verified'])
    expect(said(await signIn(newEmail('other.example')))).toEqual([403, 'wrong-domain'])
    expect(said(await signIn(newEmail('acme.example.evil.example')))).toEqual([403, 'wrong-domain'])
  })

  test('who is a client of another organisation or agency, or none, in the same words', async () => {
    await setUp({ domains: ['acme.example'] })
    await setUp({ domains: ['other.example'] }, other)
    const [ofOther, ofSouth, ofNobody] = [newEmail(), newEmail(), newEmail()]
    await clientOf(other, ofOther)
    await clientOf(await organisationOf(southern, 'Far'), ofSouth, southern)
    const answers = [await signIn(ofOther), await signIn(ofSouth), await signIn(ofNobody)]
    for (const answer of answers) {
      expect(said(answer)).toEqual([403, 'no-such-client'])
      expect(answer.body.message).toBe(answers[0]?.body.message)
    }
    // Nor where new clients are created.
    await setUp({ createClients: true })
    for (const email of [ofOther, ofSouth]) expect(said(await signIn(email))).toEqual([403, 'no-such-client'])
    // Nor as a client that was moved to another organisation since.
    const email = newEmail()
    const clientId = await clientOf(acme, email)
    expect((await signIn(email)).status).toBe(200)
    const params = { ...place(northern), clientId }
    await northern.client.call('clients.save', { params, body: { orgId: other } })
    expect(said(await signIn(email))).toEqual([403, 'no-such-client'])
  })

  test('while its access is disabled, or after its organisation gave the provider up', async () => {
    await setUp({ createClients: true })
    const email = newEmail()
    const save = (body: object) => northern.client.call('organisations.save', { ...at(northern, acme), body })
    await save({ disableClientAccess: true, disableClientAccessMessage: 'Until Monday.' })
    const disabled = await signIn(email)
    expect(said(disabled)).toEqual([403, 'client-access-disabled'])
    expect(disabled.body.message).toBe('Until Monday.')
    await save({ disableClientAccess: false })
    const { cookie } = await signIn(email)
    expect((await refresh(cookie)).status).toBe(200)
    const begun = await start(email)
    await northern.client.call('organisations.removeOpenId', at(northern, acme))
    const answer = await answerOfProvider(String(begun.body.address), email)
    expect(said(await finish(begun.body.ticket, answer))).toEqual([404, 'not-found'])
    // Whoever is signed in stays so.
    expect((await refresh(cookie)).status).toBe(200)
  })

  test('who cancelled, or while the provider is away', async () => {
    await setUp()
    const email = newEmail()
    await clientOf(acme, email)
    const begun = await start(email)
    const no = await answerOfProvider(String(begun.body.address), email, 'cancel')
    const cancelled = await finish(begun.body.ticket, no)
    expect([...said(cancelled), cancelled.body.message]).toEqual([
      ...[403, 'denied', 'You cancelled signing in with your organization.'],
    ])
    provider.people.set(email, { email, email_verified: true })
    const { body } = await start(email)
    const answer = await answerOfProvider(String(body.address), email)
    provider.behave('failing')
    expect(said(await finish(body.ticket, answer))).toEqual([503, 'provider-unavailable'])
    provider.behave('usual')
    expect((await finish(body.ticket, answer)).status).toBe(200)
  })
})

test('a newcomer becomes a client with the defaults of the organisation, once', async () => {
  await setUp({ createClients: true })
  const email = newEmail()
  const first = await signIn(email)
  const again = await signIn(email)
  expect(again.body.clientId).toBe(first.body.clientId)
  const { body } = await refresh(again.cookie)
  expect(body).toMatchObject({
    clientData: { email, name: 'Cleo Acme', orgId: acme, canAccess: ['/home'], widgetIDs: [agentId] },
    orgData: { name: 'Acme' },
  })
  const clientId = String(first.body.clientId)
  await northern.client.call('clients.delete', { params: { ...place(northern), clientId } })
  expect(said(await signIn(email))).toEqual([403, 'no-such-client'])
})

test('only this way: neither password nor code, until the agency says otherwise', async () => {
  await setUp()
  const email = newEmail()
  const clientId = await clientOf(acme, email)
  const { region, workspaceId: agencyId } = northern
  const sendLink = () =>
    northern.client.call('clients.sendSignInLink', { params: { ...place(northern), clientId } })
  await sendLink()
  const link = async (): Promise<string | undefined> => {
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    const mail = items.find(({ to }: { to: string }) => to === email)
    return /[?&]token=([^&\s]+)/.exec(mail?.text ?? '')?.[1]
  }
  await expect.poll(link).toBeDefined()
  const token = await link()
  const signInWith = (password: string) =>
    call(north, 'POST', '/api/auth/client/sign-in', { email, password, agencyId })
  const askForCode = () => call(north, 'POST', `/api/${region}/rpc/ssoClient`, { email, agencyId })
  expect((await signInWith(PASSWORD)).status).toBe(200)
  const only = { ...settings({ onlyOpenId: true }), secret: undefined }
  await northern.client.call('organisations.saveOpenId', { ...at(northern, acme), body: only })
  expect(said(await signInWith(PASSWORD))).toEqual([403, 'password-login-disabled'])
  // A wrong one tells nothing.
  expect(said(await signInWith('another password'))).toEqual([401, 'wrong-credentials'])
  expect(said(await askForCode())).toEqual([403, 'password-login-disabled'])
  await expect(sendLink()).rejects.toMatchObject({ code: 'password-login-disabled' })
  const withLink = await call(north, 'POST', `/api/${region}/rpc/validateClientLoginToken`, { token })
  expect(said(withLink)).toEqual([401, 'invalid-token'])
  const { status, cookie } = await signIn(email)
  expect(status).toBe(200)
  const newPassword = { password: PASSWORD, newPassword: 'another long password' }
  const changed = await call(north, 'POST', '/api/auth/client/password', newPassword, cookie)
  expect(said(changed)).toEqual([403, 'password-login-disabled'])
  await northern.client.call('organisations.removeOpenId', at(northern, acme))
  expect((await askForCode()).status).toBe(200)
})

test('a client cannot give itself an address at a domain whose people sign in with their organisation', async () => {
  await setUp()
  await setUp({ domains: ['other.example'] }, other)
  const email = newEmail()
  await clientOf(acme, email)
  const { cookie } = await signIn(email)
  const change = (to: string) => call(north, 'POST', '/api/auth/client/profile', { email: to }, cookie)
  for (const domain of ['acme.example', 'other.example'])
    expect(said(await change(newEmail(domain)))).toEqual([409, 'email-of-organization'])
  expect((await change(newEmail('elsewhere.example'))).status).toBe(200)
})

describe('the settings', () => {
  test('tell the secret to nobody, and send it to its issuer alone', async () => {
    await setUp()
    const shown = await northern.client.call('organisations.openId', at(northern, acme))
    expect(shown.openId).toEqual({
      ...{ issuer: provider.issuer, application: 'parley', domains: ['acme.example'] },
      ...{ createClients: false, onlyOpenId: false },
    })
    const body = { ...settings({ issuer: forging.issuer }), secret: undefined }
    await expect(
      northern.client.call('organisations.saveOpenId', { ...at(northern, acme), body }),
    ).rejects.toMatchObject({ code: 'invalid-input', field: 'secret' })
    await parley.settled()
    expect((await searchFiles(parley.dataDir, [provider.clientSecret])).places).toEqual([])
  })

  test('keep a domain for one organisation, until that one is deleted', async () => {
    const gone = await organisationOf(northern, 'Gone')
    await setUp({ domains: ['gone.example'] }, gone)
    await expect(setUp({ domains: ['gone.example'] })).rejects.toMatchObject({ code: 'domain-taken' })
    await northern.client.call('organisations.delete', at(northern, gone))
    await parley.settled()
    await setUp({ domains: ['gone.example'] })
    // Another agency has domains of its own.
    await setUp({ domains: ['gone.example'] }, await organisationOf(southern, 'Gone'), southern)
  })

  test('are of no other agency', async () => {
    await setUp()
    for (const call of [
      () => southern.client.call('organisations.openId', at(southern, acme)),
      () => setUp({}, acme, southern),
      () => southern.client.call('organisations.removeOpenId', at(southern, acme)),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a test says what is wrong with a provider', async () => {
    const tested = async (issuer: string) =>
      (await northern.client.call('organisations.testOpenId', { ...at(northern, acme), body: { issuer } }))
        .problem
    expect(await tested(provider.issuer)).toBeUndefined()
    expect(await tested(`${provider.issuer}/other`)).toMatch(/answers with 404/)
    expect(await tested('https://169.254.169.254')).toMatch(/not an address on the public internet/)
    expect(await tested('http://127.0.0.1:9')).toMatch(/not an address on the public internet/)
    expect(await tested(provider.issuer.replace('127.0.0.1', 'localhost'))).toMatch(/not an address on/)
    provider.behave('failing')
    expect(await tested(provider.issuer)).toMatch(/answers with 503/)
    forging.issuer = forging.issuer.replace('127.0.0.1', 'localhost')
    const asked = forging.issuer.replace('localhost', '127.0.0.1')
    expect(await tested(asked)).toMatch(/names itself “http:\/\/localhost/)
    forging.issuer = asked
  })
})

test('what was done stands in the audit, without secrets and what the provider said', async () => {
  await setUp({ createClients: true })
  const email = newEmail()
  await signIn(email, {}, 'a-sub-of-the-provider')
  await parley.settled()
  const { items } = await northern.client.call('audit.timeline', { params: place(northern), query: {} })
  const sentences = items.map(({ sentence }) => (sentence ?? []).map(({ text }) => text).join('')).join('\n')
  expect(sentences).toContain('set up the OpenID provider of Acme')
  expect(sentences).toContain('signed in with the OpenID provider of the organization')
  expect(sentences).toContain('linked the client Cleo Acme to its account at the OpenID provider')
  expect(JSON.stringify(items)).not.toContain(provider.clientSecret)
  expect(JSON.stringify(items)).not.toContain('a-sub-of-the-provider')
})
