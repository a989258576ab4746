/** Clients with `allowCreateAgents` create agents: for themselves and their organisation, within the agency's plan, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '30', RATE_LIMIT_FACTOR: '1000' })
  ada = await agency()
})
afterAll(() => parley.stop())

const PASSWORD = 'fifteen letters'
const inRegion = { params: { region: 'na' as const } }
const place = ({ workspaceId }: Person) => ({ region: 'na' as const, workspaceId })
let nth = 0

async function agency(at = parley): Promise<Person> {
  const person = await at.signUp()
  await person.client.call('agency.initialize', { params: place(person) })
  return person
}

const organisationOf = async (person: Person, name = 'Harbour Tea') =>
  (await person.client.call('organisations.create', { params: place(person), body: { name } })).organisationId

async function clientOf(person: Person, orgId: string, settings: object = {}, at = parley) {
  const email = `client${++nth}@example.com`
  const body = { orgId, name: 'Cleo', email, dashboardPassword: PASSWORD, canAccess: ['/home'], ...settings }
  const { clientId } = await person.client.call('clients.create', { params: place(person), body })
  const agencyId = person.workspaceId
  const signIn = { email, password: PASSWORD, agencyId }
  const { token } = await at.client().call('clientAuth.signIn', { body: signIn })
  return { clientId, client: at.client(token), token }
}
type Cleo = Awaited<ReturnType<typeof clientOf>>

const may = { allowCreateAgents: true }
const create = async ({ client }: Pick<Cleo, 'client'>, more: object = {}, idempotencyKey?: string) => {
  const body = { agentName: 'Teapot', agentTemplate: 'customer-support' as const, ...more }
  const { agentCreated } = await client.call(
    'ownAgents.create',
    { ...inRegion, body },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
  return agentCreated.ID
}
const listed = async ({ client }: Pick<Cleo, 'client'>) =>
  (await client.call('agents.list', inRegion)).items.map(({ ID }) => ID)
const widgetsOf = async (person: Person, organisationId: string) =>
  (await person.client.call('organisations.list', { params: place(person) })).items.find(
    ({ ID }) => ID === organisationId,
  )?.widgetIDs

test('the agent is the client’s and its organisation’s, and nobody else’s', async () => {
  const [orgId, elsewhere] = [await organisationOf(ada), await organisationOf(ada, 'Elsewhere')]
  const [cleo, cole] = [await clientOf(ada, orgId, may), await clientOf(ada, orgId, may)]
  const stranger = await clientOf(ada, elsewhere, may)
  const agentId = await create(cleo)
  expect(await listed(cleo)).toEqual([agentId])
  await parley.settled()
  expect(await widgetsOf(ada, orgId)).toEqual([agentId])
  expect(await widgetsOf(ada, elsewhere)).toEqual([])
  expect([await listed(cole), await listed(stranger)]).toEqual([[], []])
  for (const { client } of [cole, stranger])
    await expect(client.call('agents.get', { params: { region: 'na', agentId } })).rejects.toMatchObject({
      status: 404,
    })
  const { clientData } = await cleo.client.call('clientAuth.refresh', { body: {} })
  expect(clientData.widgetIDs).toEqual([agentId])
  // What its pages let it do with it, and no more.
  const { data } = await cleo.client.call('agents.get', { params: { region: 'na', agentId } })
  expect(data).not.toHaveProperty('vg_systemPrompt')
  await expect(
    cleo.client.call('agents.delete', { params: { region: 'na', agentId } }),
  ).rejects.toMatchObject({ status: 403 })
})

test('its texts name the organisation, or what the client calls its business, and never the agency', async () => {
  await ada.client.call('workspaces.save', { params: place(ada), body: { workspaceName: 'Northern Agency' } })
  const cleo = await clientOf(ada, await organisationOf(ada), may)
  const textOf = async (agentId: string) => {
    const { data } = await ada.client.call('agents.get', { params: { region: 'na', agentId } })
    return JSON.stringify([data.vg_systemPrompt, data.nodes, data.vg_initMessages])
  }
  const ofOrganisation = await textOf(await create(cleo))
  expect(ofOrganisation).toContain('Harbour Tea')
  expect(ofOrganisation).not.toContain('Northern Agency')
  expect(await textOf(await create(cleo, { businessName: 'Kettle & Co' }))).toContain('Kettle & Co')
})

test('without the setting nothing is created, and losing it is enough', async () => {
  const orgId = await organisationOf(ada)
  const cole = await clientOf(ada, orgId, { isOrgAdmin: true })
  const cleo = await clientOf(ada, orgId, may)
  const mayCreate = async ({ client }: Cleo) =>
    (await client.call('clientAuth.refresh', { body: {} })).permissions.includes('agent.create')
  expect([await mayCreate(cleo), await mayCreate(cole)]).toEqual([true, false])
  await expect(create(cole)).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
  await expect(cole.client.call('ownAgents.limit', inRegion)).rejects.toMatchObject({ status: 403 })
  // Only in the way that makes it the client's: no call of the team.
  const body = { agentName: 'Teapot', agentTemplate: 'blank-template' as const }
  await expect(
    cleo.client.call('rpc.convertAgentTemplateToAgent', { ...inRegion, body }),
  ).rejects.toMatchObject({
    status: 403,
  })
  await expect(
    cleo.client.call('agents.save', {
      params: { region: 'na', agentId: 'a'.repeat(16) },
      body: { title: 'Tea' },
    }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(ada.client.call('ownAgents.create', { ...inRegion, body })).rejects.toMatchObject({
    status: 401,
  })
  // It gives itself nothing.
  await cole.client.call('clientAuth.saveProfile', { body: { name: 'Cole', ...may } as object })
  expect(await mayCreate(cole)).toBe(false)
  const params = { ...place(ada), clientId: cleo.clientId }
  await ada.client.call('clients.save', { params, body: { allowCreateAgents: false } })
  await expect(create(cleo)).rejects.toMatchObject({ status: 403 })
  expect(await listed(cleo)).toEqual([])
})

test('asked for again it is the same agent; another client’s is another one', async () => {
  const orgId = await organisationOf(ada)
  const [cleo, cole] = [await clientOf(ada, orgId, may), await clientOf(ada, orgId, may)]
  const key = crypto.randomUUID()
  const made = await Promise.all([create(cleo, {}, key), create(cleo, {}, key)])
  expect(new Set([...made, await create(cleo, {}, key)]).size).toBe(1)
  const other = await create(cole, {}, key)
  expect(made).not.toContain(other)
  await parley.settled()
  expect([await listed(cleo), await listed(cole)]).toEqual([[made[0]], [other]])
  const widgets = await widgetsOf(ada, orgId)
  expect(widgets?.toSorted()).toEqual([made[0], other].toSorted())
  const query = { stream: `client-${cleo.clientId}`, type: 'ClientAgentCreated' }
  expect((await ada.client.call('audit.timeline', { params: place(ada), query })).items).toHaveLength(1)
})

test('the plan of the agency limits it, which the client is told before and at the attempt', async () => {
  const small = await startTestPlatform({ CLIENT_SEATS: '3' }, { quotas: { agents: 1 } })
  try {
    const eve = await agency(small)
    const orgId = await organisationOf(eve)
    const cleo = await clientOf(eve, orgId, may, small)
    const limit = () => cleo.client.call('ownAgents.limit', inRegion)
    expect(await limit()).toEqual({ maxAgents: 1, reached: false })
    const key = crypto.randomUUID()
    const agentId = await create(cleo, {}, key)
    expect(await limit()).toEqual({ maxAgents: 1, reached: true })
    await expect(create(cleo)).rejects.toMatchObject({
      ...{ status: 403, code: 'agent-limit-reached' },
      message:
        'You have reached the maximum number of agents (1) for your current subscription plan. Please upgrade to add more agents.',
    })
    // A lost answer asked for again is no further agent.
    expect(await create(cleo, {}, key)).toBe(agentId)
    expect(await listed(cleo)).toEqual([agentId])
  } finally {
    await small.stop()
  }
})

test('whoever views as the client creates for the client, and the audit names both', async () => {
  const orgId = await organisationOf(ada)
  const cleo = await clientOf(ada, orgId, may)
  const params = { ...place(ada), clientId: cleo.clientId }
  const { token } = await ada.client.call('clients.viewAs', { params })
  const agentId = await create({ client: parley.client(token) })
  expect(await listed(cleo)).toEqual([agentId])
  await parley.settled()
  const query = { stream: `client-${cleo.clientId}`, type: 'ClientAgentCreated' }
  const { items } = await ada.client.call('audit.timeline', { params: place(ada), query })
  expect(items).toMatchObject([{ actorName: expect.stringMatching(/^.+ as Cleo$/) }])
})
