/**
 * Clients with `canDelegateChats` assign conversations of their agents, to themselves, to others of their organisation who
 * may answer, or to nobody. A client that can't answer any more leaves no conversation assigned to it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let ada: Person
let tea: string
let coffee: string

beforeAll(async () => {
  parley = await startTestPlatform({ CLIENT_SEATS: '60', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  await ada.client.call('agency.initialize', { params: place() })
  ;[tea, coffee] = [await agentNamed('Harbour Tea'), await agentNamed('Harbour Coffee')]
})
afterAll(() => parley?.stop())

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

const organisationOf = async (name: string) =>
  (await ada.client.call('organisations.create', { params: place(), body: { name } })).organisationId

let nth = 0
async function clientOf(orgId: string, name: string, more: object = {}) {
  const email = `client${++nth}@example.com`
  const dashboardPassword = 'fifteen letters'
  const given = { orgId, name, email, dashboardPassword, widgetIDs: [tea], canAccess: ['/convos'], ...more }
  const { clientId } = await ada.client.call('clients.create', { params: place(), body: given })
  const signingIn = { email, password: dashboardPassword, agencyId: ada.workspaceId }
  const { token } = await parley.client().call('clientAuth.signIn', { body: signingIn })
  return { clientId, email, client: parley.client(token) }
}
type Cleo = Awaited<ReturnType<typeof clientOf>>

/** An organisation with a client that may delegate and another one that may not. */
async function two() {
  const orgId = await organisationOf('Harbour')
  const cleo = await clientOf(orgId, 'Cleo', { canDelegateChats: true })
  const cole = await clientOf(orgId, 'Cole')
  return { orgId, cleo, cole }
}

async function chatWith(agentId: string) {
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params: { region, agentId } })
  const params = { region, agentId, conversationId }
  const visitor = parley.client(visitorToken)
  await visitor.call('conversations.send', { params, body: { id: `m${conversationId}`, text: 'Hello?' } })
  return { conversationId, params, visitor }
}
type Chat = Awaited<ReturnType<typeof chatWith>>

const assign = ({ client }: Pick<Cleo, 'client'>, { params }: Chat, assignee: string | null) =>
  client.call('conversations.assign', { params, body: { assignee } })
const assigneeOf = async ({ params }: Chat) =>
  (await ada.client.call('conversations.get', { params })).assignee
const save = ({ clientId }: Cleo, body: object) =>
  ada.client.call('clients.save', { params: { ...place(), clientId }, body })
const notAColleague = { status: 400, code: 'not-a-member' }

test('the team finds the clients who have an agent, and assigns its conversations to them', async () => {
  const { cleo } = await two()
  const chat = await chatWith(tea)
  const { items } = await ada.client.call('clients.list', { params: place(), query: { agentId: tea } })
  expect(items.map(({ ID }) => ID)).toContain(cleo.clientId)
  const without = await ada.client.call('clients.list', { params: place(), query: { agentId: coffee } })
  expect(without.items.map(({ ID }) => ID)).not.toContain(cleo.clientId)
  await assign(ada, chat, cleo.clientId)
  expect(await assigneeOf(chat)).toBe(cleo.clientId)
})

test('a client assigns to itself, to a colleague, and to nobody, and its lists follow', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  for (const one of [cleo, cole, undefined]) {
    await assign(cleo, chat, one?.clientId ?? null)
    expect(await assigneeOf(chat)).toBe(one?.clientId)
    for (const each of [cleo, cole]) {
      const query = { view: 'mine' } as const
      const { items } = await each.client.call('conversations.list', {
        params: { region, agentId: tea },
        query,
      })
      expect(items.map(({ conversationId }) => conversationId)).toEqual(
        each === one ? [chat.conversationId] : [],
      )
    }
  }
})

