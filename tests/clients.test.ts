/** Organisations and their clients through HTTP: passwords, addresses, agents, erasure and transfers of credits. */
import { callWithEtag } from '@parley/contracts/call-with-etag.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '3', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  eve = await parley.signUp('eu')
})
afterAll(() => parley.stop())

const PASSWORD = 'fifteen letters'
let nth = 0

const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })
const newEmail = () => `client${++nth}@example.com`

async function organisationOf(person: Person, settings: object = {}): Promise<string> {
  return (await person.client.call('organisations.create', { ...place(person), body: settings }))
    .organisationId
}
function create(person: Person, body: { orgId: string; email: string; [more: string]: unknown }) {
  const given = { name: 'Cleo', dashboardPassword: PASSWORD, ...body }
  return person.client.call('clients.create', { ...place(person), body: given })
}
function clientsOf(person: Person, query: object = {}) {
  return person.client.call('clients.list', { ...place(person), query })
}
const atClient = (person: Person, clientId: string) => ({ params: { ...place(person).params, clientId } })
const atOrganisation = (person: Person, organisationId: string) => ({
  params: { ...place(person).params, organisationId },
})
const removeAll = async (person: Person) => {
  for (const { ID } of (await clientsOf(person)).items)
    await person.client.call('clients.delete', atClient(person, ID))
  await parley.settled(person.region)
}

describe('organisations', () => {
  test('come a page at a time, searched and sorted, and by name to choose one of', async () => {
    const own = await parley.signUp()
    const made: Record<string, string> = {}
    for (const name of ['Çelik', 'Acme', 'Zoë Björk'])
      made[name] = await organisationOf(own, { name, allowBilling: true, defaultClientAccess: ['/leads'] })
    await create(own, { orgId: made.Çelik!, email: newEmail() })
    await own.client.call('organisations.transferCredits', {
      ...atOrganisation(own, made['Zoë Björk']!),
      body: { amount: 5, from: 'workspace' },
    })
    await parley.settled()
    const list = (query: object) => own.client.call('organisations.list', { ...place(own), query })
    const named = async (query: object) => (await list(query)).items.map(({ name }) => name)
    expect(await named({})).toEqual(['Acme', 'Çelik', 'Zoë Björk'])
    expect(await named({ sort: 'newest' })).toEqual(['Zoë Björk', 'Acme', 'Çelik'])
    expect(await named({ sort: 'clients' })).toEqual(['Çelik', 'Acme', 'Zoë Björk'])
    expect(await named({ sort: 'balance' })).toEqual(['Zoë Björk', 'Acme', 'Çelik'])
    expect(await named({ q: 'CELIK' })).toEqual(['Çelik'])
    expect(await list({ q: 'nobody' })).toEqual({ items: [], total: 3 })
    const first = await list({ limit: 2 })
    expect(first).toMatchObject({ items: [{ clients: 0 }, { clients: 1, balance: 0 }], total: 3 })
    const rest = await list({ limit: 2, cursor: first.next })
    expect(rest).toMatchObject({ items: [{ name: 'Zoë Björk', balance: 5 }], total: 3 })
    expect(rest.next).toBeUndefined()
    const exported = await own.client.open('organisations.export', {
      ...place(own),
      query: { sort: 'balance', q: 'zoe' },
    })
    expect((await exported.text()).split('\r\n')).toEqual([
      'name,clients,agents,billing,credits,createdAt,organizationId',
      `Zoë Björk,0,,true,5,${rest.items[0]?.createdAt},${made['Zoë Björk']}`,
      '',
    ])
    const chosen = await own.client.open('organisations.export', {
      ...place(own),
      query: { ids: [made['Zoë Björk'], made.Acme, 'nobodys'].join(), q: 'acme' },
    })
    expect((await chosen.text()).match(/^(?:Zoë Björk|Acme|Çelik),/gm)).toEqual(['Acme,'])
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid-input' })

    const names = await own.client.call('organisations.names', place(own))
    expect(names.items).toEqual(['Acme', 'Çelik', 'Zoë Björk'].map((name) => ({ ID: made[name], name })))
    const one = await own.client.call('organisations.get', atOrganisation(own, made['Zoë Björk']!))
    expect(one).toEqual(rest.items[0])
    await expect(own.client.call('organisations.get', atOrganisation(own, 'nobodys'))).rejects.toMatchObject({
      code: 'not-found',
      message: 'This organization does not exist.',
    })
  })
})

