/** How an agency's own product signs its clients in, through HTTP: by login tokens and signed ones, and by which not. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const publicUrl = 'http://parley.example'
let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '100', RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: publicUrl },
  })
  ada = await parley.signUp()
  eve = await parley.signUp('eu')
  for (const person of [ada, eve]) await person.client.call('agency.initialize', place(person))
})
afterAll(() => parley.stop())

let nth = 0
const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })

type Cleo = { email: string; clientId: string; orgId: string; person: Person }

async function clientOf(person: Person): Promise<Cleo> {
  const { client, region } = person
  const { organisationId: orgId } = await client.call('organisations.create', { ...place(person), body: {} })
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  const email = `cleo${++nth}@example.com`
  const body = { orgId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' }
  const { clientId } = await client.call('clients.create', {
    ...place(person),
    body: { ...body, widgetIDs: [agentCreated.ID], canAccess: ['/home'] },
  })
  return { email, clientId, orgId, person }
}

const secretOf = async (person: Person) =>
  (await person.client.call('workspaces.get', place(person))).workspaceSecret

/** As a server of the agency does, by the workspace secret. */
async function tokenOf({ clientId, person }: Cleo) {
  const server = parley.client(await secretOf(person))
  return server.call('clients.createLoginToken', { params: { ...place(person).params, clientId } })
}
const validate = (token: string, region: Region = 'na', agencyId?: string) =>
  parley.client().call('rpc.validateClientLoginToken', {
    params: { region },
    body: { token, ...(agencyId !== undefined && { agencyId }) },
  })
const signIn = (email: string, password: string, { workspaceId: agencyId }: Person) =>
  parley.client().call('clientAuth.signIn', { body: { email, password, agencyId } })

/** Mails of the last link that its agency had sent to a client. */
async function mailed({ clientId, email, person }: Cleo) {
  await person.client.call('clients.sendSignInLink', { params: { ...place(person).params, clientId } })
  let mail: { subject: string; text: string; fromName?: string } | undefined
  await expect
    .poll(async () => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      mail = items.find(({ to }: { to: string }) => to === email)
      return mail
    })
    .toBeDefined()
  const links = mail!.text.split('\n').filter((line) => line.startsWith('http'))
  return { ...mail!, links, token: new URL(links[0] ?? '').searchParams.get('token') ?? '' }
}

const refused = {
  status: 401,
  code: 'invalid-token',
  message: 'This sign-in link is no longer valid. Please go back and open it again.',
}

const usedUp = {
  ...refused,
  message: 'This sign-in link was used already, or is too old. Please sign in here.',
}

