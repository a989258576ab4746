/**
 * The conversations and leads of an organisation move to a workspace of another region: read models show the same there,
 * nobody is told, answered or charged, the visitors can't be reached, and an undo erases them.
 */
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { conversationSubject } from '@parley/contracts/message.ts'
import { partBytes } from '@parley/contracts/organisation/snapshot/limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { storedPlaceOf } from '@parley/kernel/log/recorded-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../scripts/demo/fill.ts'
import { leadIdOf } from '../services/conversation/src/leads/lead.decider.ts'
import { signInAs } from './src/sign-up.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'
import { startWebhookDouble } from './src/webhook-double.ts'

const from = 'na' as const
const to = 'eu' as const
let parley: TestPlatform
let ada: Pick<Person, 'client' | 'workspaceId'>
let eve: Person
let agentIds: string[]
let organisationId: string
let server: Awaited<ReturnType<typeof startWebhookDouble>>

beforeAll(async () => {
  server = await startWebhookDouble()
  const allowed = new URL(server.url).host
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '60', RATE_LIMIT_FACTOR: '1000', ALLOW_PRIVATE_ADDRESSES: allowed },
  })
  const person = { email: 'demo@example.com', password: 'correct horse battery' }
  const env = { DATA_DIR: parley.dataDir }
  const say = () => undefined
  const { workspaceId } = await fillDemo({ url: parley.url, ...person, conversations: 40, env, say })
  ada = { workspaceId, client: parley.client((await signInAs(parley.client(), person)).token) }
  eve = await parley.signUp(to)
  const { items } = await ada.client.call('agents.list', { params: { region: from }, query: {} })
  agentIds = items.map(({ ID }) => ID)
  await write('Waiting Wim')
  organisationId = (
    await ada.client.call('organisations.create', {
      params: { region: from, workspaceId },
      body: { name: 'Moving', widgetIDs: agentIds },
    })
  ).organisationId
  await parley.settled(from)
}, 180_000)
afterAll(async () => {
  await parley?.stop()
  await server?.stop()
})

const place = () => ({ region: to, workspaceId: eve.workspaceId })
const services = (region: 'na' | 'eu') => parley.platform.regions.get(region)!

/** What the demo's history lacks: a file, a handoff that nobody answered, a comment, and what a team adds. */
async function write(name: string): Promise<string> {
  const params = { region: from, agentId: agentIds[0] ?? '' }
  const settings = { acceptFileUpload: true, enableHumanHandoff: true, showHandoffEvenIfOffline: true }
  await ada.client.call('agents.save', { params, body: settings })
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', {
    params,
    body: { lang: 'nl', pageUrl: 'https://shop.example/lamps', pageTitle: 'Lamps', browser: 'Firefox' },
  })
  const visitor = parley.client(visitorToken)
  const of = { params: { ...params, conversationId } }
  await visitor.call('conversations.identify', { ...of, body: { name, email: 'w@example.com' } })
  await visitor.call('conversations.moved', { ...of, body: { pageUrl: 'https://shop.example/chairs' } })
  const upload = { id: 'f1', name: 'list.txt', base64Payload: Buffer.from('Two lamps').toString('base64') }
  await visitor.call('conversations.upload', { ...of, body: upload })
  await visitor.call('conversations.send', { ...of, body: { id: 'm1', text: 'Open?', files: ['f1'] } })
  await visitor.call('conversations.feedback', { ...of, body: { rating: 'down', comment: 'Too slow' } })
  await ada.client.call('conversations.addNote', { ...of, body: { text: 'A regular' } })
  await ada.client.call('conversations.tag', { ...of, body: { tags: ['vip', 'lamps'] } })
  await visitor.call('conversations.requestHandoff', { ...of, body: { note: 'Please' } })
  await parley.settled(from)
  return (await ada.client.call('conversations.get', of)).visitorId
}

