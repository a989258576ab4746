/** Clients through HTTP: how they sign in, what they reach, and what ends their sessions. */
import { clientPages } from '@parley/contracts/client/pages.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '100', RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '1' })
  ada = await parley.signUp()
  eve = await parley.signUp('eu')
  for (const { client, region, workspaceId } of [ada, eve])
    await client.call('agency.initialize', { params: { region, workspaceId } })
})
afterAll(() => parley.stop())

const PASSWORD = 'fifteen letters'
let nth = 0
const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })

async function agentOf({ client, region }: Person, agentName = 'Shop'): Promise<string> {
  const body = { agentName, agentTemplate: 'blank-template' as const }
  return (await client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body })).agentCreated.ID
}
const organisationOf = async (person: Person) =>
  (await person.client.call('organisations.create', { ...place(person), body: {} })).organisationId

type Cleo = { email: string; clientId: string; orgId: string; agentId: string; person: Person }

/** A client of the person's agency with an agent of its own. */
async function clientOf(person: Person, more: object = {}): Promise<Cleo> {
  const [orgId, agentId] = [await organisationOf(person), await agentOf(person)]
  const email = `cleo${++nth}@example.com`
  const canAccess = clientPages.filter((page) => !('until' in page)).map(({ href }) => href)
  const body = { orgId, name: 'Cleo', email, dashboardPassword: PASSWORD, widgetIDs: [agentId], canAccess }
  const { clientId } = await person.client.call('clients.create', {
    ...place(person),
    body: { ...body, ...more },
  })
  return { email, clientId, orgId, agentId, person }
}

