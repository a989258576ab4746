/** A visitor asks for a person: who is notified, how, and who is not. The whole path: log, relay, bus, lists, mail. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let owner: Person
let colleague: Person
let stranger: Person
let agentId: string

beforeAll(async () => {
  parley = await startTestPlatform()
  owner = await parley.signUp()
  colleague = await parley.signUp()
  stranger = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  agentId = agentCreated.ID
  const params = { region, agentId }
  const body = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await owner.client.call('agents.save', { params, body })
  await owner.client.call('agents.get', { params })
})
afterAll(() => parley?.stop())

/** A visitor writes, the conversation is assigned to somebody or nobody, and the visitor asks for a person. */
async function visitorAsks(assignee?: Person): Promise<string> {
  const params = { region, agentId }
  const started = await parley.client().call('conversations.start', { params, body: {} })
  const { conversationId, visitorToken } = started
  const place = { ...params, conversationId }
  if (assignee)
    await owner.client.call('conversations.assign', { params: place, body: { assignee: assignee.userId } })
  await parley.client(visitorToken).call('conversations.requestHandoff', { params: place })
  await parley.settled()
  return conversationId
}

const workspaceParams = () => ({ region, workspaceId: owner.workspaceId })
const listOf = async ({ client }: Person) =>
  (await client.call('notifications.list', { params: workspaceParams() })).items
const requestsOf = async (person: Person, conversationId: string) =>
  (await listOf(person)).filter(({ ID }) => ID.startsWith(`handoff.${conversationId}`))

async function mailedTo(conversationId: string): Promise<string[]> {
  const answer = await fetch(`${parley.url}/dev/mail.json`)
  const { items }: { items: { to: string; text: string }[] } = await answer.json()
  return items.filter(({ text }) => text.includes(conversationId)).map(({ to }) => to)
}

it('notifies all members, in the list and by mail, and nobody else', async () => {
  const conversationId = await visitorAsks()
  await expect.poll(() => mailedTo(conversationId)).toHaveLength(2)
  expect((await mailedTo(conversationId)).sort()).toEqual([owner.email, colleague.email].sort())
  for (const member of [owner, colleague]) {
    expect(await requestsOf(member, conversationId)).toMatchObject([
      {
        title: 'A visitor asks for a person',
        notificationLevel: 2,
        seen: false,
        urlPathname: `/app/na/agents/${agentId}/convos?conversation=${conversationId}`,
      },
    ])
  }
  await expect(
    stranger.client.call('notifications.list', { params: workspaceParams() }),
  ).rejects.toMatchObject({ status: 404 })
})

it('notifies only the member the conversation is assigned to', async () => {
  const conversationId = await visitorAsks(colleague)
  // Of the assignment, and of the request.
  await expect.poll(() => mailedTo(conversationId)).toEqual([colleague.email, colleague.email])
  expect(await requestsOf(owner, conversationId)).toEqual([])
  const [request] = await requestsOf(colleague, conversationId)
  expect(request).toMatchObject({ notifyOnly: [colleague.userId], seen: false })
  const params = { ...workspaceParams(), notificationId: request?.ID ?? '' }
  await expect(owner.client.call('notifications.seen', { params })).rejects.toMatchObject({ status: 404 })
})

it('is marked as seen per member, one or all at once', async () => {
  const conversationId = await visitorAsks()
  await expect.poll(() => requestsOf(owner, conversationId)).toHaveLength(1)
  const [request] = await requestsOf(owner, conversationId)
  await owner.client.call('notifications.seen', {
    params: { ...workspaceParams(), notificationId: request?.ID ?? '' },
  })
  expect(await requestsOf(owner, conversationId)).toMatchObject([{ seen: true }])
  expect(await requestsOf(colleague, conversationId)).toMatchObject([{ seen: false }])
  await colleague.client.call('notifications.allSeen', { params: workspaceParams() })
  expect((await listOf(colleague)).every(({ seen }) => seen)).toBe(true)
})

it('is not mailed to members who want no mail', async () => {
  const body = { notifyThrough: 'push', notifyIf: 'all' } as const
  await owner.client.call('notifications.saveSettings', { params: workspaceParams(), body })
  const conversationId = await visitorAsks()
  await expect.poll(() => mailedTo(conversationId)).toEqual([colleague.email])
})

it('lists earlier ones page by page, each once, newest first', async () => {
  for (let nth = 0; nth < 6; nth++) await visitorAsks()
  const told = async () => (await historyOf(owner, 50)).flat()
  await expect.poll(async () => (await told()).length).toBe(9)
  expect((await listOf(owner)).length).toBe(5)
  const pages = await historyOf(owner, 4)
  expect(pages.map((page) => page.length)).toEqual([4, 4, 1])
  expect(new Set(pages.flat()).size).toBe(9)
  expect(await told()).toEqual(pages.flat())
  // One request was assigned to them: they were told of both.
  expect((await historyOf(colleague, 50)).flat()).toHaveLength(11)
})

async function historyOf({ client }: Person, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const query = { limit, cursor }
    const page = await client.call('notifications.history', { params: workspaceParams(), query })
    pages.push(page.items.map(({ ID }) => ID))
    cursor = page.next
  } while (cursor !== undefined)
  return pages
}

it('tells whoever took over of what the visitor writes, once until they have read it', async () => {
  const params = { region, agentId }
  const started = await parley.client().call('conversations.start', { params, body: {} })
  const place = { ...params, conversationId: started.conversationId }
  const visitor = parley.client(started.visitorToken)
  const say = async (id: string) => {
    await visitor.call('conversations.send', { params: place, body: { id, text: 'Are you there?' } })
    await parley.settled()
  }
  const told = async (person: Person) =>
    (await listOf(person)).filter(({ ID }) => ID.startsWith(`message.${started.conversationId}`)).length
  await say('m1')
  await colleague.client.call('conversations.takeOver', { params: place })
  await colleague.client.call('conversations.markRead', { params: place, body: {} })
  await say('m2')
  await expect.poll(() => told(colleague)).toBe(1)
  await say('m3')
  await colleague.client.call('conversations.reply', { params: place, body: { id: 'r1', text: 'Yes.' } })
  await say('m4')
  await expect.poll(() => told(colleague)).toBe(2)
  expect(await told(owner)).toBe(0)
})
