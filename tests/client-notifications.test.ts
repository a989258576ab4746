/** What a client of an agency is notified of: of its own agents, as far as it is to know, and seen by itself alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let ada: Person
let tea: string
let coffee: string
beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '10', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  ;[tea, coffee] = [await agentNamed('Harbour Tea'), await agentNamed('Harbour Coffee')]
})
afterAll(() => parley.stop())

const place = () => ({ region, workspaceId: ada.workspaceId })

async function agentNamed(agentName: string): Promise<string> {
  const { agentCreated } = await ada.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  const body = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await ada.client.call('agents.save', { params: { region, agentId: agentCreated.ID }, body })
  return agentCreated.ID
}

let nth = 0
async function clientOf(more: object) {
  const { organisationId: orgId } = await ada.client.call('organisations.create', {
    params: place(),
    body: {},
  })
  const email = `client${++nth}@example.com`
  const given = { orgId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' }
  const { clientId } = await ada.client.call('clients.create', {
    params: place(),
    body: { ...given, widgetIDs: [tea], canAccess: ['/convos'], ...more },
  })
  await ada.client.call('agency.initialize', { params: place() }).catch(() => undefined)
  const body = { email, password: given.dashboardPassword, agencyId: ada.workspaceId }
  return {
    clientId,
    client: parley.client((await parley.client().call('clientAuth.signIn', { body })).token),
  }
}
type Cleo = Awaited<ReturnType<typeof clientOf>>

/** A visitor writes, the conversation is assigned to somebody or nobody, and the visitor asks for a person. */
async function visitorAsks(agentId: string, assignee?: Person): Promise<string> {
  const params = { region, agentId }
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  const visitor = parley.client(visitorToken)
  const at = { params: { ...params, conversationId } }
  await visitor.call('conversations.send', { ...at, body: { id: `m${conversationId}`, text: 'Is it open?' } })
  if (assignee) await ada.client.call('conversations.assign', { ...at, body: { assignee: assignee.userId } })
  await visitor.call('conversations.requestHandoff', at)
  await parley.settled()
  return conversationId
}
const listOf = async ({ client }: Pick<Cleo, 'client'>) =>
  (await client.call('notifications.list', { params: place() })).items
const kindsIn = (items: { ID: string }[], conversationId: string) =>
  items.filter(({ ID }) => ID.includes(conversationId)).map(({ ID }) => ID.split('.')[0])

test('of requests for a person by default, of everything or nothing if its agency wants that', async () => {
  const cleo = await clientOf({})
  const all = await clientOf({ notificationsSettings: { notifyIf: 'all' } })
  const none = await clientOf({ notificationsSettings: { notifyIf: 'none' } })
  const id = await visitorAsks(tea)
  await expect.poll(async () => kindsIn(await listOf(cleo), id)).toEqual(['handoff'])
  await expect
    .poll(async () => kindsIn(await listOf(all), id).toSorted())
    .toEqual(['conversation', 'handoff'])
  expect(await listOf(none)).toEqual([])
  expect((await listOf(cleo))[0]).toMatchObject({
    ...{ title: 'A visitor asks for a person', seen: false, about: { said: 'Is it open?' } },
    urlPathname: `/app/na/agents/${tea}/convos?conversation=${id}`,
  })
  const params = { ...place(), clientId: cleo.clientId }
  await ada.client.call('clients.save', { params, body: { notificationsSettings: { notifyIf: 'none' } } })
  expect(await listOf(cleo)).toEqual([])
})

test('of nothing of agents that it does not have, or that is for a member alone', async () => {
  const cleo = await clientOf({ notificationsSettings: { notifyIf: 'all' } })
  const [ofOther, ofMember] = [await visitorAsks(coffee), await visitorAsks(tea, ada)]
  const id = await visitorAsks(tea)
  await expect
    .poll(async () => kindsIn(await listOf(cleo), id).toSorted())
    .toEqual(['conversation', 'handoff'])
  const items = await listOf(cleo)
  expect(kindsIn(items, ofOther)).toEqual([])
  expect(kindsIn(items, ofMember)).toEqual(['conversation'])
  const own = await listOf(ada)
  const notIts = own.filter(
    ({ ID }) => ID.startsWith('handoff') && (ID.includes(ofOther) || ID.includes(ofMember)),
  )
  expect(notIts).toHaveLength(2)
  for (const { ID: notificationId } of notIts)
    await expect(
      cleo.client.call('notifications.seen', { params: { ...place(), notificationId } }),
    ).rejects.toMatchObject({ status: 404, message: 'This notification does not exist.' })
})

test('without reading conversations, of nothing', async () => {
  const { client } = await clientOf({ canAccess: ['/home', '/leads'] })
  await expect(listOf({ client })).rejects.toMatchObject({ status: 403 })
})

test('and marks what it has seen for itself alone', async () => {
  const cleo = await clientOf({})
  const [first, second] = [await visitorAsks(tea), await visitorAsks(tea)]
  const seenBy = async (whose: Pick<Cleo, 'client'>) =>
    (await listOf(whose))
      .filter(({ ID }) => ID.startsWith('handoff') && (ID.includes(first) || ID.includes(second)))
      .map(({ seen }) => seen)
  await expect.poll(() => seenBy(cleo)).toEqual([false, false])
  const { ID: notificationId = '' } = (await listOf(cleo)).find(({ ID }) => ID.includes(second)) ?? {}
  await cleo.client.call('notifications.seen', { params: { ...place(), notificationId } })
  expect((await seenBy(cleo)).toSorted()).toEqual([false, true])
  const viewed = await ada.client.call('clients.viewAs', { params: { ...place(), clientId: cleo.clientId } })
  const viewer = parley.client(viewed.token)
  expect((await seenBy({ client: viewer })).toSorted()).toEqual([false, true])
  const refused = { status: 403, code: 'viewing-as' }
  await expect(viewer.call('notifications.allSeen', { params: place() })).rejects.toMatchObject(refused)
  await cleo.client.call('notifications.allSeen', { params: place() })
  expect(await seenBy(cleo)).toEqual([true, true])
  expect(await seenBy(ada)).toEqual([false, false])
})