/** Asks from a network of its own, so that no test uses up the tries of another. */
async function post(path: string, body: object, network: string, headers: Record<string, string> = {}) {
  const answer = await fetch(parley.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const networkOf = () => `10.9.${++nth >> 8}.${nth & 255}`

const signIn = async ({ email, person }: Pick<Cleo, 'email' | 'person'>, password = PASSWORD) =>
  post('/api/auth/client/sign-in', { email, password, agencyId: person.workspaceId }, networkOf())
const tokenOf = async (cleo: Cleo, password = PASSWORD): Promise<string> => {
  const answer = await signIn(cleo, password)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.token
}
const refresh = (token: string) => parley.client(token).call('clientAuth.refresh', { body: {} })
const save = ({ person, clientId }: Cleo, body: object) =>
  person.client.call('clients.save', { params: { ...place(person).params, clientId }, body })
const saveOrganisation = ({ person, orgId }: Cleo, body: object) =>
  person.client.call('organisations.save', {
    params: { ...place(person).params, organisationId: orgId },
    body,
  })

/** Asks for a login code, and reads it from the mail. */
async function codeOf({ email, person }: Cleo, network = networkOf()) {
  const { region, workspaceId: agencyId } = person
  const asked = await post(`/api/${region}/rpc/ssoClient`, { email, agencyId }, network)
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  const { requestId } = asked.body
  let mail: { subject: string; html: string; fromName?: string } | undefined
  await expect
    .poll(async () => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      mail = items.find((one: { to: string }) => one.to === email)
      return mail
    })
    .toBeDefined()
  return { requestId, code: /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '', mail, network }
}
const withCode = ({ email, person }: Cleo, code: string, requestId: string, region: Region = person.region) =>
  post(`/api/${region}/rpc/ssoClient`, { email, agencyId: person.workspaceId, code, requestId }, networkOf())

describe('a client signs in', () => {
  test('by its password at its agency, in the region of the agency', async () => {
    for (const person of [ada, eve]) {
      const cleo = await clientOf(person)
      const answer = await signIn({ ...cleo, email: ` ${cleo.email.toUpperCase()} ` })
      expect(answer.body).toMatchObject({
        ...{ isClient: true, clientId: cleo.clientId, agencyId: person.workspaceId, region: person.region },
      })
      const cookies = answer.headers.getSetCookie()
      expect(cookies.find((one) => one.startsWith('parley_session='))).toMatch(
        /^parley_session=pc_[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      const session = await refresh(answer.body.token)
      expect(session).toMatchObject({
        success: true,
        clientData: { ID: cleo.clientId, email: cleo.email, widgetIDs: [cleo.agentId], status: 'offline' },
        orgData: { ID: cleo.orgId, name: 'New Organization' },
        agencyId: person.workspaceId,
      })
      expect(JSON.stringify(session)).not.toMatch(/argon2|passwordHash|emailHash/)
    }
  })

  test('with the same answer to a wrong password, an unknown address, and another agency', async () => {
    const cleo = await clientOf(ada)
    const answers = [
      await signIn(cleo, 'wrong password'),
      await signIn({ ...cleo, email: 'nobody@example.com' }),
      await signIn({ ...cleo, person: eve }),
      await post(
        '/api/auth/client/sign-in',
        { email: cleo.email, password: PASSWORD, agencyId: 'nobody' },
        networkOf(),
      ),
      // A person of the platform is no client.
      await signIn({ email: ada.email, person: ada }, ada.password),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([
        ...[401, 'wrong-credentials', 'The email or the password is not right.'],
      ])
  })

  test('not as a person, nor a person as a client', async () => {
    const cleo = await clientOf(ada)
    const asPerson = await post('/api/auth/sign-in', { email: cleo.email, password: PASSWORD }, networkOf())
    expect(asPerson.status).toBe(401)
    const token = await tokenOf(cleo)
    await expect(parley.client(token).call('auth.session', {})).rejects.toMatchObject({ status: 401 })
    await expect(refresh(ada.token)).rejects.toMatchObject({ status: 401 })
  })

  test('of an agency whose settings nobody opened, from its first organization on', async () => {
    const owner = await parley.signUp()
    const agency = async () => (await owner.client.call('agency.get', place(owner))).agency
    expect(await agency()).toBeUndefined()
    await organisationOf(owner)
    const made = await agency()
    expect(made).toMatchObject({ ID: owner.workspaceId })
    const cleo = await clientOf(owner)
    expect((await refresh(await tokenOf(cleo))).clientData.email).toBe(cleo.email)
    // What there is stays.
    await owner.client.call('agency.initialize', place(owner))
    expect(await agency()).toEqual(made)
  })

  test('not by password where its agency disabled that', async () => {
    const owner = await parley.signUp()
    await owner.client.call('agency.initialize', place(owner))
    const cleo = await clientOf(owner)
    await owner.client.call('agency.save', {
      ...place(owner),
      body: { settings: { disablePasswordLogin: true } },
    })
    const refused = { status: 403, body: { code: 'password-login-disabled' } }
    expect(await signIn(cleo)).toMatchObject(refused)
    expect(await signIn({ ...cleo, email: 'nobody@example.com' })).toMatchObject(refused)
    const { code, requestId } = await codeOf(cleo)
    const { body } = await withCode(cleo, code, requestId)
    expect((await signIn(cleo, body.data.clientData.dashboardPassword)).status).toBe(200)
  })

  test('not after ten wrong passwords from one network, where another one still may', async () => {
    const cleo = await clientOf(ada)
    const network = networkOf()
    const tried = (password: string) =>
      post('/api/auth/client/sign-in', { email: cleo.email, password, agencyId: ada.workspaceId }, network)
    for (let tries = 0; tries < 10; tries++) expect((await tried('wrong password')).status).toBe(401)
    expect((await tried(PASSWORD)).status).toBe(429)
    await tokenOf(cleo)
  })
})

describe('a login code', () => {
  test('comes under the brand of the agency and signs in once', async () => {
    await ada.client.call('agency.save', { ...place(ada), body: { name: 'Harbour & Sons' } })
    const cleo = await clientOf(ada)
    const { code, requestId, mail } = await codeOf(cleo)
    expect(mail?.fromName).toBe('Harbour & Sons')
    expect(JSON.stringify(mail)).not.toMatch(/parley/i)
    expect((await withCode(cleo, '000000', requestId)).body.code).toBe('wrong-code')
    const used = await withCode(cleo, code, requestId)
    expect(used.body.data.clientData.email).toBe(cleo.email)
    expect((await withCode(cleo, code, requestId)).body.code).toBe('wrong-code')
    const secret = used.body.data.clientData.dashboardPassword
    const signedIn = await signIn(cleo, secret)
    expect(signedIn.status).toBe(200)
    expect((await signIn(cleo, secret)).body.code).toBe('wrong-credentials')
    expect((await refresh(signedIn.body.token)).clientData.ID).toBe(cleo.clientId)
  })

  test('is mailed in the language of the client', async () => {
    const said = {
      fr: ['est votre code de connexion', 'lang="fr" dir="ltr"', 'valable 10 minutes'],
      ja: ['がログインコードです', 'lang="ja" dir="ltr"', '有効期間は10分'],
      ar: ['هو رمز الدخول الخاص بك', 'lang="ar" dir="rtl"', 'صالح لمدة 10 دقائق'],
    }
    for (const [preferredLanguage, [subject, html, text]] of Object.entries(said)) {
      const { code, mail } = await codeOf(await clientOf(ada, { preferredLanguage }))
      expect(mail).toMatchObject({
        subject: `${code} ${subject}`,
        html: expect.stringContaining(html ?? ''),
        text: expect.stringMatching(new RegExp(`${code}[^]*${text}`)),
      })
    }
  })

  test('is worth nothing at another agency, for another client, or for a person of the same address', async () => {
    const [cleo, other] = [await clientOf(ada), await clientOf(ada)]
    const { code, requestId } = await codeOf(cleo)
    const at = { email: cleo.email, requestId, code }
    for (const answer of [
      await withCode(other, code, requestId),
      await withCode({ ...cleo, person: eve }, code, requestId),
      await withCode(cleo, code, requestId, 'eu'),
      await post('/api/auth/code/sign-in', at, networkOf()),
    ])
      expect(answer.body.code).toBe('wrong-code')
    const used = await withCode(cleo, code, requestId)
    const secret = used.body.data.clientData.dashboardPassword
    expect((await signIn(other, secret)).status).toBe(401)
    expect((await signIn({ ...cleo, person: eve }, secret)).status).toBe(401)
    expect((await signIn(cleo, secret)).status).toBe(200)
  })

  test('is refused in the words of the specification where there is no such client', async () => {
    const cleo = await clientOf(ada)
    for (const [email, agencyId] of [
      ['nobody@example.com', ada.workspaceId],
      [cleo.email, eve.workspaceId],
    ]) {
      const { status, body } = await post('/api/na/rpc/ssoClient', { email, agencyId }, networkOf())
      expect([status, body.field, body.message]).toEqual([
        ...[404, 'email', "This account doesn't exist please contact support or create an account."],
      ])
    }
  })

  test('is mailed five times in five minutes at most', async () => {
    const cleo = await clientOf(ada)
    const network = networkOf()
    const ask = () => post('/api/na/rpc/ssoClient', { email: cleo.email, agencyId: ada.workspaceId }, network)
    for (let asked = 0; asked < 5; asked++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  test('does not sign in any more once the password was replaced', async () => {
    const cleo = await clientOf(ada)
    const { code, requestId } = await codeOf(cleo)
    const secret = (await withCode(cleo, code, requestId)).body.data.clientData.dashboardPassword
    await save(cleo, { dashboardPassword: 'another password' })
    expect((await signIn(cleo, secret)).body.code).toBe('wrong-credentials')
  })
})

describe('the session of a client ends', () => {
  const ended = { status: 401 }

  test('when it signs out, and no other one with it', async () => {
    const cleo = await clientOf(ada)
    const [one, other] = [await tokenOf(cleo), await tokenOf(cleo)]
    await parley.client(one).call('clientAuth.signOut', {})
    await expect(refresh(one)).rejects.toMatchObject(ended)
    expect((await refresh(other)).clientData.ID).toBe(cleo.clientId)
  })

  test('when the password is replaced, and not when anything else is', async () => {
    const cleo = await clientOf(ada)
    const token = await tokenOf(cleo)
    await save(cleo, { name: 'Cleopatra', orgId: await organisationOf(ada) })
    expect((await refresh(token)).clientData.name).toBe('Cleopatra')
    await save(cleo, { dashboardPassword: 'another password' })
    await expect(refresh(token)).rejects.toMatchObject(ended)
    await tokenOf(cleo, 'another password')
  })

  test('with the client, whose address then signs nobody in', async () => {
    const cleo = await clientOf(ada)
    const token = await tokenOf(cleo)
    await ada.client.call('clients.delete', { params: { ...place(ada).params, clientId: cleo.clientId } })
    await expect(refresh(token)).rejects.toMatchObject(ended)
    expect((await signIn(cleo)).status).toBe(401)
    await parley.settled()
  })

  test('when its organisation disables access, which says why meanwhile', async () => {
    const cleo = await clientOf(ada)
    const token = await tokenOf(cleo)
    await saveOrganisation(cleo, {
      disableClientAccess: true,
      disableClientAccessMessage: 'Closed until Monday.',
    })
    const refused = { status: 403, code: 'client-access-disabled', message: 'Closed until Monday.' }
    await expect(refresh(token)).rejects.toMatchObject(refused)
    const { agentId } = cleo
    await expect(
      parley.client(token).call('leads.list', { params: { region: 'na', agentId }, query: {} }),
    ).rejects.toMatchObject(refused)
    expect((await signIn(cleo)).body).toMatchObject({ code: refused.code, message: refused.message })
    // Who does not know the password is told nothing.
    expect((await signIn(cleo, 'wrong password')).body.code).toBe('wrong-credentials')
    await saveOrganisation(cleo, { disableClientAccess: false })
    await expect(refresh(token)).rejects.toMatchObject(ended)
    await refresh(await tokenOf(cleo))
  })

  test('with any change of its token', async () => {
    const token = await tokenOf(await clientOf(ada))
    const changed = token.at(-1) === 'A' ? 'B' : 'A'
    for (const other of [
      `${token.slice(0, -1)}${changed}`,
      token.slice(3),
      token.replace('pc_na', 'pc_eu'),
      `pc_${ada.token}`,
    ])
      await expect(refresh(other)).rejects.toMatchObject(ended)
  })
})

describe('a signed-in client', () => {
  test('sees its own agents in lists, and no other of the workspace', async () => {
    const cleo = await clientOf(ada)
    await agentOf(ada, 'Not hers')
    const client = parley.client(await tokenOf(cleo))
    const listed = await client.call('agents.list', { params: { region: 'na' } })
    expect(listed.items.map(({ ID }) => ID)).toEqual([cleo.agentId])
    expect(
      (await client.call('agents.list', { params: { region: 'na' }, query: { search: 'hers' } })).items,
    ).toEqual([])
    const inbox = await client.call('inbox.get', { params: { region: 'na', workspaceId: ada.workspaceId } })
    expect(inbox).toMatchObject({ cannedResponses: [], savedViews: [] })
    expect(inbox.members.map(({ userId }) => userId)).toEqual([cleo.clientId])
    await save(cleo, { widgetIDs: [] })
    expect((await client.call('agents.list', { params: { region: 'na' } })).items).toEqual([])
    const params = { region: 'na' as const, agentId: cleo.agentId }
    await expect(client.call('agents.get', { params })).rejects.toMatchObject({ status: 404 })
  })

  test('opens the custom tabs that its access names or that every client sees, with their content', async () => {
    const content = { pageType: 'html', htmlContent: '<p>Hello</p>', jsContent: '', iframeUrl: '' } as const
    const shown = (tabId: string) => ({ tabId, label: tabId, href: `/${tabId}`, iconUrl: '', desc: '' })
    const tabs = ['always', 'granted', 'other'].map((tabId) => ({
      ...{ ...shown(tabId), ...content, alwaysVisible: tabId === 'always' },
    }))
    await ada.client.call('agency.save', { ...place(ada), body: { customTabs: tabs } })
    const cleo = await clientOf(ada, {
      canAccess: ['/home', '/Granted'],
      clientTabOrder: ['granted', 'home'],
    })
    const token = await tokenOf(cleo)
    const session = await refresh(token)
    expect(session.customTabs).toEqual(['always', 'granted'].map(shown))
    expect(session.clientData.clientTabOrder).toEqual(['granted', 'home'])
    const open = (tabId: string) => parley.client(token).call('clientAuth.tab', { params: { tabId } })
    expect(await open('granted')).toEqual(tabs[1])
    await expect(open('other')).rejects.toMatchObject({ status: 404 })
    await expect(open('made-up')).rejects.toMatchObject({ status: 404 })
    // Of another agency, there is none.
    const stranger = parley.client(await tokenOf(await clientOf(eve)))
    await expect(stranger.call('clientAuth.tab', { params: { tabId: 'always' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(clientOf(ada, { canAccess: ['no slash'] })).rejects.toThrow('There is no such page.')
    // A tab that is removed is gone for whoever had it.
    await ada.client.call('agency.save', { ...place(ada), body: { customTabs: [] } })
    expect((await refresh(token)).customTabs).toEqual([])
  })

  test('reads no settings of an agent without a page of settings, and no costs at all', async () => {
    const cleo = await clientOf(ada, { canAccess: ['/home', '/convos', '/analytics'] })
    const params = { region: 'na' as const, agentId: cleo.agentId }
    await ada.client.call('agents.save', { params, body: { vg_systemPrompt: 'The recipe of the agency.' } })
    const client = parley.client(await tokenOf(cleo))
    const { data } = await client.call('agents.get', { params })
    expect(data.title).toBe('Shop')
    expect(JSON.stringify(data)).not.toContain('recipe')
    await expect(client.call('agents.versions', { params })).rejects.toMatchObject({ status: 403 })
    await expect(client.call('agents.save', { params, body: { title: 'Mine' } })).rejects.toMatchObject({
      status: 403,
    })
    const { figures } = await client.call('analytics.summary', { params, query: {} })
    expect(figures.credits).toEqual({ value: null, before: null })
    await expect(
      client.call('analytics.series', { params, query: { figure: 'credits' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect((await client.call('agents.overview', { params, query: {} })).model.modelId).toBe('')
    const csv = await (await client.open('analytics.export', { params, query: {} })).text()
    expect(csv.split('\n')[0]).not.toMatch(/credits|cost/i)
  })

  test('can neither read nor choose the key of an agent that it edits', async () => {
    const cleo = await clientOf(ada, { canAccess: ['/settings'] })
    const params = { region: 'na' as const, agentId: cleo.agentId }
    const before = (await ada.client.call('agents.get', { params })).data.SECRET_API_KEY
    const client = parley.client(await tokenOf(cleo))
    expect((await client.call('agents.get', { params })).data.SECRET_API_KEY).toBeUndefined()
    await client.call('agents.save', {
      params,
      body: { title: 'Mine', SECRET_API_KEY: 'vg_chosenByAClient12345' },
    })
    const after = (await ada.client.call('agents.get', { params })).data
    expect([after.title, after.SECRET_API_KEY]).toEqual(['Mine', before])
  })

  test('answers visitors under its own name, and is named in the audit', async () => {
    const cleo = await clientOf(ada)
    const agent = { region: 'na' as const, agentId: cleo.agentId }
    const { conversationId, visitorToken } = await parley
      .client()
      .call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const client = parley.client(await tokenOf(cleo))
    await client.call('conversations.reply', { params, body: { id: 'r1', text: 'Hello, Cleo here' } })
    const { messages } = await parley.client(visitorToken).call('conversations.messages', { params })
    expect(messages.find(({ id }) => id === 'r1')).toMatchObject({ role: 'human', author: 'Cleo' })
    await expect(
      client.call('conversations.assign', { params, body: { assignee: ada.userId } }),
    ).rejects.toMatchObject({ status: 403 })
    await parley.settled()
    const { items } = await ada.client.call('audit.timeline', {
      ...place(ada),
      query: { stream: `conversation-${conversationId}` },
    })
    expect(items.find(({ actor }) => actor.kind === 'client')).toMatchObject({
      actor: { id: cleo.clientId },
      actorName: 'Cleo',
    })
    await ada.client.call('clients.delete', { params: { ...place(ada).params, clientId: cleo.clientId } })
    await parley.settled()
    const after = await parley.client(visitorToken).call('conversations.messages', { params })
    expect(JSON.stringify(after)).not.toContain('"Cleo"')
  })

  test('goes online and offline, and is offline once its agency has saved it', async () => {
    const cleo = await clientOf(ada)
    const client = parley.client(await tokenOf(cleo))
    const { clientId } = cleo
    const status = async () =>
      (await client.call('clientAuth.refresh', { body: { clientId } })).clientData.status
    await client.call('clientAuth.status', { body: { clientId, status: 'online', bucket: 'default' } })
    expect(await status()).toBe('online')
    // Its agency sees when it was there, of which being saved is none.
    const lastSeen = async () => {
      const params = { region: ada.region, workspaceId: ada.workspaceId, clientId }
      return (await ada.client.call('clients.get', { params })).lastSeenAt ?? ''
    }
    const seen = await lastSeen()
    expect(Date.now() - Date.parse(seen)).toBeLessThan(60_000)
    await save(cleo, { name: 'Cleopatra' })
    expect(await status()).toBe('offline')
    expect(await lastSeen()).toBe(seen)
    const other = (await clientOf(ada)).clientId
    for (const asked of [
      client.call('clientAuth.status', { body: { clientId: other, status: 'online' } }),
      client.call('clientAuth.refresh', { body: { clientId: other } }),
    ])
      await expect(asked).rejects.toMatchObject({ status: 404 })
  })

  test('changes its own name, address, photo and language, and stays signed in', async () => {
    const [cleo, other] = [await clientOf(ada), await clientOf(eve)]
    const token = await tokenOf(cleo)
    const client = parley.client(token)
    const email = `new${++nth}@example.com`
    await client.call('clientAuth.saveProfile', { body: { name: 'Cleopatra', email, squarePhotoURL: '' } })
    expect((await refresh(token)).clientData).toMatchObject({ name: 'Cleopatra', email })
    const told = async () => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      return items.filter(({ to }: { to: string }) => to === cleo.email)
    }
    await expect
      .poll(told)
      .toEqual([expect.objectContaining({ subject: 'The e-mail address of your account was changed' })])
    await expect(
      client.call('clientAuth.saveProfile', { body: { email: other.email } }),
    ).rejects.toMatchObject({ status: 409, message: 'This email is already in use by another client.' })
    expect((await signIn(cleo)).status).toBe(401)
    await tokenOf({ ...cleo, email })
    expect((await refresh(token)).clientData.preferredLanguage).toBe('en')
    await client.call('clientAuth.saveProfile', { body: { preferredLanguage: 'ar' } })
    expect((await refresh(token)).clientData.preferredLanguage).toBe('ar')
    await expect(
      client.call('clientAuth.saveProfile', { body: { preferredLanguage: 'sv' as 'ar' } }),
    ).rejects.toThrow()
    expect((await refresh(token)).clientData.preferredLanguage).toBe('ar')
  })
})

test('a client changes its password: its other sessions end, and it is told by mail', async () => {
  const cleo = await clientOf(ada)
  const [token, elsewhere] = [await tokenOf(cleo), await tokenOf(cleo)]
  const change = (password: string, newPassword = 'another long password') =>
    parley.client(token).call('clientAuth.changePassword', { body: { password, newPassword } })
  await expect(change('not the password')).rejects.toMatchObject({
    code: 'wrong-password',
    field: 'password',
  })
  await expect(change(PASSWORD, 'short')).rejects.toMatchObject({ status: 400 })
  expect((await refresh(elsewhere)).success).toBe(true)
  await change(PASSWORD)
  expect((await refresh(token)).success).toBe(true)
  await expect(refresh(elsewhere)).rejects.toMatchObject({ status: 401 })
  expect((await signIn(cleo)).status).toBe(401)
  await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'wrong-password' })
  await change('another long password', 'yet another password')
  expect((await refresh(token)).success).toBe(true)
  const mails = async () => {
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    return items.filter(({ to }: { to: string }) => to === cleo.email)
  }
  const told = expect.objectContaining({ subject: 'The password of your account was changed' })
  await expect.poll(mails).toEqual([told, told])
  // Its agency ends all of its sessions.
  await save(cleo, { dashboardPassword: PASSWORD })
  await expect(refresh(token)).rejects.toMatchObject({ status: 401 })
  await expect.poll(mails).toHaveLength(3)
})

test('a client without password login cannot change its password', async () => {
  const cleo = await clientOf(ada)
  const token = await tokenOf(cleo)
  const passwords = (disablePasswordLogin: boolean) =>
    ada.client.call('agency.save', { ...place(ada), body: { settings: { disablePasswordLogin } } })
  await passwords(true)
  try {
    const body = { password: PASSWORD, newPassword: 'another long password' }
    await expect(parley.client(token).call('clientAuth.changePassword', { body })).rejects.toMatchObject({
      code: 'password-login-disabled',
    })
  } finally {
    await passwords(false)
  }
})

test('a cookie of a client is taken from pages of this server alone', async () => {
  const cleo = await clientOf(ada)
  const cookie = `parley_session=${await tokenOf(cleo)}`
  const body = { clientId: cleo.clientId, status: 'online' }
  const ask = (headers: Record<string, string>) =>
    post('/api/auth/client/status', body, networkOf(), { cookie, ...headers })
  expect((await ask({})).status).toBe(403)
  expect((await ask({ 'parley-csrf': '1', origin: 'https://evil.example' })).status).toBe(403)
})

test('the brand of an agency is read by its id, without what is its own', async () => {
  await ada.client.call('agency.save', {
    ...place(ada),
    body: { customCSS: '.x { background: url(https://evil.example/a.png) } h1 { color: red }' },
  })
  const brand = await parley.client().call('clientAuth.agency', { query: { agency: ada.workspaceId } })
  expect(brand).toMatchObject({
    region: 'na',
    agencyId: ada.workspaceId,
    settings: { disablePasswordLogin: false },
  })
  expect(brand.customCSS).not.toContain('evil.example')
  expect(brand).not.toHaveProperty('secret')
  expect(brand).not.toHaveProperty('customTabs')
  expect(brand).not.toHaveProperty('USDPerToken')
  for (const query of [{ agency: 'nobody' }, {}])
    await expect(parley.client().call('clientAuth.agency', { query })).rejects.toMatchObject({ status: 404 })
})