/** Takes care of a question that an agent could not answer, by one of its sources. */
async function handleQuestion(): Promise<void> {
  for (const agentId of agentIds) {
    const params = { region: from, agentId }
    const query = {
      from: new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10),
      to: new Date().toISOString().slice(0, 10),
    }
    const [open] = (await ada.client.call('analytics.unanswered', { params, query })).items
    const [source] = (await ada.client.call('knowledge.list', { params, query: {} })).items
    if (!open || !source) continue
    const { conversationId, messageId } = open
    const body = { handled: true, sourceId: source.sourceId }
    const of = { ...params, conversationId, messageId }
    await ada.client.call('analytics.handleQuestion', { params: of, body })
    await parley.settled(from)
    return
  }
  throw new Error('The agents answered all questions')
}

/** The bytes of a snapshot with history. */
async function snapshot(): Promise<Buffer> {
  const params = { region: from, workspaceId: ada.workspaceId }
  const { snapshotId } = await ada.client.call('organisationSnapshots.make', {
    params: { ...params, organisationId },
    body: { withClients: false, withHistory: true },
  })
  await parley.settled(from)
  const { snapshots } = await ada.client.call('organisationSnapshots.list', { params })
  expect(snapshots[0]).toMatchObject({ snapshotId, state: 'made', withHistory: true })
  const answer = await ada.client.open('organisationSnapshots.download', {
    params: { ...params, snapshotId },
  })
  return Buffer.from(await answer.arrayBuffer())
}

async function uploaded(bytes: Buffer): Promise<string> {
  const body = { base64Payload: bytes.toString('base64') }
  return (await eve.client.call('organisationImports.upload', { params: place(), body })).importId
}

async function imported(importId: string) {
  await eve.client.call('organisationImports.start', { params: { ...place(), importId } })
  await parley.settled(to)
  const { imports } = await eve.client.call('organisationSnapshots.list', { params: place() })
  return imports.find((one) => one.importId === importId)
}

async function agentsOf(orgId: string | undefined): Promise<string[]> {
  const { items } = await eve.client.call('organisations.list', { params: place() })
  return items.find(({ ID }) => ID === orgId)?.widgetIDs ?? []
}

const compared = [
  ...['conversations', 'conversation-messages', 'conversation-acts', 'leads', 'visits', 'agent-days'],
  ...['analytics-conversations', 'analytics-messages', 'analytics-ratings', 'analytics-buckets'],
  ...['agent-answers', 'channel-traffic', 'failed-deliveries'],
]

/** The documents of read models about agents, with opened texts. */
async function documentsOf(region: 'na' | 'eu', tenant: string, ids: readonly string[]) {
  const { engines, projections } = services(region)
  const opened = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string' && value.startsWith('sealed.'))
      return (await engines.keyring.open(tenant, [value]))[0]
    if (Array.isArray(value)) return Promise.all(value.map(opened))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(async ([name, field]) => [name, await opened(field)] as const)
    return Object.fromEntries((await Promise.all(entries)).sort())
  }
  const found: { collection: string; id: string; document: Record<string, unknown> }[] = []
  const conversations = new Set<string>()
  for (const collection of compared)
    for await (const entry of engines.readStore.scan(projections.collectionOf(collection))) {
      const document = entry.document as Record<string, unknown> | undefined
      if (!document || entry.tenant !== tenant) continue
      const of = String(document.conversationId ?? entry.id)
      const isOfAgent = ids.includes(String(document.agentId)) || conversations.has(of)
      if (!isOfAgent || document.listed === false || document.gone) continue
      if (collection === 'conversations') conversations.add(of)
      found.push({ collection, id: entry.id, document: (await opened(document)) as never })
    }
  return { found, conversations: [...conversations] }
}