describe('a client', () => {
  test('begins with the access of its organisation', async () => {
    const orgId = await organisationOf(ada, { name: 'Acme', defaultClientAccess: ['/leads'] })
    const bare = await organisationOf(ada, {
      name: 'Bare',
      defaultClientAccess: [],
      preferredLanguage: 'de',
    })
    const usual = await organisationOf(ada)
    const email = newEmail()
    await create(ada, { orgId, email: ` ${email.toUpperCase()} ` })
    await create(ada, { orgId: bare, email: newEmail() })
    await create(ada, { orgId: usual, email: newEmail() })
    const { items, clients, seats } = await clientsOf(ada, { sort: 'oldest' })
    expect([clients, seats]).toEqual([3, 3])
    expect(items[0]).toMatchObject({ orgId, orgName: 'Acme', name: 'Cleo', email, canAccess: ['/leads'] })
    expect(items[1]).toMatchObject({ canAccess: ['/convos'], preferredLanguage: 'de' })
    expect(items[2]?.preferredLanguage).toBe('en')
    expect(items[2]).toMatchObject({ orgName: 'New Organization' })
    expect(items[2]?.canAccess).toEqual(['/home', '/convos', '/analytics', '/leads', '/campaigns'])
    await expect(create(ada, { orgId, email: newEmail() })).rejects.toMatchObject({
      code: 'no-client-seats',
      message: 'You have reached the maximum number of seats',
    })
    await removeAll(ada)
  })

  test('is found by its name and address, and exported', async () => {
    const orgId = await organisationOf(ada, { name: 'Search' })
    const email = newEmail()
    await create(ada, { orgId, email, name: 'Zoë Björk' })
    await create(ada, { orgId, email: newEmail(), name: 'Anna' })
    const named = async (query: object) => (await clientsOf(ada, query)).items.map(({ name }) => name)
    expect(await named({ q: 'bjork' })).toEqual(['Zoë Björk'])
    expect(await named({ q: 'nobody' })).toEqual([])
    expect(await named({ sort: 'name' })).toEqual(['Anna', 'Zoë Björk'])
    expect(await named({ orgId })).toEqual(['Anna', 'Zoë Björk'])
    const first = await clientsOf(ada, { sort: 'name', limit: 1 })
    expect(await named({ sort: 'name', limit: 1, cursor: first.next })).toEqual(['Zoë Björk'])
    const csv = await (
      await ada.client.open('clients.export', { ...place(ada), query: { q: 'anna' } })
    ).text()
    expect(csv).toContain('Anna,')
    expect(csv).not.toContain('Zoë')
    const [anna] = (await clientsOf(ada, { q: 'anna' })).items
    const chosen = { ...place(ada), query: { ids: `${anna?.ID},nobodys` } }
    const one = await (await ada.client.open('clients.export', chosen)).text()
    expect(one.match(/^(?:Zoë Björk|Anna),/gm)).toEqual(['Anna,'])
    await ada.client.call('agency.initialize', place(ada))
    const credentials = { email, password: PASSWORD, agencyId: ada.workspaceId }
    await parley.client().call('clientAuth.signIn', { body: credentials })
    await expect.poll(() => named({ sort: 'lastSeen' })).toEqual(['Zoë Björk', 'Anna'])
    const [seen] = (await clientsOf(ada, { q: 'bjork' })).items
    expect(await (await ada.client.open('clients.export', { ...place(ada), query: {} })).text()).toContain(
      `,${seen?.createdAt},${seen?.lastSeenAt},${seen?.ID}`,
    )
    await removeAll(ada)
  })

  test('has agents of its own workspace alone', async () => {
    const orgId = await organisationOf(ada)
    const agentOf = async ({ client, region }: Person) =>
      (
        await client.call('rpc.convertAgentTemplateToAgent', {
          params: { region },
          body: { agentName: 'Shop', agentTemplate: 'blank-template' },
        })
      ).agentCreated.ID
    const own = await agentOf(ada)
    const other = await agentOf(await parley.signUp())
    for (const widgetIDs of [[other], ['nobodys']]) {
      await expect(create(ada, { orgId, email: newEmail(), widgetIDs })).rejects.toMatchObject({
        code: 'not-found',
      })
      await expect(
        ada.client.call('organisations.save', { ...atOrganisation(ada, orgId), body: { widgetIDs } }),
      ).rejects.toMatchObject({ code: 'not-found' })
    }
    const { clientId } = await create(ada, { orgId, email: newEmail(), widgetIDs: [own, own] })
    expect((await ada.client.call('clients.get', atClient(ada, clientId))).widgetIDs).toEqual([own])
    await ada.client.call('agents.delete', { params: { region: 'na', agentId: own } })
    expect((await ada.client.call('clients.get', atClient(ada, clientId))).widgetIDs).toEqual([])
    // The assignment of an agent that was deleted does not stand in the way of a change.
    const body = { name: 'Other', widgetIDs: [own] }
    await ada.client.call('clients.save', { ...atClient(ada, clientId), body })
    await removeAll(ada)
  })

  test('has an address that no other client has, in any region, until it gives it back', async () => {
    const orgId = await organisationOf(ada)
    const there = await organisationOf(eve)
    const email = newEmail()
    const inUse = { code: 'email-in-use', message: 'This email is already in use by another client.' }
    const { clientId } = await create(ada, { orgId, email })
    await expect(create(eve, { orgId: there, email: email.toUpperCase() })).rejects.toMatchObject(inUse)
    await expect(create(ada, { orgId, email })).rejects.toMatchObject(inUse)
    const next = newEmail()
    await ada.client.call('clients.save', { ...atClient(ada, clientId), body: { email: next } })
    await parley.settled()
    const { clientId: second } = await create(eve, { orgId: there, email })
    await expect(
      eve.client.call('clients.save', { ...atClient(eve, second), body: { email: next } }),
    ).rejects.toMatchObject(inUse)
    // There and back again at once: the address is not given away by what follows from the first change.
    const save = (to: string) =>
      ada.client.call('clients.save', { ...atClient(ada, clientId), body: { email: to } })
    await save(newEmail())
    await save(next)
    await parley.settled()
    await expect(create(ada, { orgId, email: next })).rejects.toMatchObject(inUse)
    await removeAll(ada)
    await create(eve, { orgId: there, email: next })
    await removeAll(eve)
  })

  test('gets one of two racing claims of an address', async () => {
    const [orgId, there] = [await organisationOf(ada), await organisationOf(eve)]
    const email = newEmail()
    const claims = await Promise.allSettled([
      create(ada, { orgId, email }),
      create(eve, { orgId: there, email }),
      create(ada, { orgId, email }),
    ])
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await removeAll(ada)
    await removeAll(eve)
  })

  test('has a password that is kept as a hash and shown to nobody, and is erased when it is deleted', async () => {
    const orgId = await organisationOf(ada)
    const email = newEmail()
    const { clientId } = await create(ada, { orgId, email, name: 'Secret Name' })
    await expect(create(ada, { orgId, email: newEmail(), dashboardPassword: '' })).rejects.toMatchObject({
      message: 'Please fill out all fields.',
    })
    const body = { dashboardPassword: 'another password' }
    await ada.client.call('clients.save', { ...atClient(ada, clientId), body })
    const { eventStore, keyring } = parley.platform.regions.get('na')!.engines
    const stored = await eventStore.readStream(`client-${clientId}`)
    for (const hidden of [PASSWORD, 'another password', 'argon2', email, 'Secret Name'])
      expect(JSON.stringify(stored)).not.toContain(hidden)
    const { passwordHash, name } = JSON.parse(stored[0]!.data)
    expect((await keyring.open(ada.workspaceId, [passwordHash]))[0]).toMatch(/^\$argon2id\$/)
    const { items } = await ada.client.call('audit.timeline', {
      ...place(ada),
      query: { stream: `client-${clientId}` },
    })
    expect(JSON.stringify(items)).not.toMatch(/argon2|fifteen/)
    await ada.client.call('clients.delete', atClient(ada, clientId))
    await parley.settled()
    expect(await keyring.open(ada.workspaceId, [name])).toEqual([ERASED])
    await expect(ada.client.call('clients.get', atClient(ada, clientId))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('the credits of an organisation', () => {
  const transfer = (organisationId: string, from: 'workspace' | 'organisation', amount: number) =>
    ada.client.call('organisations.transferCredits', {
      ...atOrganisation(ada, organisationId),
      body: { from, amount },
    })
  const balances = async (organisationId: string) => {
    const ofWorkspace = (await ada.client.call('credits.history', { ...place(ada), query: {} })).balance
    const { balance } = await ada.client.call('organisations.creditHistory', {
      ...atOrganisation(ada, organisationId),
      query: {},
    })
    return [ofWorkspace, balance]
  }

  test('come from the workspace and go back, and both histories show it', async () => {
    const organisationId = await organisationOf(ada, { name: 'Payers', allowBilling: true })
    await transfer(organisationId, 'workspace', 300.5)
    expect(await balances(organisationId)).toEqual([699.5, 300.5])
    await transfer(organisationId, 'organisation', 100)
    expect(await balances(organisationId)).toEqual([799.5, 200.5])
    const { items } = await ada.client.call('credits.history', { ...place(ada), query: {} })
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'transfer', amount: 100, organisationName: 'Payers' },
      { kind: 'transfer', amount: -300.5, organisationId },
    ])
    const own = await ada.client.call('organisations.creditHistory', {
      ...atOrganisation(ada, organisationId),
      query: {},
    })
    expect(own.items.map(({ amount }) => amount)).toEqual([-100, 300.5])
    await expect(transfer(organisationId, 'workspace', 5_000)).rejects.toMatchObject({
      message: 'Not enough credits in workspace.',
    })
    await expect(transfer(organisationId, 'organisation', 200.501)).rejects.toMatchObject({
      message: 'Not enough credits in org.',
    })
    await expect(transfer(organisationId, 'organisation', 0)).rejects.toMatchObject({
      message: 'Please enter a valid amount to transfer.',
    })
    const remove = () => ada.client.call('organisations.delete', atOrganisation(ada, organisationId))
    await expect(remove()).rejects.toMatchObject({ code: 'organisation-has-credits' })
    await transfer(organisationId, 'organisation', 200.5)
    await remove()
    await expect(transfer(organisationId, 'workspace', 1)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('still reach an organization whose deletion was refused since somebody had changed it', async () => {
    const organisationId = await organisationOf(ada)
    const { etag } = await callWithEtag(ada.client, 'organisations.get', atOrganisation(ada, organisationId))
    const save = (body: object) =>
      ada.client.call('organisations.save', { ...atOrganisation(ada, organisationId), body })
    await save({ name: 'Kept', allowBilling: true })
    const removed = ada.client.call('organisations.delete', atOrganisation(ada, organisationId), {
      ifMatch: etag!,
    })
    await expect(removed).rejects.toMatchObject({ code: 'changed-since-read' })
    await transfer(organisationId, 'workspace', 5)
    await parley.settled()
    expect((await balances(organisationId))[1]).toBe(5)
    await transfer(organisationId, 'organisation', 5)
  })

  test('need billing, and no two calls spend the same credits', async () => {
    const organisationId = await organisationOf(ada)
    await expect(transfer(organisationId, 'workspace', 1)).rejects.toMatchObject({
      code: 'billing-not-allowed',
    })
    await ada.client.call('organisations.save', {
      ...atOrganisation(ada, organisationId),
      body: { allowBilling: true },
    })
    const calls = Array.from({ length: 8 }, () => transfer(organisationId, 'workspace', 300))
    const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(3)
    await parley.settled()
    expect(await balances(organisationId)).toEqual([100, 900])
    const { clientId } = await create(ada, { orgId: organisationId, email: newEmail() })
    await expect(
      ada.client.call('organisations.delete', atOrganisation(ada, organisationId)),
    ).rejects.toMatchObject({ code: 'organisation-has-clients' })
    await ada.client.call('clients.delete', atClient(ada, clientId))
  })
})