describe('a sign-in link in a mail', () => {
  test('says where the client signs in, and signs it in once', async () => {
    const cleo = await clientOf(ada)
    const { subject, text, links, token } = await mailed(cleo)
    const page = `${publicUrl}/client/login?agency=${ada.workspaceId}`
    expect(subject).toMatch(/^Your account at /)
    expect(links).toEqual([`${page}&token=${token}`, page])
    expect(text).toContain(cleo.email)
    expect(text).not.toContain('fifteen letters')
    const { clientData } = await validate(token, 'na', ada.workspaceId)
    await signIn(cleo.email, clientData.dashboardPassword, ada)
    await expect(validate(token)).rejects.toMatchObject(usedUp)
  })

  test('is no longer valid once the password was replaced', async () => {
    const cleo = await clientOf(ada)
    const { token } = await mailed(cleo)
    const params = { ...place(ada).params, clientId: cleo.clientId }
    await ada.client.call('clients.save', { params, body: { dashboardPassword: 'fifteen others' } })
    await expect(validate(token)).rejects.toMatchObject(usedUp)
  })

  test('is sent to no client of another agency', async () => {
    const cleo = await clientOf(eve)
    const params = { ...place(ada).params, clientId: cleo.clientId }
    await expect(ada.client.call('clients.sendSignInLink', { params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a login token', () => {
  test('is made by the workspace secret, and signs its client in once', async () => {
    for (const person of [ada, eve]) {
      const { region, workspaceId } = person
      const cleo = await clientOf(person)
      const { token, address, expiresAt } = await tokenOf(cleo)
      const asked = new URL(address)
      expect(asked.origin + asked.pathname).toBe(`${publicUrl}/client/login`)
      expect(Object.fromEntries(asked.searchParams)).toEqual({ agency: workspaceId, token })
      expect(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000)).toBeLessThan(30_000)
      const answer = await validate(token, region, workspaceId)
      expect(answer).toEqual({
        success: true,
        clientData: { email: cleo.email, dashboardPassword: expect.any(String) },
      })
      // Asked again after a lost answer, it still begins one session.
      const again = await validate(token, region)
      const { token: session } = await signIn(cleo.email, answer.clientData.dashboardPassword, person)
      const { clientData } = await parley.client(session).call('clientAuth.refresh', { body: {} })
      expect(clientData.ID).toBe(cleo.clientId)
      await expect(signIn(cleo.email, again.clientData.dashboardPassword, person)).rejects.toMatchObject({
        code: 'wrong-credentials',
      })
      await expect(validate(token, region)).rejects.toMatchObject(refused)
    }
  })

  test('signs in where passwords are disabled', async () => {
    const owner = await parley.signUp()
    await owner.client.call('agency.initialize', place(owner))
    await owner.client.call('agency.save', {
      ...place(owner),
      body: { settings: { disablePasswordLogin: true } },
    })
    const cleo = await clientOf(owner)
    const { clientData } = await validate((await tokenOf(cleo)).token)
    await signIn(cleo.email, clientData.dashboardPassword, owner)
  })

  test('stands in the audit, made and used', async () => {
    const cleo = await clientOf(ada)
    const { clientData } = await validate((await tokenOf(cleo)).token)
    await signIn(cleo.email, clientData.dashboardPassword, ada)
    await parley.settled()
    const { items } = await ada.client.call('audit.timeline', { ...place(ada), query: {} })
    const said = items.map(({ sentence }) => (sentence ?? []).map(({ text }) => text).join(''))
    expect(JSON.stringify(items)).not.toContain(clientData.dashboardPassword)
    expect(said.join('\n')).toMatch(/signed in with a login token/)
    expect(items.filter(({ type }) => type === 'ClientLoginTokenIssued').length).toBeGreaterThan(0)
  })

  test('is refused with one message, whatever is wrong with it', async () => {
    const cleo = await clientOf(ada)
    const { token } = await tokenOf(cleo)
    for (const wrong of [
      'x',
      'cl1.x',
      `${token}x`,
      token.replace('cl1.', 'cs1.'),
      `${token.slice(0, -3)}AAA`,
    ])
      await expect(validate(wrong)).rejects.toMatchObject(refused)
    // In another region, and at the page of another agency.
    await expect(validate(token, 'eu')).rejects.toMatchObject(refused)
    await expect(validate(token, 'na', eve.workspaceId)).rejects.toMatchObject(refused)
    const { clientData } = await validate(token)
    await expect(signIn(cleo.email, clientData.dashboardPassword, eve)).rejects.toMatchObject({ status: 401 })
    // The token itself is no password, and what it gave is no token.
    await expect(signIn(cleo.email, token, ada)).rejects.toMatchObject({ status: 401 })
    await expect(validate(clientData.dashboardPassword)).rejects.toMatchObject(refused)
  })

  test('ends with the password that there was, and with the client', async () => {
    const [cleo, other] = [await clientOf(ada), await clientOf(ada)]
    const [one, two] = [await tokenOf(cleo), await tokenOf(other)]
    await ada.client.call('clients.save', {
      params: { ...place(ada).params, clientId: cleo.clientId },
      body: { dashboardPassword: 'another password' },
    })
    await expect(validate(one.token)).rejects.toMatchObject(refused)
    await ada.client.call('clients.delete', { params: { ...place(ada).params, clientId: other.clientId } })
    await expect(validate(two.token)).rejects.toMatchObject(refused)
  })

  test('of a client whose access is disabled says why', async () => {
    const cleo = await clientOf(ada)
    const { token } = await tokenOf(cleo)
    const save = (body: object) =>
      ada.client.call('organisations.save', {
        params: { ...place(ada).params, organisationId: cleo.orgId },
        body,
      })
    await save({ disableClientAccess: true, disableClientAccessMessage: 'Closed until Monday.' })
    await expect(validate(token)).rejects.toMatchObject({
      ...{ status: 403, code: 'client-access-disabled', message: 'Closed until Monday.' },
    })
    await save({ disableClientAccess: false })
    await validate(token)
  })

  test('is made for the own clients alone, by whoever manages them', async () => {
    const [cleo, hers] = [await clientOf(ada), await clientOf(eve)]
    const params = { ...place(ada).params, clientId: hers.clientId }
    const missing = { status: 404, message: 'This client does not exist.' }
    await expect(ada.client.call('clients.createLoginToken', { params })).rejects.toMatchObject(missing)
    const own = { ...place(ada).params, clientId: cleo.clientId }
    await expect(eve.client.call('clients.createLoginToken', { params: own })).rejects.toMatchObject({
      status: 404,
    })
    await expect(parley.client().call('clients.createLoginToken', { params: own })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('that is asked for twice by one command is for one session', async () => {
    const cleo = await clientOf(ada)
    const params = { ...place(ada).params, clientId: cleo.clientId }
    const options = { idempotencyKey: 'a-login-token' }
    const one = await ada.client.call('clients.createLoginToken', { params }, options)
    const two = await ada.client.call('clients.createLoginToken', { params }, options)
    const { clientData } = await validate(one.token)
    await signIn(cleo.email, clientData.dashboardPassword, ada)
    await expect(validate(two.token)).rejects.toMatchObject(refused)
  })
})

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** As the docs show it (docs/client-single-sign-on.md). */
function signed({ email, clientId, person }: Cleo, secret: string, more: object = {}, header: object = {}) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: person.workspaceId, aud: 'client-login', sub: clientId, email },
    ...{ iat: now, exp: now + 60, jti: randomUUID(), ...more },
  }
  const content = `${encoded({ alg: 'HS256', typ: 'JWT', ...header })}.${encoded(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
const ssoSecretOf = async (person: Person) =>
  (await person.client.call('agency.createSsoSecret', place(person))).ssoSecret
const agencyOf = async (person: Person) => (await person.client.call('agency.get', place(person))).agency

describe('a token that the agency signed', () => {
  test('signs its client in once, in each region', async () => {
    for (const person of [ada, eve]) {
      const [cleo, secret] = [await clientOf(person), await ssoSecretOf(person)]
      expect(secret).toMatch(/^[A-Za-z0-9]{43}$/)
      const token = signed(cleo, secret)
      const { clientData } = await validate(token, person.region, person.workspaceId)
      const again = await validate(token, person.region)
      const { token: session } = await signIn(cleo.email, clientData.dashboardPassword, person)
      const now = await parley.client(session).call('clientAuth.refresh', { body: {} })
      expect(now.clientData.ID).toBe(cleo.clientId)
      await expect(validate(token, person.region)).rejects.toMatchObject(refused)
      await expect(signIn(cleo.email, again.clientData.dashboardPassword, person)).rejects.toMatchObject({
        code: 'wrong-credentials',
      })
      // Another token by the same name, too.
      const jti = randomUUID()
      const first = await validate(signed(cleo, secret, { jti }), person.region)
      await signIn(cleo.email, first.clientData.dashboardPassword, person)
      await expect(validate(signed(cleo, secret, { jti }), person.region)).rejects.toMatchObject(refused)
    }
  })

  test('is refused with one message, whatever is wrong with it', async () => {
    const [cleo, other, hers] = [await clientOf(ada), await clientOf(ada), await clientOf(eve)]
    const [secret, herSecret] = [await ssoSecretOf(ada), await ssoSecretOf(eve)]
    const now = Math.floor(Date.now() / 1000)
    const wrong: Record<string, string> = {
      expired: signed(cleo, secret, { iat: now - 120, exp: now - 60 }),
      'for too long': signed(cleo, secret, { exp: now + 3_600 }),
      'for something else': signed(cleo, secret, { aud: publicUrl }),
      'by another secret': signed(cleo, herSecret),
      'of an agency that is none': signed(cleo, secret, { iss: 'nobody' }),
      'of an agency by a name that is none': signed(cleo, secret, { iss: '../x' }),
      'of another agency': signed(cleo, secret, { iss: eve.workspaceId }),
      'of another agency, under its secret': signed(cleo, herSecret, { iss: eve.workspaceId }),
      'for a client of another agency': signed({ ...hers, person: ada }, secret),
      'for another client’s address': signed({ ...cleo, email: other.email }, secret),
      'for another client by this address': signed({ ...other, email: cleo.email }, secret),
      'for nobody': signed({ ...cleo, clientId: 'nobody' }, secret),
      'of no algorithm': signed(cleo, secret, {}, { alg: 'none' }),
      'of no algorithm, unsigned': `${encoded({ alg: 'none' })}.${signed(cleo, secret).split('.')[1]}.`,
      'of another algorithm': signed(cleo, secret, {}, { alg: 'RS256' }),
      'without a name': signed(cleo, secret, { jti: undefined }),
    }
    for (const [why, token] of Object.entries(wrong))
      await expect(validate(token), why).rejects.toMatchObject(refused)
    await expect(validate(signed(cleo, secret), 'eu')).rejects.toMatchObject(refused)
    await expect(validate(signed(cleo, secret), 'na', eve.workspaceId)).rejects.toMatchObject(refused)
    await validate(signed(cleo, secret))
  })

  test('says why to a client whose access is disabled, and is nothing to one that was deleted', async () => {
    const [cleo, secret] = [await clientOf(ada), await ssoSecretOf(ada)]
    await ada.client.call('organisations.save', {
      params: { ...place(ada).params, organisationId: cleo.orgId },
      body: { disableClientAccess: true, disableClientAccessMessage: 'Closed until Monday.' },
    })
    await expect(validate(signed(cleo, secret))).rejects.toMatchObject({
      ...{ status: 403, code: 'client-access-disabled', message: 'Closed until Monday.' },
    })
    await ada.client.call('clients.delete', { params: { ...place(ada).params, clientId: cleo.clientId } })
    await expect(validate(signed(cleo, secret))).rejects.toMatchObject(refused)
  })

  test('needs the newest secret, which is told once', async () => {
    const cleo = await clientOf(ada)
    const former = await ssoSecretOf(ada)
    await validate(signed(cleo, former))
    const secret = await ssoSecretOf(ada)
    await expect(validate(signed(cleo, former))).rejects.toMatchObject(refused)
    await validate(signed(cleo, secret))
    const agency = await agencyOf(ada)
    expect(Date.parse(agency?.ssoSecretCreatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(JSON.stringify(agency)).not.toContain(secret)
    await ada.client.call('agency.removeSsoSecret', place(ada))
    await expect(validate(signed(cleo, secret))).rejects.toMatchObject(refused)
    expect(await agencyOf(ada)).not.toHaveProperty('ssoSecretCreatedAt')
    await parley.settled()
    expect((await searchFiles(parley.dataDir, [former, secret])).places).toEqual([])
  })

  test('stands in the audit, and so does its secret without what it is', async () => {
    const [cleo, secret] = [await clientOf(ada), await ssoSecretOf(ada)]
    const { clientData } = await validate(signed(cleo, secret))
    await signIn(cleo.email, clientData.dashboardPassword, ada)
    await parley.settled()
    const { items } = await ada.client.call('audit.timeline', { ...place(ada), query: {} })
    const said = items.map(({ sentence }) => (sentence ?? []).map(({ text }) => text).join(''))
    expect(said).toContain('signed in with a token that the agency signed')
    expect(items.map(({ type }) => type)).toContain('AgencySsoSecretCreated')
    expect(JSON.stringify(items)).not.toContain(secret)
  })
})