test('read models show the same in the other region, and nothing follows from what was imported', async () => {
  await handleQuestion()
  const before = await documentsOf(from, ada.workspaceId, agentIds)
  expect(before.found.filter(({ document }) => document.handled === true && document.sourceId)).toHaveLength(
    1,
  )
  expect(before.conversations.length).toBeGreaterThan(30)
  const visitorId = await write('Erased Erna')
  await ada.client.call('visitors.erase', {
    params: { region: from, agentId: agentIds[0] ?? '', visitorId },
  })
  const bytes = await snapshot()
  const lines = gunzipSync(bytes).toString().split('\n')
  const named = (name: string) => lines.filter((line) => line.includes(name)).length
  expect([named('Erased Erna'), named('Waiting Wim') > 0]).toEqual([0, true])

  await eve.client.call('webhooks.create', {
    params: { region: to },
    body: {
      ...{ url: server.url, description: 'All', sendWorkspaceSecret: false },
      subscribedEvents: ['conversation_started', 'message_received', 'message_sent', 'feedback_given'],
    },
  })
  const shownTo = async () => ({
    notifications: await eve.client.call('notifications.list', { params: place() }),
    credits: await eve.client.call('credits.history', { params: place(), query: {} }),
  })
  const quiet = await shownTo()
  const { engines } = services(to)
  const head = await engines.eventStore.head()
  const importId = await uploaded(bytes)
  const done = await imported(importId)
  expect(done).toMatchObject({ state: 'imported', problems: [] })
  expect(done?.done).toBe(done?.steps)
  expect(done?.conversations).toBe(before.conversations.length)

  // Equal, save for ids and what stays where it was.
  const newAgents = await agentsOf(done?.organisationId)
  const after = await documentsOf(to, eve.workspaceId, newAgents)
  const shown = comparable(after.found)
  const ids = newIdsOf(before, importId, newAgents)
  for (const [nth, agentId] of agentIds.entries())
    for (const [id, newId] of await sourcesOf(agentId, newAgents[nth] ?? '')) ids.set(id, newId)
  const expected = comparable(before.found, ids)
  expect(shown.length).toBeGreaterThan(300)
  expect(shown.filter((one) => !expected.includes(one))).toEqual([])
  expect(expected.filter((one) => !shown.includes(one))).toEqual([])

  // Nothing but the import was recorded: what follows from a message, a handoff or a lead has been done elsewhere.
  const types = new Map<string, number>()
  const own = await engines.eventStore.readAll(head, 100_000)
  for (const stored of own) {
    const { happenedAt, at } = storedPlaceOf(stored)
    if (happenedAt === undefined) types.set(stored.type, (types.get(stored.type) ?? 0) + 1)
    else expect(happenedAt < at, `${stored.type} happened before it was imported`).toBe(true)
  }
  // With its first organization the workspace is an agency.
  for (const type of types.keys())
    expect(type).toMatch(/^(Agent|Organisation|Knowledge|Webhook|AgencyCreated$)/)
  expect(own.length).toBeGreaterThan(300)
  expect(await shownTo()).toEqual(quiet)
  expect(server.requests).toEqual([])

  // Nobody is awaited, so that no agent takes up in time what a person was asked for elsewhere.
  const { projections } = services(to)
  for (const name of ['awaited-people', 'pending-approvals'])
    for await (const { document } of engines.readStore.scan(projections.collectionOf(name)))
      expect(document).toBeUndefined()

  // Texts are sealed under keys of this workspace, one for each conversation.
  const { keyring } = engines
  const [conversationId = ''] = after.conversations
  const subject = conversationSubject(conversationId)
  expect(await keyring.isKnown({ tenant: eve.workspaceId, subject })).toBe(true)

  // A file of a message came along.
  const wim = after.found.find(
    ({ collection, document }) =>
      collection === 'conversations' && JSON.stringify(document).includes('Waiting Wim'),
  )
  const of = { region: to, agentId: newAgents[0] ?? '', conversationId: wim?.id ?? '' }
  const messagesOf = async () =>
    (await eve.client.call('conversations.transcript', { params: of, query: {} })).messages
  const messages = await messagesOf()
  const [file] = messages.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'file'))
  const opened = await fetch(`${parley.url}${file?.type === 'file' ? file.url : ''}`)
  expect(await opened.text()).toBe('Two lamps')

  // Its visitor can't be reached; the team may still tag, note and resolve it.
  const reply = eve.client.call('conversations.reply', { params: of, body: { id: 'r1', text: 'Hi' } })
  await expect(reply).rejects.toMatchObject({ code: 'imported', status: 409 })
  await expect(eve.client.call('conversations.takeOver', { params: of })).rejects.toMatchObject({
    code: 'imported',
  })
  await expect(eve.client.call('conversations.handBack', { params: of })).rejects.toMatchObject({
    code: 'imported',
  })
  await eve.client.call('conversations.tag', { params: of, body: { tags: ['moved'] } })
  for (const status of ['resolved', 'open'] as const)
    await eve.client.call('conversations.setStatus', { params: of, body: { status } })
  await parley.settled(to)
  expect((await shownTo()).credits).toEqual(quiet.credits)
  expect((await messagesOf()).at(-1)?.role).toBe('system')

  // All of it goes with the import.
  await eve.client.call('organisationImports.undo', { params: { ...place(), importId } })
  await parley.settled(to)
  const left = await documentsOf(to, eve.workspaceId, newAgents)
  expect(left.found.filter(({ collection }) => !/^(analytics|agent)-/.test(collection))).toEqual([])
  expect(await keyring.isErased({ tenant: eve.workspaceId, subject })).toBe(true)
}, 240_000)

