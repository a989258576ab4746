/** What clients see of their organisation and its admins change, through HTTP: members, details, added users, refusals. */
import type { ClientPageHref } from '@parley/contracts/client/pages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let eve: Person

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '10', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  eve = await parley.signUp()
  for (const { client, region, workspaceId } of [ada, eve])
    await client.call('agency.initialize', { params: { region, workspaceId } })
})
afterAll(() => parley.stop())

const PASSWORD = 'fifteen letters'
const inRegion = { params: { region: 'na' as const } }
const place = ({ workspaceId } = ada) => ({ region: 'na' as const, workspaceId })
let nth = 0
const newEmail = () => `client${++nth}@example.com`

async function agentOf(person = ada): Promise<string> {
  const body = { agentName: 'Shop', agentTemplate: 'blank-template' as const }
  return (await person.client.call('rpc.convertAgentTemplateToAgent', { ...inRegion, body })).agentCreated.ID
}
const organisationOf = async (settings: object, person = ada) =>
  (await person.client.call('organisations.create', { params: place(person), body: settings })).organisationId

type Given = {
  orgId: string
  name: string
  isOrgAdmin?: boolean
  hideAdvancedSettings?: boolean
  canAccess?: ClientPageHref[]
  widgetIDs?: string[]
}
/** Adds a client and signs it in. */
async function clientOf(given: Given, person = ada) {
  const email = newEmail()
  const { clientId } = await person.client.call('clients.create', {
    params: place(person),
    body: { email, dashboardPassword: PASSWORD, ...given },
  })
  return { clientId, email, client: await signIn(email, PASSWORD, person) }
}
async function signIn(email: string, password: string, person = ada) {
  const body = { email, password, agencyId: person.workspaceId }
  return parley.client((await parley.client().call('clientAuth.signIn', { body })).token)
}
const save = (clientId: string, body: object) =>
  ada.client.call('clients.save', { params: { ...place(), clientId }, body })

describe('a client', () => {
  test('sees who else is in its organisation, and addresses as its admin alone', async () => {
    const [acme, other] = [await organisationOf({ name: 'Acme' }), await organisationOf({ name: 'Other' })]
    const cleo = await clientOf({ orgId: acme, name: 'Cleo' })
    const boss = await clientOf({ orgId: acme, name: 'Boss', isOrgAdmin: true })
    const stranger = await clientOf({ orgId: other, name: 'Stranger' })
    expect(await cleo.client.call('ownOrganisation.get', inRegion)).toMatchObject({ ID: acme, name: 'Acme' })
    const seen = await cleo.client.call('ownOrganisation.members', { ...inRegion, query: {} })
    expect(seen).toEqual({
      members: 2,
      items: [
        { ID: cleo.clientId, name: 'Cleo', squarePhotoURL: '', status: 'offline', isOrgAdmin: false },
        { ID: boss.clientId, name: 'Boss', squarePhotoURL: '', status: 'offline', isOrgAdmin: true },
      ],
    })
    const toAdmin = await boss.client.call('ownOrganisation.members', { ...inRegion, query: { limit: 1 } })
    expect(toAdmin.items).toMatchObject([{ name: 'Cleo', email: cleo.email }])
    const rest = await boss.client.call('ownOrganisation.members', {
      ...inRegion,
      query: { limit: 1, cursor: toAdmin.next },
    })
    expect(rest.items).toMatchObject([{ name: 'Boss', email: boss.email }])
    expect(await stranger.client.call('ownOrganisation.members', { ...inRegion, query: {} })).toMatchObject({
      members: 1,
      items: [{ name: 'Stranger' }],
    })
    for (const region of ['eu'] as const)
      await expect(cleo.client.call('ownOrganisation.get', { params: { region } })).rejects.toMatchObject({
        status: 404,
      })
    for (const { ID } of seen.items) await remove(ID)
    await remove(stranger.clientId)
  })

  test('sees the credits of its organisation, if it has some of its own', async () => {
    const orgId = await organisationOf({ name: 'Acme' })
    const { clientId, client } = await clientOf({ orgId, name: 'Cleo' })
    expect((await client.call('ownOrganisation.get', inRegion)).balance).toBeUndefined()
    const params = { ...place(), organisationId: orgId }
    await ada.client.call('organisations.save', { params, body: { allowBilling: true } })
    expect((await client.call('ownOrganisation.get', inRegion)).balance).toBe(0)
    const body = { amount: 12.5, from: 'workspace' as const }
    await ada.client.call('organisations.transferCredits', { params, body })
    await parley.settled()
    expect((await client.call('ownOrganisation.get', inRegion)).balance).toBe(12.5)
    await remove(clientId)
  })

  test('that is no admin changes nothing of it, and makes itself none', async () => {
    const orgId = await organisationOf({ name: 'Acme' })
    const cleo = await clientOf({ orgId, name: 'Cleo' })
    const { client, clientId } = cleo
    const body = { name: 'Mine', squarePhotoURL: '' }
    const user = { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [] }
    const refused = { status: 403, code: 'not-allowed' }
    await expect(client.call('ownOrganisation.save', { ...inRegion, body })).rejects.toMatchObject(refused)
    await expect(client.call('ownOrganisation.addUser', { ...inRegion, body: user })).rejects.toMatchObject(
      refused,
    )
    await client.call('clientAuth.saveProfile', { body: { name: 'Cleo', isOrgAdmin: true } as object })
    expect((await client.call('clientAuth.refresh', { body: {} })).clientData.isOrgAdmin).toBe(false)

    // At once, and in both directions.
    await save(clientId, { isOrgAdmin: true })
    await client.call('ownOrganisation.save', { ...inRegion, body })
    expect((await client.call('clientAuth.refresh', { body: {} })).clientData.isOrgAdmin).toBe(true)
    const elsewhere = await organisationOf({ name: 'Elsewhere' })
    await save(clientId, { orgId: elsewhere })
    await expect(client.call('ownOrganisation.save', { ...inRegion, body })).rejects.toMatchObject(refused)
    expect((await told(`client-${clientId}`)).filter(([, sentence]) => /admin/.test(sentence ?? ''))).toEqual(
      [
        [expect.any(String), 'changed the client Cleo, no admin of its organization any more'],
        [expect.any(String), 'changed the client Cleo, an admin of its organization from now on'],
      ],
    )
    await remove(clientId)
  })
})

