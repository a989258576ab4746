/** Strangers become clients of an agency through HTTP: the code, what they may then do, and what they are asked first. */
import { defaultClientOnboarding, onboardingToggles } from '@parley/contracts/agency/client-onboarding.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompanySite, startCompanySite } from './src/company-site.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let eve: Person
let site: CompanySite

beforeAll(async () => {
  site = await startCompanySite()
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '30', RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: '1' },
    ALLOW_PRIVATE_ADDRESSES: site.address,
  })
  ada = await agencyOf('na', { enableClientSignup: true })
  eve = await agencyOf('eu', {})
  await ada.client.call('agency.save', { ...place(ada), body: { name: 'Harbour & Sons' } })
})
afterAll(async () => {
  await parley?.stop()
  await site?.stop()
})

let nth = 0
const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })
const newEmail = () => `nora${++nth}@example.com`
const networkOf = () => `10.8.${++nth >> 8}.${nth & 255}`

async function agencyOf(region: 'na' | 'eu', settings: object): Promise<Person> {
  const person = await parley.signUp(region)
  await person.client.call('agency.initialize', place(person))
  await person.client.call('agency.save', { ...place(person), body: { settings } })
  return person
}

/** Asks from a network of its own, so that no test uses up the tries of another. */
async function post(
  path: string,
  body: object,
  more: { network?: string; key?: string; token?: string } = {},
) {
  const { network = networkOf(), key, token } = more
  const answer = await fetch(parley.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': network,
      ...(key && { 'idempotency-key': key }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

const signUp = (
  { region, workspaceId: agencyId }: Pick<Person, 'region' | 'workspaceId'>,
  body: object,
  more?: Parameters<typeof post>[2],
) => post(`/api/${region}/rpc/signupWithOTP`, { name: 'Nora New', agencyId, ...body }, more)

type Mail = { to: string; subject: string; html: string; fromName?: string }
const mailsTo = async (email: string): Promise<Mail[]> => {
  const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
  return items.filter(({ to }: Mail) => to === email)
}

/** Asks for a code, and reads it from the mail. */
async function codeOf(agency: Person, email: string) {
  const before = (await mailsTo(email)).length
  const { status, body } = await signUp(agency, { email })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toEqual({
    success: true,
    message: 'The verification code was sent.',
    requestId: body.requestId,
  })
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(before)
  const [mail] = await mailsTo(email)
  return {
    email,
    requestId: body.requestId as string,
    code: /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '',
    mail,
  }
}

async function signedUp(agency: Person, email = newEmail()) {
  const { requestId, code } = await codeOf(agency, email)
  const { body } = await signUp(agency, { email, requestId, code })
  const { dashboardPassword: password } = body.data.clientData
  const signedIn = await post('/api/auth/client/sign-in', { email, password, agencyId: agency.workspaceId })
  expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200)
  const { token, clientId } = signedIn.body as { token: string; clientId: string }
  const client = parley.client(token)
  return { email, token, clientId, client, refresh: () => client.call('clientAuth.refresh', { body: {} }) }
}
const clientsOf = async (agency: Person, email: string) =>
  (await agency.client.call('clients.list', { ...place(agency), query: { q: email } })).items
const organisationsOf = async (agency: Person) =>
  (await agency.client.call('organisations.list', place(agency))).items

describe('signing up', () => {
  test('is answered in the language of the page', async () => {
    const email = newEmail()
    expect((await signUp(ada, { email, preferredLanguage: 'ar' })).status).toBe(200)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toMatch(/^\d{6} هو رمز التحقق الخاص بك$/)
    expect(mail?.html).toContain('lang="ar" dir="rtl"')
  })

  test('makes a client with the access of its agency and an organisation of its own, and signs it in once', async () => {
    const email = newEmail()
    const { requestId, code, mail } = await codeOf(ada, email)
    expect(mail).toMatchObject({ fromName: 'Harbour & Sons', subject: `${code} is your verification code` })
    expect(JSON.stringify(mail)).not.toMatch(/parley/i)
    expect(await clientsOf(ada, email)).toEqual([])
    const done = await signUp(ada, { email: ` ${email.toUpperCase()} `, requestId, code })
    expect(done.body).toEqual({
      success: true,
      message: 'Your account was created.',
      data: { clientData: { email, dashboardPassword: expect.any(String) } },
    })
    const secret = done.body.data.clientData.dashboardPassword
    const signIn = () =>
      post('/api/auth/client/sign-in', { email, password: secret, agencyId: ada.workspaceId })
    const { body } = await signIn()
    expect((await signIn()).body.code).toBe('wrong-credentials')

    await parley.settled()
    const session = await parley.client(body.token).call('clientAuth.refresh', { body: {} })
    const { defaultClientAccess } = defaultClientOnboarding
    const onboarding = Object.fromEntries(
      onboardingToggles.map((name) => [name, defaultClientOnboarding[name]]),
    )
    expect(session.onboarding).toEqual(onboarding)
    expect(session).toMatchObject({
      clientData: {
        ...{ ID: body.clientId, email, name: 'Nora New', canAccess: defaultClientAccess, widgetIDs: [] },
        ...{ isNewSignup: true, onboardingState: { isCompleted: false } },
        ...{ allowCreateAgents: false, canDelegateChats: false, hideAdvancedSettings: false },
      },
      orgData: { name: 'New Organization' },
    })
    expect((await organisationsOf(ada)).filter(({ ID }) => ID === session.orgData.ID)).toMatchObject([
      { clients: 1, defaultClientAccess },
    ])
    expect(await clientsOf(ada, email)).toMatchObject([{ ID: body.clientId, isNewSignup: true }])
  })

  test('is told what is missing in the words of the specification', async () => {
    const email = newEmail()
    const messageTo = async (body: object) => (await signUp(ada, body)).body.errors[0].message
    expect(await messageTo({ email, name: ' ' })).toBe('Please fill out all fields.')
    expect(await messageTo({ email: '' })).toBe('Please fill out all fields.')
    expect(await messageTo({ email: 'nora' })).toBe('Please enter a valid email')
    expect(await messageTo({ email, code: ' ', requestId: 'r1' })).toBe('Please enter the verification code.')
    expect((await signUp(ada, { email, code: '123456' })).body.message).toBe('Please ask for a code first.')
  })

  test('is refused in the same words where the agency has it off and where there is no such agency', async () => {
    const email = newEmail()
    const answers = [
      await signUp(eve, { email }),
      await signUp(eve, { email, code: '123456', requestId: 'r1' }),
      await signUp({ region: 'na', workspaceId: 'nobody' }, { email }),
      // In another region than its own.
      await signUp({ ...ada, region: 'eu' }, { email }),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([
        ...[403, 'sign-up-disabled', 'Nobody can sign up here. Please contact support.'],
      ])
    expect(await mailsTo(email)).toEqual([])
    const brandOf = ({ workspaceId }: Person) =>
      parley.client().call('clientAuth.agency', { query: { agency: workspaceId } })
    expect((await brandOf(ada)).settings).toEqual({ disablePasswordLogin: false, enableClientSignup: true })
    expect((await brandOf(eve)).settings).toEqual({ disablePasswordLogin: false, enableClientSignup: false })
  })

  test('ends with the setting, also for a code that was mailed before', async () => {
    const agency = await agencyOf('na', { enableClientSignup: true })
    const asked = await codeOf(agency, newEmail())
    await agency.client.call('agency.save', {
      ...place(agency),
      body: { settings: { enableClientSignup: false } },
    })
    expect((await signUp(agency, asked)).body.code).toBe('sign-up-disabled')
    expect(await clientsOf(agency, asked.email)).toEqual([])
  })

  test('needs the code of the same request, address, agency and purpose, once', async () => {
    const other = await agencyOf('na', { enableClientSignup: true })
    const [asked, another] = [await codeOf(ada, newEmail()), await codeOf(ada, newEmail())]
    const { email, requestId, code } = asked
    for (const answer of [
      await signUp(ada, { email, requestId, code: '000000' }),
      await signUp(ada, { email, requestId: another.requestId, code }),
      await signUp(ada, { email: another.email, requestId, code }),
      await signUp(other, { email, requestId, code }),
      await post('/api/na/rpc/ssoClient', { email, agencyId: ada.workspaceId, requestId, code }),
      await post('/api/auth/sign-up', {
        ...{ email, requestId, code, password: 'fifteen letters', displayName: 'Nora', region: 'na' },
      }),
    ])
      expect([answer.status, answer.body.code]).toEqual([401, 'wrong-code'])
    const tried = await codeOf(ada, email)
    expect((await signUp(ada, tried)).status).toBe(200)
    expect((await signUp(ada, tried)).body.code).toBe('wrong-code')
  })

  test('tells that an address is taken to nobody but whoever reads its mail', async () => {
    const { email } = await signedUp(ada)
    const other = await agencyOf('na', { enableClientSignup: true })
    const asked = await codeOf(other, email)
    const { status, body } = await signUp(other, asked)
    expect([status, body.code, body.message]).toEqual([
      ...[409, 'email-in-use', 'This email is already in use by another client.'],
    ])
    expect(await clientsOf(other, email)).toEqual([])
  })

  test('makes one client of a request that is sent twice, and of two requests at once', async () => {
    const first = await codeOf(ada, newEmail())
    const twice = await Promise.all([1, 2, 3].map(() => signUp(ada, first, { key: `key-of-${first.email}` })))
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await clientsOf(ada, first.email)).toHaveLength(1)

    const email = newEmail()
    const codes = [await codeOf(ada, email), await codeOf(ada, email), await codeOf(ada, email)]
    const raced = await Promise.all(codes.map((asked) => signUp(ada, asked)))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await clientsOf(ada, email)).toHaveLength(1)
    await parley.settled()
    const [client] = await clientsOf(ada, email)
    expect((await organisationsOf(ada)).filter(({ ID }) => ID === client?.orgId)).toHaveLength(1)
  })

  test('takes a seat, and does not say how many there are', async () => {
    const full = await startTestPlatform({ CLIENT_SEATS: '0' })
    try {
      const owner = await full.signUp()
      await owner.client.call('agency.initialize', place(owner))
      const settings = { enableClientSignup: true }
      await owner.client.call('agency.save', { ...place(owner), body: { settings } })
      const body = { name: 'Nora', email: newEmail(), agencyId: owner.workspaceId }
      const refused = full.client().call('rpc.signupWithOTP', { params: { region: 'na' }, body })
      await expect(refused).rejects.toMatchObject({
        code: 'no-client-seats',
        message: 'Nobody can sign up here at the moment. Please contact support.',
      })
    } finally {
      await full.stop()
    }
  })

  test('is mailed five codes in five minutes at most', async () => {
    const [email, network] = [newEmail(), networkOf()]
    for (let asked = 0; asked < 5; asked++)
      expect((await signUp(ada, { email }, { network })).status).toBe(200)
    expect((await signUp(ada, { email }, { network })).status).toBe(429)
  })
})

describe('the onboarding of a client that signed up', () => {
  const company = { name: 'Acme Tea', website: '', description: 'We sell tea from the harbour.' }

  test('is answered, makes one agent, and is completed; the agency sees it', async () => {
    const { client, clientId, refresh } = await signedUp(ada)
    await client.call('clientAuth.saveOnboarding', { body: { goals: ['leads', 'support'] } })
    await client.call('clientAuth.saveOnboarding', { body: { company } })
    const made = await Promise.all(
      [1, 2].map(() => client.call('clientAuth.createAgent', { body: { company } })),
    )
    const again = await client.call('clientAuth.createAgent', {
      body: { company: { ...company, name: 'Other' } },
    })
    const [agentId] = new Set([...made, again].map((one) => one.agentId))
    expect(new Set([...made, again].map((one) => one.agentId)).size).toBe(1)
    await client.call('clientAuth.saveOnboarding', { body: { isCompleted: true } })
    await parley.settled()

    const session = await refresh()
    expect(session.onboarding).toBeUndefined()
    expect(session.clientData).toMatchObject({ widgetIDs: [agentId], onboardingState: { isCompleted: true } })
    expect(session.orgData.name).toBe('Acme Tea')
    const seen = await ada.client.call('clients.get', { params: { ...place(ada).params, clientId } })
    expect(seen).toMatchObject({
      widgetIDs: [agentId],
      onboardingState: {
        ...{ isCompleted: true, goals: ['leads', 'support'], companyName: 'Acme Tea', companyWebsite: '' },
      },
    })
    const own = (await organisationsOf(ada)).find(({ ID }) => ID === seen.orgId)
    expect(own).toMatchObject({ name: 'Acme Tea', widgetIDs: [agentId] })
    const { items } = await client.call('agents.list', { params: { region: 'na' } })
    expect(items.map(({ ID, title }) => [ID, title])).toEqual([[agentId, 'Acme Tea']])
  })

  test('makes the agent of the company’s website, with its brand and its pages', async () => {
    const { client } = await signedUp(ada)
    const fern = { name: 'Fern & Fold', website: site.origin, description: '' }
    const { agentId } = await client.call('clientAuth.createAgent', { body: { company: fern } })
    const params = { region: 'na' as const, agentId }
    const { data } = await ada.client.call('agents.get', { params })
    expect(data).toMatchObject({ title: 'Fern & Fold', lang: 'automatic' })
    expect(data.customThemeJSONString).toContain('#1a7f5a')
    expect(data.facts).toContain('113 496 0000')
    const { items } = await ada.client.call('knowledge.list', { params })
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['qa', 'site'])
  })

  test('asks for what its agency requires', async () => {
    const agency = await agencyOf('na', {
      enableClientSignup: true,
      clientOnboarding: { requireCompanyWebsite: true, requireCompanyDescription: true },
    })
    const { client } = await signedUp(agency)
    const problemOf = (given: object) =>
      client
        .call('clientAuth.saveOnboarding', {
          body: { company: { ...company, website: 'tea.example', ...given } },
        })
        .then(
          () => undefined,
          ({ field, message }) => [field, message],
        )
    expect(await problemOf({ name: ' ' })).toEqual(['company.name', 'Company name is required'])
    expect(await problemOf({ website: '' })).toEqual(['company.website', 'Company website is required'])
    expect(await problemOf({ website: 'tea' })).toEqual([
      ...['company.website', 'Please enter a valid website URL or domain'],
    ])
    expect(await problemOf({ description: 'Tea' })).toEqual([
      ...['company.description', 'Please provide at least 10 characters'],
    ])
    const complete = () => client.call('clientAuth.saveOnboarding', { body: { isCompleted: true } })
    await expect(complete()).rejects.toMatchObject({ message: 'Company name is required' })
    expect(await problemOf({})).toBeUndefined()
    await complete()
  })

  test('is over at once where the agency asks nothing, and makes no agent where that is off', async () => {
    const none = { showWelcomeStep: false, showGoalsStep: false, showCompanyInfoStep: false }
    const agency = await agencyOf('na', {
      enableClientSignup: true,
      clientOnboarding: {
        ...{ ...none, showAgentCreationStep: false, defaultClientAccess: ['/convos'] },
        ...{ defaultAllowCreateAgents: true, defaultCanDelegateChats: true },
        defaultHideAdvancedSettings: true,
        defaultDashboardLayout: 'horizontal',
      },
    })
    const { client, refresh } = await signedUp(agency)
    const session = await refresh()
    expect(session.onboarding).toBeUndefined()
    expect(session.clientData).toMatchObject({
      ...{ isNewSignup: true, canAccess: ['/convos'], onboardingState: { isCompleted: true } },
      ...{ allowCreateAgents: true, canDelegateChats: true, hideAdvancedSettings: true },
    })
    expect(session.permissions).toEqual(expect.arrayContaining(['conversation.assign', 'agent.create']))
    expect(await organisationsOf(agency)).toMatchObject([
      { dashboardLayout: 'horizontal', preferredLanguage: session.clientData.preferredLanguage },
    ])
    await expect.poll(async () => (await refresh()).orgData).toMatchObject({ dashboardLayout: 'horizontal' })
    await expect(client.call('clientAuth.createAgent', { body: { company } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is nobody else’s: neither of a client that its agency added, nor of whoever views as the client', async () => {
    const { clientId } = await signedUp(ada)
    const viewed = await ada.client.call('clients.viewAs', { params: { ...place(ada).params, clientId } })
    const asViewer = parley.client(viewed.token)
    for (const call of [
      asViewer.call('clientAuth.saveOnboarding', { body: { isCompleted: true } }),
      asViewer.call('clientAuth.createAgent', { body: { company } }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'viewing-as' })

    const [organisation] = await organisationsOf(ada)
    const [email, password] = [newEmail(), 'fifteen letters']
    const body = { orgId: organisation?.ID ?? '', name: 'Cleo', email, dashboardPassword: password }
    await ada.client.call('clients.create', { ...place(ada), body })
    const signedIn = await post('/api/auth/client/sign-in', { email, password, agencyId: ada.workspaceId })
    const added = parley.client(signedIn.body.token)
    for (const call of [
      added.call('clientAuth.saveOnboarding', { body: { isCompleted: true } }),
      added.call('clientAuth.createAgent', { body: { company } }),
    ])
      await expect(call).rejects.toMatchObject({ status: 404 })
    expect((await added.call('clientAuth.refresh', { body: {} })).onboarding).toBeUndefined()
  })
})