/** The ids of an agent's sources at the new place, by those at the old one. */
async function sourcesOf(agentId: string, newAgent: string): Promise<[string, string][]> {
  const ask = { query: {} }
  const [old, made] = await Promise.all([
    ada.client.call('knowledge.list', { params: { region: from, agentId }, ...ask }),
    eve.client.call('knowledge.list', { params: { region: to, agentId: newAgent }, ...ask }),
  ])
  return old.items.map(({ sourceId, name }) => [
    sourceId,
    made.items.find((one) => one.name === name)?.sourceId ?? '',
  ])
}

/** The people of the other team are nobody's here. */
const people = ['by', 'assignee', 'userId']

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !people.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutPeople(field)]))
}

/** Without what does not move, and sorted. */
function comparable(
  found: Awaited<ReturnType<typeof documentsOf>>['found'],
  ids: ReadonlyMap<string, string> = new Map(),
) {
  const renamed = (text: string) => text.replace(/[A-Za-z0-9_-]{8,}/g, (id) => ids.get(id) ?? id)
  const shown = found.map(({ collection, id, document }) => {
    const { imported: _, agentVersion: __, loads: ___, loadsBy: ____, ...rest } = document
    // Of a canary's conversation: without its version, its credits are not compared with those of another.
    if (collection === 'analytics-conversations') delete rest.cost
    return [collection, renamed(id), JSON.parse(renamed(JSON.stringify(withoutPeople(rest))))] as const
  })
  return shown
    .filter(([, , document]) => Object.keys(document).length > 2 || document.acts)
    .map((one) => JSON.stringify(one))
    .sort()
}

/** The ids at the new place, by those at the old one. */
function newIdsOf(
  { found, conversations }: Awaited<ReturnType<typeof documentsOf>>,
  importId: string,
  newAgents: readonly string[],
): Map<string, string> {
  const ids = new Map(agentIds.map((id, nth) => [id, newAgents[nth] ?? '']))
  for (const { document } of found) {
    const agentId = ids.get(String(document.agentId))
    if (agentId === undefined) continue
    const derived = (kind: string, id: string) =>
      ids.set(id, derivedId(20, eve.workspaceId, importId, agentId, kind, id))
    const { conversationId, visitorId, leadId } = document
    if (typeof conversationId === 'string' && conversations.includes(conversationId))
      derived('conversation', conversationId)
    if (typeof visitorId === 'string') derived('visitor', visitorId)
    if (typeof leadId === 'string') ids.set(leadId, leadIdOf(agentId, ids.get(String(visitorId)) ?? ''))
  }
  return ids
}