describe('the admin of an organisation', () => {
  test('changes its name and logo, for the agency too, and the audit names the admin', async () => {
    const orgId = await organisationOf({ name: 'Acme', allowBilling: true, defaultClientAccess: ['/home'] })
    const boss = await clientOf({ orgId, name: 'Boss', isOrgAdmin: true })
    const body = { name: 'Acme & Sons', allowBilling: false, defaultClientAccess: ['/settings'] } as object
    await boss.client.call('ownOrganisation.save', { ...inRegion, body })
    const { items } = await ada.client.call('organisations.list', { params: place() })
    expect(items.find(({ ID }) => ID === orgId)).toMatchObject({
      ...{ name: 'Acme & Sons', allowBilling: true, defaultClientAccess: ['/home'] },
    })
    const refreshed = await boss.client.call('clientAuth.refresh', { body: {} })
    expect(refreshed.orgData).toMatchObject({ ID: orgId, name: 'Acme & Sons' })
    await expect(
      boss.client.call('ownOrganisation.save', { ...inRegion, body: { name: ' ' } }),
    ).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ message: 'Organization name is required.' }] },
    })
    expect(await told(`organisation-${orgId}`)).toEqual([
      ['Boss', 'changed the organization Acme & Sons'],
      [expect.any(String), 'created the organization Acme'],
    ])
    await remove(boss.clientId)
  })

  test('adds users with its own agents, and no page that it lacks', async () => {
    const [tea, coffee] = [await agentOf(), await agentOf()]
    const orgId = await organisationOf({
      ...{ name: 'Acme', defaultClientAccess: ['/home', '/settings', '/leads'] },
      ...{ defaultClientTabOrder: ['leads'] },
    })
    const boss = await clientOf({
      ...{ orgId, name: 'Boss', isOrgAdmin: true, canAccess: ['/home', '/leads', '/kb'], widgetIDs: [tea] },
    })
    const add = (more: object, options = {}) =>
      boss.client.call(
        'ownOrganisation.addUser',
        {
          ...inRegion,
          body: { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [tea], ...more },
        },
        options,
      )
    for (const widgetIDs of [[coffee], [await agentOf(eve)], ['made-up']])
      await expect(add({ widgetIDs })).rejects.toMatchObject({
        ...{ status: 404, message: 'This agent does not exist.' },
      })
    await expect(add({ email: boss.email })).rejects.toMatchObject({
      message: 'This email is already in use by another client.',
    })
    const email = newEmail()
    const more = { email, isOrgAdmin: true, orgId: 'another', canAccess: ['/settings'] }
    const { clientId } = await add(more, { idempotencyKey: 'add Ben' })
    expect(await add(more, { idempotencyKey: 'add Ben' })).toEqual({ clientId })
    const ben = await signIn(email, PASSWORD)
    expect(await ben.call('clientAuth.refresh', { body: {} })).toMatchObject({
      clientData: {
        ...{ ID: clientId, orgId, name: 'Ben', isOrgAdmin: false, widgetIDs: [tea] },
        ...{ canAccess: ['/home', '/leads'], clientTabOrder: ['leads'] },
      },
    })
    expect((await told(`client-${clientId}`)).at(-1)).toEqual(['Boss', 'created the client Ben'])
    await remove(clientId)
    await remove(boss.clientId)
  })

  test('lets users create agents if it may itself, unless its agency hides the Advanced Settings from it', async () => {
    const orgId = await organisationOf({ name: 'Acme' })
    const boss = await clientOf({ orgId, name: 'Boss', isOrgAdmin: true })
    const add = (allowCreateAgents: boolean) => {
      const body = { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [] }
      return boss.client.call('ownOrganisation.addUser', {
        ...inRegion,
        body: { ...body, allowCreateAgents },
      })
    }
    const creates = async (allowed: boolean) => {
      const { clientId } = await add(allowed)
      const found = await ada.client.call('clients.get', { params: { ...place(), clientId } })
      await remove(clientId)
      return found.allowCreateAgents
    }
    const refused = { status: 403, code: 'not-allowed', field: 'allowCreateAgents' }
    await expect(add(true)).rejects.toMatchObject(refused)
    expect(await creates(false)).toBe(false)
    await save(boss.clientId, { allowCreateAgents: true })
    expect(await creates(true)).toBe(true)
    await save(boss.clientId, { hideAdvancedSettings: true })
    for (const allowed of [true, false]) await expect(add(allowed)).rejects.toMatchObject(refused)
    expect((await boss.client.call('ownOrganisation.members', { ...inRegion, query: {} })).members).toBe(1)
    await remove(boss.clientId)
  })

  test('chooses of what its users are told', async () => {
    const orgId = await organisationOf({ name: 'Acme' })
    const boss = await clientOf({ orgId, name: 'Boss', isOrgAdmin: true })
    const told = async (notificationsSettings: object | undefined) => {
      const body = { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [] }
      const { clientId } = await boss.client.call('ownOrganisation.addUser', {
        ...inRegion,
        body: { ...body, ...(notificationsSettings && { notificationsSettings }) },
      })
      const found = await ada.client.call('clients.get', { params: { ...place(), clientId } })
      await remove(clientId)
      return found.notificationsSettings
    }
    expect(await told(undefined)).toEqual({ notifyThrough: 'all', notifyIf: 'requestsOnly' })
    expect(await told({ notifyIf: 'all' })).toEqual({ notifyThrough: 'all', notifyIf: 'all' })
    await remove(boss.clientId)
  })

  test('gives users delegation, unless its agency hides the Advanced Settings from it', async () => {
    const orgId = await organisationOf({ name: 'Acme' })
    const boss = await clientOf({ orgId, name: 'Boss', isOrgAdmin: true })
    const add = (more: object) => {
      const body = { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [], ...more }
      return boss.client.call('ownOrganisation.addUser', { ...inRegion, body })
    }
    const delegates = async (more: object) => {
      const { clientId } = await add(more)
      const found = await ada.client.call('clients.get', { params: { ...place(), clientId } })
      await remove(clientId)
      return found.canDelegateChats
    }
    expect([await delegates({ canDelegateChats: true }), await delegates({})]).toEqual([true, false])
    await save(boss.clientId, { hideAdvancedSettings: true })
    for (const canDelegateChats of [true, false])
      await expect(add({ canDelegateChats })).rejects.toMatchObject({ status: 403, code: 'not-allowed' })
    expect(await delegates({})).toBe(false)
    expect((await boss.client.call('ownOrganisation.members', { ...inRegion, query: {} })).members).toBe(1)
    await remove(boss.clientId)
  })

  test('adds no more than the agency has seats for', async () => {
    const { workspaceId } = eve
    const orgId = await organisationOf({}, eve)
    const boss = await clientOf({ orgId, name: 'Boss', isOrgAdmin: true }, eve)
    const add = () =>
      boss.client.call('ownOrganisation.addUser', {
        ...inRegion,
        body: { name: 'Ben', email: newEmail(), dashboardPassword: PASSWORD, widgetIDs: [] },
      })
    for (let user = 0; user < 9; user++) await add()
    await expect(add()).rejects.toMatchObject({
      ...{ code: 'no-client-seats', message: 'You have reached the maximum number of seats' },
    })
    const { clients } = await eve.client.call('clients.list', {
      params: { region: 'na', workspaceId },
      query: {},
    })
    expect(clients).toBe(10)
  })
})

const remove = (clientId: string) => ada.client.call('clients.delete', { params: { ...place(), clientId } })

async function told(stream: string) {
  await parley.settled()
  const { items } = await ada.client.call('audit.timeline', { params: place(), query: { stream } })
  return items.map(({ actorName, sentence }) => [actorName, sentence?.map(({ text }) => text).join('')])
}
