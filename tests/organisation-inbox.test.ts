/**
 * The inbox rules of an organisation: which tags and canned responses its clients have, and when visitors of its agents can
 * ask for a person.
 */
import {
  defaultOrganisationInbox,
  type OrganisationInboxRules,
} from '@parley/contracts/organisation/inbox-rules.ts'
import {
  type DoubleRequest,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const na = { region: 'na' } as const
const MODEL = 'gpt-4.1-mini'
/** The built-in answerer replies in its place. */
const WITHOUT_KEY = 'claude-opus-4'
const UNASKED = 'I have asked a person.'
let parley: TestPlatform
let model: ModelDouble
let ada: Person

beforeAll(async () => {
  model = await startModelDouble({ record: false, reply: asksForPersonIfItMay })
  parley = await startTestPlatform({
    REGIONS: 'na',
    CLIENT_SEATS: '60',
    RATE_LIMIT_FACTOR: '1000',
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  ada = await parley.signUp()
  await ada.client.call('agency.initialize', { params: place() })
})
afterAll(async () => {
  await parley?.stop()
  await model?.stop()
})

function asksForPersonIfItMay({ body }: DoubleRequest) {
  const said = JSON.stringify(body)
  if (said.includes('"role":"tool"')) return [UNASKED]
  return said.includes('ask_for_a_person')
    ? { calls: [{ name: 'ask_for_a_person', input: '{"reason":"Is not helped"}' }] }
    : ['I am sorry.']
}

const place = (of = ada) => ({ ...na, workspaceId: of.workspaceId })

let nth = 0
async function agentOf(owner = ada, more: object = {}): Promise<string> {
  const agentId = `organisationinbox${++nth}`
  const body = {
    ...{ title: 'Desk', enableNodes: false, vg_defaultModel: WITHOUT_KEY },
    ...{ enableHumanHandoff: true, alwaysShowHandoff: true, showHandoffEvenIfOffline: true, ...more },
  }
  await owner.client.call('agents.save', { params: { ...na, agentId }, body })
  return agentId
}

type Rules = Partial<OrganisationInboxRules>

async function organisationOf(widgetIDs: string[], rules: Rules = {}): Promise<string> {
  const body = { name: 'Acme', widgetIDs, ...rules }
  return (await ada.client.call('organisations.create', { params: place(), body })).organisationId
}
const setRules = async (organisationId: string, body: Rules & { widgetIDs?: string[] }) => {
  await ada.client.call('organisations.save', { params: { ...place(), organisationId }, body })
  await parley.settled()
}

async function clientOf(orgId: string, widgetIDs: string[]) {
  const email = `inbox${++nth}@example.com`
  const given = { orgId, name: 'Cleo', email, dashboardPassword: 'fifteen letters', widgetIDs }
  await ada.client.call('clients.create', { params: place(), body: { ...given, canAccess: ['/convos'] } })
  const signingIn = { email, password: given.dashboardPassword, agencyId: ada.workspaceId }
  return parley.client((await parley.client().call('clientAuth.signIn', { body: signingIn })).token)
}

async function chatWith(agentId: string) {
  const started = await parley.client().call('conversations.start', { params: { ...na, agentId } })
  const params = { ...na, agentId, conversationId: started.conversationId }
  const visitor = parley.client(started.visitorToken)
  return {
    ...{ params, handoff: started.handoff },
    async say(text: string) {
      const body = { id: `m${++nth}`, text }
      const { messages } = await visitor.call('conversations.send', { params, body })
      return messages.flatMap(({ blocks }) => blocks.flatMap((one) => (one.type === 'text' ? one.text : [])))
    },
    ask: () => visitor.call('conversations.requestHandoff', { params, body: {} }),
    shown: async () => (await visitor.call('conversations.messages', { params })).handoff,
  }
}
type Chat = Awaited<ReturnType<typeof chatWith>>

const tag = (by: Person['client'], { params }: Chat, ...tags: string[]) =>
  by.call('conversations.tag', { params, body: { tags } })
const inboxOf = (by: Person['client'], of = ada) => by.call('inbox.get', { params: place(of) })

const onlyPredefined = {
  ...{ status: 400, code: 'unknown-tag', field: 'tags' },
  message: 'Only predefined tags can be added here.',
}
const noPerson = /no person can be brought into this chat/
const handoffOff = { code: 'handoff-off' }

test('an organisation begins without rules, and says what was set', async () => {
  const organisationId = await organisationOf([])
  const read = () => ada.client.call('organisations.get', { params: { ...place(), organisationId } })
  expect(await read()).toMatchObject(defaultOrganisationInbox)
  const rules = {
    ...{ predefinedTags: ['Order', 'Return'], disallowAnyTags: true, disableHandoff: true },
    ...{ smartHandoff: true, disableHandoffMessages: true, enableCannedResponses: true },
  }
  await setRules(organisationId, rules)
  expect(await read()).toMatchObject({ name: 'Acme', ...rules })
  for (const predefinedTags of [
    ['Order', 'order'],
    [''],
    ['x'.repeat(61)],
    Array.from({ length: 101 }, String),
  ])
    await expect(setRules(organisationId, { predefinedTags })).rejects.toMatchObject({ status: 400 })
  await setRules(organisationId, { disallowAnyTags: false })
  expect(await read()).toMatchObject({ ...rules, disallowAnyTags: false })
})

test('its clients are offered its tags and, where it says so, add no others; those of another organisation are not', async () => {
  const agentId = await agentOf()
  const acme = await organisationOf([agentId], { predefinedTags: ['Order', 'Return'] })
  const cleo = await clientOf(acme, [agentId])
  const other = await clientOf(await organisationOf([agentId]), [agentId])
  const chat = await chatWith(agentId)
  const offered = { predefinedTags: ['Order', 'Return'], disallowAnyTags: false }
  expect((await inboxOf(cleo)).settings).toMatchObject(offered)
  await tag(cleo, chat, 'Own')
  await setRules(acme, { disallowAnyTags: true })
  expect((await inboxOf(cleo)).settings).toMatchObject({ ...offered, disallowAnyTags: true })
  await expect(tag(cleo, chat, 'Own', 'Urgent')).rejects.toMatchObject(onlyPredefined)
  // What the conversation has by now stays.
  expect((await tag(cleo, chat, 'Own', 'Order')).tags).toEqual(['Own', 'Order'])
  expect((await tag(cleo, chat, 'Order')).tags).toEqual(['Order'])
  await expect(tag(cleo, chat, 'Order', 'Own')).rejects.toMatchObject(onlyPredefined)
  for (const free of [other, ada.client])
    expect((await inboxOf(free)).settings).toMatchObject({ predefinedTags: [], disallowAnyTags: false })
  await tag(other, chat, 'Order', 'Urgent')
  await tag(ada.client, chat, 'Internal')
  expect((await tag(cleo, chat, 'Internal', 'Return')).tags).toEqual(['Internal', 'Return'])
})

test('where the workspace allows only predefined tags, its clients have those and their organisation’s', async () => {
  const bea = await parley.signUp()
  const inbox = { predefinedTags: ['vip'], disallowAnyTags: true }
  const agentId = await agentOf()
  const acme = await organisationOf([agentId], { predefinedTags: ['Order'] })
  const cleo = await clientOf(acme, [agentId])
  const chat = await chatWith(agentId)
  const ownInbox = (await inboxOf(ada.client)).settings
  await ada.client.call('inbox.save', { params: place(), body: inbox })
  try {
    expect((await inboxOf(cleo)).settings).toMatchObject({ ...inbox, predefinedTags: ['Order', 'vip'] })
    await tag(cleo, chat, 'vip', 'Order')
    await expect(tag(cleo, chat, 'Own')).rejects.toMatchObject(onlyPredefined)
    await expect(tag(ada.client, chat, 'Return')).rejects.toMatchObject(onlyPredefined)
    await setRules(acme, { disallowAnyTags: true })
    expect((await inboxOf(cleo)).settings).toMatchObject({ ...inbox, predefinedTags: ['Order'] })
    await tag(cleo, chat)
    await expect(tag(cleo, chat, 'vip')).rejects.toMatchObject(onlyPredefined)
    expect((await inboxOf(bea.client, bea)).settings.predefinedTags).toEqual([])
  } finally {
    const { predefinedTags, disallowAnyTags } = ownInbox
    await ada.client.call('inbox.save', { params: place(), body: { predefinedTags, disallowAnyTags } })
  }
})

test('its clients have the canned responses of the workspace where both enable them', async () => {
  const agentId = await agentOf()
  const acme = await organisationOf([agentId], { enableCannedResponses: true })
  const cleo = await clientOf(acme, [agentId])
  const other = await clientOf(await organisationOf([agentId]), [agentId])
  const params = { ...place(), cannedResponseId: 'thanks' }
  await ada.client.call('inbox.saveCannedResponse', {
    params,
    body: { shortcut: 'thanks', text: 'Thank you!' },
  })
  const responses = async (by: Person['client']) => {
    const { settings, cannedResponses } = await inboxOf(by)
    return [settings.enableCannedResponses, cannedResponses.map(({ text }) => text)]
  }
  expect(await responses(cleo)).toEqual([true, ['Thank you!']])
  expect(await responses(other)).toEqual([false, []])
  await ada.client.call('inbox.save', { params: place(), body: { enableCannedResponses: false } })
  expect(await responses(cleo)).toEqual([false, []])
  await ada.client.call('inbox.save', { params: place(), body: { enableCannedResponses: true } })
  await setRules(acme, { enableCannedResponses: false })
  expect(await responses(cleo)).toEqual([false, []])
  // Reading them is all a client does with them.
  const saving = { params, body: { shortcut: 'hi', text: 'Hi' } }
  await expect(cleo.call('inbox.saveCannedResponse', saving)).rejects.toMatchObject({ status: 403 })
})

test('visitors of its agents ask for a person, until it switches that off', async () => {
  const agentId = await agentOf()
  const acme = await organisationOf([agentId])
  const before = await chatWith(agentId)
  expect(before.handoff?.offered).toBe(true)
  expect((await before.say('I want a human')).join()).not.toMatch(noPerson)
  await setRules(acme, { disableHandoff: true })
  const chat = await chatWith(agentId)
  expect(chat.handoff?.offered).toBe(false)
  expect((await chat.say('I want a human')).join()).toMatch(noPerson)
  await expect(chat.ask()).rejects.toMatchObject(handoffOff)
  expect((await chat.shown())?.offered).toBe(false)
  const elsewhere = await chatWith(await agentOf())
  expect(elsewhere.handoff?.offered).toBe(true)
  await elsewhere.ask()
  await setRules(acme, { disableHandoff: false })
  expect((await chat.shown())?.offered).toBe(true)
  await chat.ask()
})

test('an agent of two organisations keeps its handoff while one of them has it', async () => {
  const agentId = await agentOf()
  const [acme, brew] = [await organisationOf([agentId]), await organisationOf([agentId])]
  const offered = async () => (await chatWith(agentId)).handoff?.offered
  await setRules(acme, { disableHandoff: true })
  expect(await offered()).toBe(true)
  await setRules(brew, { disableHandoff: true })
  expect(await offered()).toBe(false)
  await setRules(brew, { widgetIDs: [] })
  expect(await offered()).toBe(false)
  await setRules(acme, { widgetIDs: [] })
  expect(await offered()).toBe(true)
})

test('the model of its agents asks for a person by itself with Smart Handoff, unless handoff is off', async () => {
  const agentId = await agentOf(ada, { vg_defaultModel: MODEL })
  const acme = await organisationOf([agentId])
  const helped = async () => (await (await chatWith(agentId)).say('None of this helps me.')).join()
  expect(await helped()).toBe('I am sorry.')
  await setRules(acme, { smartHandoff: true })
  expect(await helped()).toBe(UNASKED)
  await setRules(acme, { disableHandoff: true })
  expect(await helped()).toBe('I am sorry.')
})

test('chats of its agents say nothing of who joins with Disable Handoff Messages', async () => {
  const agentId = await agentOf()
  const acme = await organisationOf([agentId])
  const chat = await chatWith(agentId)
  expect(chat.handoff?.quiet).toBe(false)
  await setRules(acme, { disableHandoffMessages: true })
  expect((await chat.shown())?.quiet).toBe(true)
  expect((await chatWith(await agentOf())).handoff?.quiet).toBe(false)
})

test('nobody but its agency sets its rules, and the agents of another workspace stay out of reach', async () => {
  const bea = await parley.signUp()
  const agentId = await agentOf()
  const theirs = await agentOf(bea)
  const acme = await organisationOf([agentId])
  const body = { disableHandoff: true }
  const into = (workspaceId: string) => ({ params: { ...na, workspaceId, organisationId: acme }, body })
  await expect(bea.client.call('organisations.save', into(bea.workspaceId))).rejects.toMatchObject({
    status: 404,
  })
  const refused = [403, 404]
  for (const [by, workspaceId] of [
    [bea.client, ada.workspaceId],
    [await clientOf(acme, [agentId]), ada.workspaceId],
  ] as const)
    expect(refused).toContain(
      await by.call('organisations.save', into(workspaceId)).then(
        () => 200,
        ({ status }) => status,
      ),
    )
  await expect(setRules(acme, { ...body, widgetIDs: [theirs] })).rejects.toMatchObject({ status: 404 })
  for (const id of [agentId, theirs]) expect((await chatWith(id)).handoff?.offered).toBe(true)
})