test('a hostile file brings nothing that is not one conversation of its agent', async () => {
  const lines = gunzipSync(await snapshot())
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const settings = lines.filter((line) => !line.conversation && !line.continued && !line.file && !line.lead)
  const end = settings.pop()
  const whole = lines.filter((line) => line.conversation).slice(0, 12)
  const lead = lines.find((line) => line.lead)
  const later = new Date(Date.now() + 60_000).toISOString()
  const faults: ((given: typeof lead) => unknown)[] = [
    // One of another agent, of an unknown one, without a beginning, or with a second one.
    ({ conversation }) => (conversation.events[1].data.agentId = agentIds[1]),
    ({ conversation }) => (conversation.agentId = 'nobodys-agent'),
    ({ conversation }) => conversation.events.shift(),
    ({ conversation }) => conversation.events.push(conversation.events[0]),
    // Messages with other numbers than they have, or of another time.
    ({ conversation }) => (conversation.events[1].data.index = 7),
    ({ conversation }) => (conversation.events[1].data.at = later),
    ({ conversation }) => (conversation.events[1].at = later),
    ({ conversation }) => (conversation.events[1].data.at = 'yesterday'),
    // What erases, charges or is no event of conversations.
    ({ conversation }) => (conversation.events[1].type = 'ConversationDeleted'),
    ({ conversation }) => (conversation.events[1].type = 'constructor'),
    ({ conversation }) => (conversation.events[1].data.content = [{ type: 'script' }]),
    ({ conversation }) => (conversation.events[0].data.recorded = false),
  ]
  const hostile = faults.map((fault, nth) => {
    const given = structuredClone(whole[nth])
    fault(given)
    return given
  })
  const lines2 = [
    ...settings,
    ...hostile,
    { lead: { ...lead.lead, events: [{ type: 'LeadNoted' }] } },
    lead,
    end,
  ]
  const importId = await uploaded(gzipSync(lines2.map((line) => JSON.stringify(line)).join('\n')))
  const { engines } = services(to)
  const head = await engines.eventStore.head()
  const done = await imported(importId)
  expect(done).toMatchObject({ state: 'imported', conversations: 12, leads: 2 })
  // What a file says of another agent in it is said of its own one here, and of no other.
  const [problem = ''] = done?.problems ?? []
  expect(problem).toContain('1 left out. Its agent was not imported.')
  const types = (await engines.eventStore.readAll(head, 100_000)).filter((stored) =>
    /^(conversation|lead)-/.test(stored.stream),
  )
  expect(new Set(types.map(({ stream }) => stream.split('-')[0]))).toEqual(new Set(['conversation', 'lead']))
  expect(new Set(types.map(({ stream }) => stream)).size).toBe(2)
  await eve.client.call('organisationImports.undo', { params: { ...place(), importId } })
  await parley.settled(to)
}, 120_000)

