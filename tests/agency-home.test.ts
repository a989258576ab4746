/** The home of an agency through HTTP: how its organisations do, what needs attention, and who may see it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '10', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  eve = await parley.signUp()
})
afterAll(() => parley.stop())

const PASSWORD = 'fifteen letters'
const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })

const organisationOf = async (person: Person, body: object) =>
  (await person.client.call('organisations.create', { ...place(person), body })).organisationId
const clientOf = (person: Person, body: { orgId: string; email: string; [more: string]: unknown }) =>
  person.client.call('clients.create', {
    ...place(person),
    body: { name: 'Cleo', dashboardPassword: PASSWORD, ...body },
  })
const homeOf = (person: Person, query: object = {}) =>
  person.client.call('agencyHome.organisations', { ...place(person), query })
const attentionIn = (person: Person) => person.client.call('agencyHome.attention', place(person))

test('a home shows what an organisation has, until all is well again', async () => {
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Shop', agentTemplate: 'blank-template' },
  })
  await ada.client.call('agency.initialize', place(ada))
  const acme = await organisationOf(ada, { name: 'Acme', allowBilling: true })
  await organisationOf(ada, { name: 'Brew' })
  await organisationOf(eve, { name: 'Theirs' })
  await clientOf(ada, { orgId: acme, email: 'home@example.com', widgetIDs: [agentCreated.ID] })
  const transfer = (from: 'workspace' | 'organisation', amount: number) =>
    ada.client.call('organisations.transferCredits', {
      params: { ...place(ada).params, organisationId: acme },
      body: { from, amount },
    })
  await transfer('workspace', 10)
  await parley.settled('na')
  await transfer('organisation', 9)
  await parley.settled('na')
  const before = await homeOf(ada)
  expect(before).toMatchObject({
    ...{ total: 2, found: 2 },
    items: [
      { ID: acme, name: 'Acme', clients: 1, agents: 1, waiting: 0, balance: 1, attention: ['balance'] },
      { name: 'Brew', clients: 0, agents: 0, attention: [] },
    ],
  })
  expect(before.items[0]).not.toHaveProperty('lastSignInAt')
  // One without credits of its own has no balance.
  expect(before.items[1]).not.toHaveProperty('balance')
  expect((await attentionIn(ada)).balances).toEqual({
    total: 1,
    items: [{ organisationId: acme, name: 'Acme', balance: 1, added: 10 }],
  })

  await parley.client().call('clientAuth.signIn', {
    body: { email: 'home@example.com', password: PASSWORD, agencyId: ada.workspaceId },
  })
  await transfer('workspace', 9)
  await parley.settled('na')
  const { items } = await homeOf(ada)
  expect(items[0]).toMatchObject({ name: 'Acme', balance: 10, attention: [] })
  expect(Date.parse(items[0]?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await attentionIn(ada)).balances).toEqual({ total: 0, items: [] })
})

test('only those of the workspace who may see its clients see its home', async () => {
  const mayRead = await parley.signUp()
  await joinWorkspace(parley, ada, mayRead, ['agent.list', 'client.read'])
  const mayNot = await parley.signUp()
  await joinWorkspace(parley, ada, mayNot, ['agent.list', 'analytics.read', 'conversation.read'])
  const at = place(ada)
  const asked = [
    ({ client }: Person) => client.call('agencyHome.organisations', { ...at, query: {} }),
    ({ client }: Person) => client.call('agencyHome.attention', at),
  ]
  for (const ask of asked) {
    await expect(ask(mayRead)).resolves.toBeDefined()
    await expect(ask(mayNot)).rejects.toMatchObject({ code: 'not-allowed' })
    await expect(ask(eve)).rejects.toMatchObject({ code: expect.stringMatching(/not-(allowed|found)/) })
  }
  expect((await homeOf(eve)).items.map(({ name }) => name)).toEqual(['Theirs'])
})

test('a range, an order or a cursor that cannot be is refused', async () => {
  for (const query of [
    { from: '2026-02-30' },
    { from: '2026-02-02', to: '2026-02-01' },
    { timeZone: 'Nowhere/There' },
    { sort: 'margin' },
    { cursor: 'x' },
  ])
    await expect(homeOf(ada, query)).rejects.toMatchObject({
      code: expect.stringMatching(/invalid-input|bad-cursor/),
    })
})
