/** Entry with the agency secret through HTTP: what it opens and what not, where it is valid, and what ends it. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { agencyAdminPages, mostAgencyAdminSessions } from '@parley/contracts/client/agency-admin.ts'
import { CSRF_HEADER } from '@parley/contracts/client.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const EIGHT_HOURS = 8 * 3_600_000
const DOMAIN = 'app.harbour.example'
let dns: TestDns
let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  dns = await startTestDns()
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '100', RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true', ...domainsIn(dns) },
  })
  ada = await parley.signUp()
  eve = await parley.signUp()
  for (const person of [ada, eve]) await person.client.call('agency.initialize', place(person))
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })
const secretOf = async (person: Person) =>
  (await person.client.call('agency.get', place(person))).agency?.secret ?? ''
let networks = 0
/** Each from a network of its own, of which only so many may try. */
async function ask(secret: string, { workspaceId: agencyId }: Pick<Person, 'workspaceId'>) {
  const answer = await fetch(`${parley.url}/api/auth/client/agency-admin`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', [CSRF_HEADER]: '1' },
      'x-forwarded-for': `10.2.0.${++networks}`,
    },
    body: JSON.stringify({ secret, agencyId }),
  })
  return { status: answer.status, body: await answer.json(), cookies: answer.headers.getSetCookie() }
}
async function signIn(...given: Parameters<typeof ask>): Promise<{ token: string }> {
  const { status, body } = await ask(...given)
  if (status !== 200) throw { status, code: body.code, message: body.detail ?? body.message }
  return body
}
const enter = async (person: Person) => (await signIn(await secretOf(person), person)).token
const refresh = (token: string) => parley.client(token).call('clientAuth.refresh', { body: {} })
const sessionsOf = async (person: Person) =>
  (await person.client.call('agency.adminSessions', place(person))).items
async function agentOf({ client }: Person): Promise<string> {
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  return agentCreated.ID
}

const refused = {
  ...{ status: 401, code: 'wrong-credentials', message: 'Error occurred signing in with admin access.' },
}
const ended = { status: 401, code: 'not-signed-in' }