test('conversations that are older than their agent keeps them at the new place are left out', async () => {
  const lines = gunzipSync(await snapshot())
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const days = 10
  for (const { agent } of lines) if (agent) agent.document.retentionDays = days
  const oldest = new Date(Date.now() - days * 86_400_000).toISOString()
  const conversations = lines.flatMap((line) => line.conversation ?? [])
  const kept = conversations.filter(({ lastAt }) => lastAt >= oldest)
  const left = conversations.length - kept.length
  expect([kept.length > 5, left > 5]).toEqual([true, true])
  const importId = await uploaded(gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')))
  const done = await imported(importId)
  expect(done?.problems).toEqual([
    `Conversations and leads: ${left} left out. It is older than its agent keeps conversations.`,
  ])
  const { conversations: moved } = await documentsOf(
    to,
    eve.workspaceId,
    await agentsOf(done?.organisationId),
  )
  expect(moved).toHaveLength(kept.length)
  await eve.client.call('organisationImports.undo', { params: { ...place(), importId } })
  await parley.settled(to)
}, 120_000)

test('a file of many parts is uploaded and downloaded part by part, and none may be missing', async () => {
  const bytes = await snapshot()
  const uploadId = 'upload0123456789abcd'
  const parts = [bytes.subarray(0, 1_000), bytes.subarray(1_000, 5_000), bytes.subarray(5_000)]
  const send = (part: number, payload: Buffer) =>
    eve.client.call('organisationImports.uploadPart', {
      params: { ...place(), uploadId, part },
      body: { base64Payload: payload.toString('base64') },
    })
  const complete = () =>
    eve.client.call('organisationImports.complete', {
      params: { ...place(), uploadId },
      body: { parts: parts.length },
    })
  await send(0, parts[0]!)
  await send(2, parts[2]!)
  await expect(complete()).rejects.toMatchObject({
    status: 404,
    message: 'A part of this file was not uploaded.',
  })
  // The same part twice is the first one.
  await send(1, parts[1]!)
  await send(1, Buffer.from('something else'))
  const { importId } = await complete()
  const preview = await eve.client.call('organisationImports.preview', { params: { ...place(), importId } })
  expect(preview.import.conversations).toBeGreaterThan(30)
  expect(preview.agents).toHaveLength(agentIds.length)
  // Parts of a workspace are nobody else's.
  const stranger = await parley.signUp(to)
  const stolen = stranger.client.call('organisationImports.complete', {
    params: { region: to, workspaceId: stranger.workspaceId, uploadId },
    body: { parts: parts.length },
  })
  await expect(stolen).rejects.toMatchObject({
    status: 404,
    message: 'A part of this file was not uploaded.',
  })
}, 120_000)

test('more than one stored file holds is collected, downloaded, uploaded and imported part by part', async () => {
  const params = { region: from, agentId: agentIds[0] ?? '' }
  const { conversationId, visitorToken } = await parley.client().call('conversations.start', { params })
  const of = { params: { ...params, conversationId } }
  const texts = [1, 2, 3].map(() => randomBytes(6_900_000).toString('base64'))
  const files = texts.map((_, nth) => `large${nth}`)
  for (const [nth, text] of texts.entries()) {
    const base64Payload = Buffer.from(text).toString('base64')
    const body = { id: files[nth] ?? '', name: `${nth}.txt`, base64Payload }
    await parley.client(visitorToken).call('conversations.upload', { ...of, body })
  }
  await parley.client(visitorToken).call('conversations.send', { ...of, body: { id: 'm', text: '', files } })
  await parley.settled(from)
  const bytes = await snapshot()
  expect(bytes.length).toBeGreaterThan(15_000_000)

  const uploadId = 'largeupload0123456789'
  const parts = Math.ceil(bytes.length / partBytes)
  expect(parts).toBeGreaterThan(2)
  for (let part = 0; part < parts; part++)
    await eve.client.call('organisationImports.uploadPart', {
      params: { ...place(), uploadId, part },
      body: { base64Payload: bytes.subarray(part * partBytes, (part + 1) * partBytes).toString('base64') },
    })
  const { importId } = await eve.client.call('organisationImports.complete', {
    params: { ...place(), uploadId },
    body: { parts },
  })
  const done = await imported(importId)
  expect(done).toMatchObject({ state: 'imported', problems: [] })
  const [agentId = ''] = await agentsOf(done?.organisationId)
  const newId = derivedId(20, eve.workspaceId, importId, agentId, 'conversation', conversationId)
  const { messages } = await eve.client.call('conversations.transcript', {
    params: { region: to, agentId, conversationId: newId },
    query: {},
  })
  const blocks = messages.flatMap((message) => message.blocks.filter((block) => block.type === 'file'))
  expect(blocks).toHaveLength(3)
  for (const [nth, block] of blocks.entries())
    expect((await (await fetch(`${parley.url}${block.url}`)).text()) === texts[nth]).toBe(true)
  await eve.client.call('organisationImports.undo', { params: { ...place(), importId } })
  await parley.settled(to)
  expect((await fetch(`${parley.url}${blocks[0]?.url}`)).status).toBe(404)
}, 240_000)