test('it is told whom it can assign to, and of nobody else', async () => {
  const { orgId, cleo, cole } = await two()
  const ofCoffee = await clientOf(orgId, 'Of coffee', { widgetIDs: [coffee] })
  const ofLeads = await clientOf(orgId, 'Of leads', { canAccess: ['/leads'] })
  const stranger = await clientOf(await organisationOf('Another'), 'Stranger', { canDelegateChats: true })
  const { members } = await cleo.client.call('inbox.get', { params: place() })
  expect(members).toEqual([
    { userId: cleo.clientId, displayName: 'Cleo', agentIds: [tea] },
    { userId: cole.clientId, displayName: 'Cole', agentIds: [tea] },
  ])
  const chat = await chatWith(tea)
  for (const nobody of [ofCoffee.clientId, ofLeads.clientId, stranger.clientId, ada.userId, 'made-up'])
    await expect(assign(cleo, chat, nobody)).rejects.toMatchObject(notAColleague)
  await save(cole, { widgetIDs: [tea, coffee] })
  // What else a colleague has is not its business.
  expect((await cleo.client.call('inbox.get', { params: place() })).members[1]?.agentIds).toEqual([tea])
  await expect(assign(cleo, await chatWith(coffee), cole.clientId)).rejects.toMatchObject({ status: 404 })
  expect(await assigneeOf(chat)).toBeUndefined()
})

test('without the setting, or the inbox, nobody is assigned', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  const mayAssign = async ({ client }: Cleo) =>
    (await client.call('clientAuth.refresh', { body: {} })).permissions.includes('conversation.assign')
  expect([await mayAssign(cleo), await mayAssign(cole)]).toEqual([true, false])
  await expect(assign(cole, chat, cole.clientId)).rejects.toMatchObject({ status: 403 })
  await save(cleo, { canDelegateChats: false })
  await expect(assign(cleo, chat, cleo.clientId)).rejects.toMatchObject({ status: 403 })
  await save(cleo, { canDelegateChats: true, canAccess: ['/leads'] })
  await expect(assign(cleo, chat, cleo.clientId)).rejects.toMatchObject({ status: 403 })
  expect(await mayAssign(cleo)).toBe(false)
  await cleo.client.call('clientAuth.saveProfile', {
    body: { name: 'Cleo', canDelegateChats: true } as object,
  })
  await save(cleo, { canAccess: ['/convos'], canDelegateChats: false })
  await expect(assign(cleo, chat, cleo.clientId)).rejects.toMatchObject({ status: 403 })
})

test('of two who assign at once, the second is told that it was changed', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  const answer = await cleo.client.open('conversations.get', { params: chat.params })
  const ifMatch = answer.headers.get('etag') ?? ''
  const both = await Promise.allSettled(
    [cleo, cole].map(({ clientId }) =>
      cleo.client.call(
        'conversations.assign',
        { params: chat.params, body: { assignee: clientId } },
        { ifMatch },
      ),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 412 } })
})

test('whom it is assigned to by somebody else is told, as it chose, and requests are theirs', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  const told = async ({ client }: Pick<Cleo, 'client'>) =>
    (await client.call('notifications.list', { params: place() })).items
      .filter(({ ID }) => ID.includes(chat.conversationId))
      .map(({ ID, title }) => [ID.split('.')[0], title])
  await assign(cleo, chat, cleo.clientId)
  await assign(cleo, chat, cole.clientId)
  const assigned = ['assigned', 'A conversation was assigned to you']
  await expect.poll(() => told(cole)).toEqual([assigned])
  const mails = async () => {
    const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
    return items.filter(({ to }: { to: string }) => to === cole.email)
  }
  await expect.poll(mails).toMatchObject([{ subject: 'A conversation was assigned to you' }])
  await chat.visitor.call('conversations.requestHandoff', { params: chat.params })
  await expect.poll(() => told(cole)).toEqual([['handoff', 'A visitor asks for a person'], assigned])
  expect(await told(cleo)).toEqual([])
  // Nobody would hear of the request.
  await save(cole, { notificationsSettings: { notifyIf: 'none' } })
  const other = await chatWith(tea)
  await assign(cleo, other, cole.clientId)
  await other.visitor.call('conversations.requestHandoff', { params: other.params })
  const items = async () => (await cleo.client.call('notifications.list', { params: place() })).items
  await expect
    .poll(async () => (await items()).filter(({ ID }) => ID.startsWith(`handoff.${other.conversationId}`)))
    .toHaveLength(1)
})