describe('the agency secret', () => {
  test('opens the five pages with all agents of the owner, also those that no client has', async () => {
    const [first, hers] = [await agentOf(ada), await agentOf(eve)]
    const token = await enter(ada)
    const admin = parley.client(token)
    const second = await agentOf(ada)
    const session = await refresh(token)
    expect(session).toMatchObject({
      ...{ agencyId: ada.workspaceId, region: 'na', customTabs: [], feedback: false },
      clientData: { canAccess: [...agencyAdminPages], email: '', isOrgAdmin: false },
      agencyAdmin: { expiresAt: expect.any(String) },
    })
    expect(session.clientData.canAccess).toEqual(['/home', '/leads', '/convos', '/settings', '/analytics'])
    expect(session.clientData.widgetIDs.toSorted()).toEqual([first, second].toSorted())
    expect(session.clientData.widgetIDs).not.toContain(hers)
    expect(session.agencyAdmin?.secondsLeft).toBeGreaterThan(EIGHT_HOURS / 1000 - 60)
    expect(session.agencyAdmin?.secondsLeft).toBeLessThanOrEqual(EIGHT_HOURS / 1000)

    const listed = await admin.call('agents.list', { params: { region: 'na' } })
    expect(listed.items.map(({ ID }) => ID).toSorted()).toEqual([first, second].toSorted())
    const params = { region: 'na' as const, agentId: second }
    await admin.call('agents.save', { params, body: { title: 'Renamed' } })
    const { data } = await admin.call('agents.get', { params })
    expect(data.title).toBe('Renamed')
    // As for a client, no secret of an agent.
    expect(data).not.toHaveProperty('SECRET_API_KEY')
    await admin.call('conversations.list', { params, query: {} })
    await admin.call('leads.list', { params, query: {} })
    await admin.call('analytics.unanswered', { params, query: {} })
  })

  test('opens nothing else, and nothing of another agency', async () => {
    const [own, hers] = [await agentOf(ada), await agentOf(eve)]
    const admin = parley.client(await enter(ada))
    const params = { region: 'na' as const, agentId: own }
    for (const call of [
      () => admin.call('knowledge.list', { params }),
      () => admin.call('channels.list', { params }),
      () => admin.call('agents.delete', { params }),
      () =>
        admin.call('rpc.saveAgentBackup', {
          params: { region: 'na' },
          body: { agentId: own, workspaceId: ada.workspaceId, userEmail: ada.email },
        }),
      () => admin.call('agency.get', place(ada)),
      () => admin.call('agency.adminSessions', place(ada)),
      () => admin.call('agency.regenerateSecret', place(ada)),
      () => admin.call('workspaces.get', place(ada)),
      () => admin.call('clients.list', { ...place(ada), query: {} }),
      () => admin.call('audit.timeline', { ...place(ada), query: {} }),
      () => admin.call('clientAuth.saveProfile', { body: { name: 'Mallory' } }),
      () => admin.call('ownOrganisation.get', { params: { region: 'na' } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    for (const call of [
      () => admin.call('agents.get', { params: { region: 'na', agentId: hers } }),
      () => admin.call('conversations.list', { params: { region: 'na', agentId: hers }, query: {} }),
      () => admin.call('clients.list', { ...place(eve), query: {} }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    await expect(admin.call('auth.session', {})).rejects.toMatchObject({ status: 401 })
  })

  test('is refused with one message, whatever is wrong with it', async () => {
    const secret = await secretOf(ada)
    const { workspaceSecret } = await ada.client.call('workspaces.get', place(ada))
    for (const wrong of ['x', `${secret}x`, secret.slice(1), secret.toLowerCase(), workspaceSecret])
      await expect(signIn(wrong, ada)).rejects.toMatchObject(refused)
    await expect(signIn(secret, eve)).rejects.toMatchObject(refused)
    await expect(signIn(secret, { workspaceId: 'nobody' })).rejects.toMatchObject(refused)
    // It is no password of a client, and no bearer.
    await expect(refresh(secret)).rejects.toMatchObject(ended)
  })

  test('is tried ten times in five minutes from one place', async () => {
    const strict = await startTestPlatform()
    try {
      const owner = await strict.signUp()
      await owner.client.call('agency.initialize', place(owner))
      const at = () =>
        strict.client().call('clientAuth.signInWithSecret', {
          body: { secret: 'guessed', agencyId: owner.workspaceId },
        })
      for (let tries = 0; tries < 10; tries++) await expect(at()).rejects.toMatchObject(refused)
      await expect(at()).rejects.toMatchObject({ status: 429, code: 'too-many-requests' })
    } finally {
      await strict.stop()
    }
  })

  test('if it is wrong, uses up no tries of people who sign in with passwords from the same place', async () => {
    const strict = await startTestPlatform()
    try {
      const owner = await strict.signUp()
      await owner.client.call('agency.initialize', place(owner))
      const body = { name: 'Cleo', email: 'cleo@example.com', dashboardPassword: 'fifteen letters' }
      const { organisationId: orgId } = await owner.client.call('organisations.create', {
        ...place(owner),
        body: { name: 'Acme' },
      })
      await owner.client.call('clients.create', { ...place(owner), body: { ...body, orgId } })
      const guess = (agencyId: string) =>
        strict.client().call('clientAuth.signInWithSecret', { body: { secret: 'guessed', agencyId } })
      for (let tries = 0; tries < 60; tries++) await expect(guess(`a${tries}`)).rejects.toMatchObject(refused)
      await expect(guess('another')).rejects.toMatchObject({ status: 429 })
      const { email, dashboardPassword: password } = body
      const signIn = { email, password, agencyId: owner.workspaceId }
      await strict.client().call('clientAuth.signIn', { body: signIn })
    } finally {
      await strict.stop()
    }
  })

  test('stands nowhere in the data folder, nor does the token that it gave', async () => {
    const secret = await secretOf(ada)
    const token = await enter(ada)
    await parley.settled()
    const { places } = await searchFiles(parley.dataDir, [secret, token.split('.').at(-1) ?? ''])
    expect(places).toEqual([])
  })
})

describe('every act', () => {
  test('is in the audit under a name that says so, with the session', async () => {
    const agentId = await agentOf(ada)
    const token = await enter(ada)
    const { sessionId } = await refresh(token)
    await parley.client(token).call('agents.save', {
      params: { region: 'na', agentId },
      body: { title: 'Renamed by the admin' },
    })
    await parley.client(token).call('clientAuth.signOut', {})
    await parley.settled()
    const timeline = await ada.client.call('audit.timeline', { ...place(ada), query: { actor: sessionId } })
    const told = timeline.items.map(({ type, actor, actorName, sentence }) => [
      ...[type, actor.kind, actorName],
      sentence?.map(({ text }) => text).join(''),
    ])
    const name = 'Agency admin (agency secret)'
    expect(told).toEqual([
      ['AgencyAdminSessionEnded', 'agency-admin', name, 'signed out'],
      expect.arrayContaining([expect.any(String), 'agency-admin', name]),
      ['AgencyAdminSignedIn', 'agency-admin', name, 'signed in with the agency secret'],
    ])
    expect(JSON.stringify(timeline)).not.toContain(await secretOf(ada))
    expect((await ada.client.call('audit.verify', place(ada))).ok).toBe(true)
  })

  test('in a conversation carries no name of the agency’s people', async () => {
    const agentId = await agentOf(ada)
    const params = { region: 'na' as const, agentId }
    const { conversationId } = await parley.client().call('conversations.start', { params })
    const admin = parley.client(await enter(ada))
    const taken = await admin.call('conversations.takeOver', { params: { ...params, conversationId } })
    expect(taken).toMatchObject({ owner: 'human' })
    expect(JSON.stringify(taken)).toContain('"Team"')
    const own = { params: { ...params, conversationId } }
    expect(await ada.client.call('conversations.get', own)).not.toHaveProperty('assignee')
    await admin.call('conversations.reply', {
      params: { ...params, conversationId },
      body: { id: 'reply1', text: 'Hello' },
    })
    await admin.call('conversations.handBack', { params: { ...params, conversationId } })
  })

  test('follows the tag rules of the workspace, since it is of no organisation', async () => {
    const params = { region: 'na' as const, agentId: await agentOf(ada) }
    const { conversationId } = await parley.client().call('conversations.start', { params })
    await ada.client.call('inbox.save', {
      ...place(ada),
      body: { predefinedTags: ['vip'], disallowAnyTags: true },
    })
    const admin = parley.client(await enter(ada))
    const { settings, cannedResponses } = await admin.call('inbox.get', place(ada))
    expect(settings).toMatchObject({ predefinedTags: ['vip'], disallowAnyTags: true })
    expect(cannedResponses).toEqual([])
    const tag = (...tags: string[]) =>
      admin.call('conversations.tag', { params: { ...params, conversationId }, body: { tags } })
    expect((await tag('vip')).tags).toEqual(['vip'])
    await expect(tag('own')).rejects.toMatchObject({ status: 400, code: 'unknown-tag' })
  })
})

describe('a session', () => {
  test('ends after eight hours', async () => {
    const token = await enter(ada)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + EIGHT_HOURS - 60_000)
    await refresh(token)
    vi.spyOn(Date, 'now').mockImplementation(() => now + EIGHT_HOURS + 5_000)
    await expect(refresh(token)).rejects.toMatchObject(ended)
  })

  test('ends when the secret is replaced, and the former secret signs nobody in', async () => {
    const [former, token] = [await secretOf(ada), await enter(ada)]
    await refresh(token)
    const { secret } = await ada.client.call('agency.regenerateSecret', place(ada))
    await expect(refresh(token)).rejects.toMatchObject(ended)
    expect(await sessionsOf(ada)).toEqual([])
    await expect(signIn(former, ada)).rejects.toMatchObject(refused)
    await refresh((await signIn(secret, ada)).token)
  })

  test('is listed with where it came from, and ended by whoever manages the agency', async () => {
    await ada.client.call('agency.regenerateSecret', place(ada))
    const [one, other] = [await enter(ada), await enter(ada)]
    const listed = await sessionsOf(ada)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ address: expect.stringContaining('10.2.0.') })
    const { sessionId: adminSessionId } = await refresh(one)
    const params = { ...place(ada).params, adminSessionId }
    await expect(
      eve.client.call('agency.endAdminSession', { params: { ...place(eve).params, adminSessionId } }),
    ).rejects.toMatchObject({ status: 404 })
    await ada.client.call('agency.endAdminSession', { params })
    await expect(refresh(one)).rejects.toMatchObject(ended)
    await refresh(other)
    expect((await sessionsOf(ada)).map((one) => one.adminSessionId)).not.toContain(adminSessionId)
    await expect(ada.client.call('agency.endAdminSession', { params })).rejects.toMatchObject({ status: 404 })
  })

  test('ends with its open streams, also where nothing happens', async () => {
    const params = { region: 'na' as const, agentId: await agentOf(ada) }
    const query = { page: 'nodes' }
    const editors = async (by: Person['client']) =>
      readEvents((await by.open('agents.watchEditors', { params, query })).body!)
    const admin = parley.client(await enter(ada))
    const watched = await editors(admin)
    await admin.call('clientAuth.signOut', {})
    for await (const _ of watched);
    // Nor is it among those who have the agent open.
    for await (const { data } of await editors(ada.client)) {
      expect(data).not.toContain('agency-admin')
      break
    }
  })

  test('ends, and none begins, while the workspace waits for its deletion', async () => {
    const zoe = await parley.signUp()
    const { workspaceId } = await zoe.client.call('workspaces.create', {
      params: { region: 'na' },
      body: { workspaceName: 'Lamps' },
    })
    const lamps = { ...zoe, workspaceId, client: zoe.client }
    await zoe.client.call('agency.initialize', place(lamps))
    const secret = await secretOf(lamps)
    const { token } = await signIn(secret, lamps)
    await refresh(token)
    await zoe.client.call('workspaces.delete', place(lamps))
    await expect(refresh(token)).rejects.toMatchObject(ended)
    await expect(signIn(secret, lamps)).rejects.toMatchObject(refused)
  })

  test('is one of twenty: another one ends the oldest', async () => {
    const owner = await parley.signUp()
    await owner.client.call('agency.initialize', place(owner))
    const [oldest = '', next = ''] = [await enter(owner), await enter(owner)]
    for (let nth = 2; nth < mostAgencyAdminSessions; nth++) await enter(owner)
    await refresh(oldest)
    await enter(owner)
    await expect(refresh(oldest)).rejects.toMatchObject(ended)
    await refresh(next)
    expect(await sessionsOf(owner)).toHaveLength(mostAgencyAdminSessions)
  })

  test('ends with any change of its token', async () => {
    const token = await enter(ada)
    await refresh(token)
    const changed = token.at(-1) === 'A' ? 'B' : 'A'
    for (const other of [
      `${token.slice(0, -1)}${changed}`,
      token.replace(ada.workspaceId, eve.workspaceId),
      token.replace('pa_', 'pc_'),
      token.replace('.na.', '.eu.'),
      'pa_',
      'pa_.na.x.y',
    ])
      await expect(refresh(other)).rejects.toMatchObject(ended)
  })

  test('is the cookie of a browser for eight hours', async () => {
    const { body, cookies } = await ask(await secretOf(ada), ada)
    expect(cookies).toEqual([
      expect.stringMatching(/^parley_session=pa_[^;]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(Object.keys(body).toSorted()).toEqual(['agencyId', 'clientId', 'isClient', 'region', 'token'])
  })
})

describe('at an agency’s own domain', () => {
  test('its secret signs in there, that of another agency does not, and the session is valid there alone', async () => {
    const harbour = await signUpAgency(DOMAIN, { parley, dns })
    const at = (path: string, body: object, token?: string) =>
      callAtHost(parley.url, DOMAIN, 'POST', path, {
        headers: { ...forwarded, ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
    const path = '/api/auth/client/agency-admin'
    const { workspaceId: agencyId } = harbour
    const secret = await secretOf(harbour)
    const elsewhere = { secret: await secretOf(ada), agencyId: ada.workspaceId }
    expect((await at(path, elsewhere)).status).toBe(401)
    const signedIn = await at(path, { secret, agencyId })
    expect(signedIn.status, signedIn.text).toBe(200)
    const { token } = JSON.parse(signedIn.text)
    const refreshed = '/api/auth/client/refresh'
    expect((await at(refreshed, {}, token)).status).toBe(200)
    await expect(refresh(token)).rejects.toMatchObject(ended)
    expect((await sessionsOf(harbour))[0]).toMatchObject({ host: DOMAIN })
    // One that began at the product's own address is not valid at the domain.
    const own = await enter(harbour)
    await refresh(own)
    expect((await at(refreshed, {}, own)).status).toBe(401)
  })
})