test('the team is named the clients, in its list and what was done; a client no more than its colleagues', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  const query = { ids: chat.conversationId }
  const listed = async ({ client }: Pick<Cleo, 'client'>) =>
    (await client.call('conversations.list', { params: { region, agentId: tea }, query })).items[0]
  expect(await listed(ada)).not.toHaveProperty('clientNames')
  await assign(cleo, chat, cole.clientId)
  const names = { [cole.clientId]: 'Cole' }
  expect(await listed(ada)).toMatchObject({ assignee: cole.clientId, clientNames: names })
  const { clientNames } = await ada.client.call('conversations.get', { params: chat.params })
  expect(clientNames).toEqual({ ...names, [cleo.clientId]: 'Cleo' })
  expect(await listed(cleo)).not.toHaveProperty('clientNames')
  expect(await cleo.client.call('conversations.get', { params: chat.params })).not.toHaveProperty(
    'clientNames',
  )
})

test('the audit names both', async () => {
  const { cleo, cole } = await two()
  const chat = await chatWith(tea)
  await assign(cleo, chat, cole.clientId)
  await parley.settled()
  const query = { stream: `conversation-${chat.conversationId}`, type: 'ConversationAssigned' }
  const { items } = await ada.client.call('audit.timeline', { params: place(), query })
  expect(items[0]).toMatchObject({ actorName: 'Cleo' })
  expect(JSON.stringify(items[0]?.sentence)).toContain('Cole')
})

test.each([
  ['is deleted', (cole: Cleo) => ada.client.call('clients.delete', { params: { ...place(), ...cole } })],
  ['is moved', async (cole: Cleo) => save(cole, { orgId: await organisationOf('Elsewhere') })],
  ['loses the agent', (cole: Cleo) => save(cole, { widgetIDs: [coffee] })],
  ['loses the inbox', (cole: Cleo) => save(cole, { canAccess: ['/leads'] })],
])('what is assigned to a client that %s is unassigned, if it is open', async (_, change) => {
  const { cleo, cole } = await two()
  const [open, resolved, others, passedOn] = await Promise.all([1, 2, 3, 4].map(() => chatWith(tea)))
  if (!open || !resolved || !others || !passedOn) throw new Error('no conversation')
  for (const chat of [open, resolved, passedOn]) await assign(cleo, chat, cole.clientId)
  await assign(cleo, passedOn, cleo.clientId)
  await assign(cleo, others, cleo.clientId)
  const { params } = resolved
  await cleo.client.call('conversations.setStatus', { params, body: { status: 'resolved' } })
  await change(cole)
  await expect.poll(() => assigneeOf(open)).toBeUndefined()
  await parley.settled()
  expect(await assigneeOf(resolved)).toBe(cole.clientId)
  expect([await assigneeOf(others), await assigneeOf(passedOn)]).toEqual([cleo.clientId, cleo.clientId])
  const { acts } = await ada.client.call('conversations.get', { params: open.params })
  expect(acts.at(-1)).toMatchObject({ did: 'assign', assignee: '', by: { kind: 'policy' } })
})

test('what was resolved by a client that was deleted is nobody’s once it is opened again', async () => {
  const { cleo, cole } = await two()
  const { params, ...chat } = await chatWith(tea)
  await assign(cleo, { params, ...chat }, cole.clientId)
  await cleo.client.call('conversations.setStatus', { params, body: { status: 'resolved' } })
  await ada.client.call('clients.delete', { params: { ...place(), clientId: cole.clientId } })
  await parley.settled()
  await chat.visitor.call('conversations.send', { params, body: { id: 'again', text: 'One more thing' } })
  await expect.poll(() => assigneeOf({ params, ...chat })).toBeUndefined()
  expect((await ada.client.call('conversations.get', { params })).status).toBe('open')
})

test('losing the setting alone changes nothing of what is assigned', async () => {
  const { cleo } = await two()
  const chat = await chatWith(tea)
  await assign(cleo, chat, cleo.clientId)
  await save(cleo, { canDelegateChats: false, widgetIDs: [tea, coffee] })
  await parley.settled()
  expect(await assigneeOf(chat)).toBe(cleo.clientId)
})
