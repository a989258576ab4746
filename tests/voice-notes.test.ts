/** Voice notes from end to end: sent on WhatsApp, transcribed, answered, paid for, shown, searched, exported and erased. */
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { oggOf } from '@parley/conversation/transcription/audio-double.ts'
import { createTranscriptionDouble } from '@parley/conversation/transcription/transcription-double.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const MARKER = 'zebracrossing9471'
const SAID = `Do you deliver to ${MARKER}?`
const ANSWER = 'We deliver everywhere.'
const [phoneNumberId, businessId] = ['106540352242901', '419540352242901']
const secret = '0123456789abcdef0123456789abcdef'
const agentId = 'voicenotes1'
const place = { region: 'na', agentId } as const

let parley: TestPlatform
let owner: Person
let graph: GraphDouble
let model: ModelDouble
const transcription = createTranscriptionDouble({
  say: () => ({ text: SAID, language: 'english', duration: 9.5 }),
})

beforeAll(async () => {
  graph = await startGraphDouble()
  model = await startModelDouble({ transcription, reply: () => [ANSWER] })
  parley = await startTestPlatform({
    ...{ REGIONS: 'na', GRAPH_API_URL: graph.url, PUBLIC_URL: 'https://parley.example' },
    ...{ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `${model.url}/v1` },
    ...{ TRANSCRIPTION_MODEL: 'whisper-1', TRANSCRIPTION_MOST_SECONDS: '60' },
  })
  graph.leadTo(parley.url)
  owner = await parley.signUp()
  graph.number(phoneNumberId, businessId)
  const token = graph.app(secret, businessId)
  const body = {
    title: 'Shop',
    enableNodes: false,
    vg_initMessages: [],
    vg_initPrompt: '',
    vg_defaultModel: 'gpt-4o',
  }
  await owner.client.call('agents.save', { params: place, body })
  await owner.client.call('channels.connect', {
    params: place,
    body: {
      kind: 'whatsapp',
      account: { phoneNumberId, businessId },
      credentials: { token, appSecret: secret },
    },
  })
  const setup = async () =>
    (await owner.client.call('channels.list', { params: place })).items.map((one) => one.setup)
  await vi.waitFor(async () => expect(await setup()).toEqual([{ state: 'ready' }]), 10_000)
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
  await model?.stop()
})
beforeEach(() => transcription.behave('normal'))

let notes = 0
async function speak(from: string, seconds = 10): Promise<void> {
  const id = `voice${++notes}`
  graph.file(id, oggOf(seconds), { phoneNumberId, mimeType: 'audio/ogg' })
  const audio = { id, mime_type: 'audio/ogg; codecs=opus', voice: true }
  const message = messageOf(
    { type: 'audio', audio },
    { id: `wamid.in${notes}`, timestamp: String(Math.floor(Date.now() / 1000)), from },
  )
  expect(
    await graph.deliver(phoneNumberId, deliveryOf({ phoneNumberId, messages: [message] }), { secret }),
  ).toBe(200)
}

async function conversationOf(phone: string) {
  const { items } = await owner.client.call('conversations.list', { params: place, query: {} })
  const found = await Promise.all(
    items.map(({ conversationId }) =>
      owner.client.call('conversations.get', { params: { ...place, conversationId } }),
    ),
  )
  return found.find(({ visitor }) => visitor.phone?.endsWith(phone))
}
const said = async (phone: string) => (await conversationOf(phone))?.transcript ?? []
const roles = async (phone: string) => (await said(phone)).map(({ role }) => role)
const history = () =>
  owner.client.call('credits.history', {
    params: { region: 'na', workspaceId: owner.workspaceId },
    query: {},
  })

const charges = async () => (await history()).items.filter((one) => one.kind === 'charge')

describe('a voice note on WhatsApp', () => {
  test('is answered by what is said in it, paid for once with the reply, and shown, found, exported and erased with it', async () => {
    const phone = '16505551001'
    const before = (await history()).balance
    await speak(phone)
    await expect.poll(() => graph.sentFrom(phoneNumberId).length).toBe(1)
    await parley.settled()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(SAID)
    expect(transcription.requests).toHaveLength(1)
    const [note, answer] = await said(phone)
    expect(note?.blocks).toMatchObject([
      {
        ...{ type: 'file', name: 'voice.ogg', url: expect.any(String) },
        transcript: { text: SAID, lang: 'en', seconds: 10 },
      },
    ])
    expect(answer?.blocks).toMatchObject([{ type: 'text', text: ANSWER }])

    await expect.poll(async () => (await history()).items[0]?.amount).toBeLessThan(0)
    const { balance } = await history()
    const [charge, ...furtherCharges] = await charges()
    expect(charge).toMatchObject({ modelId: 'gpt-4o' })
    expect(furtherCharges).toEqual([])
    // Ten seconds of whisper-1 cost one credit, besides the tokens of the reply.
    const tokens = ((charge?.inputTokens ?? 0) * 2.5 + (charge?.outputTokens ?? 0) * 10) / 1_000
    expect(before - balance).toBeCloseTo(tokens + 1, 2)

    const conversationId = (await conversationOf(phone))!.conversationId
    const found = await owner.client.call('conversations.list', { params: place, query: { q: MARKER } })
    expect(found.items.map((item) => item.conversationId)).toEqual([conversationId])
    const params = { ...place, conversationId }
    for (const format of ['json', 'text'] as const) {
      const file = await owner.client.open('conversations.export', { params, query: { format } })
      expect(await file.text()).toContain(SAID)
    }
    expect((await searchFiles(parley.dataDir, [MARKER])).places).toEqual([])
    const { eventStore, keyring } = parley.platform.regions.get('na')!.engines
    const events = await eventStore.readAll(-1, 10_000)
    const [transcribed, ...others] = events.filter(({ type }) => type === 'VoiceNoteTranscribed')
    expect(others).toEqual([])
    const sealed = [JSON.parse(transcribed!.data).text]
    const { workspaceId } = owner
    expect(await keyring.open(workspaceId, sealed)).toEqual([SAID])
    const { visitorId } = await owner.client.call('conversations.get', { params })
    const visitor = { params: { ...place, visitorId } }
    expect(JSON.stringify(await owner.client.call('visitors.export', visitor))).toContain(SAID)
    await owner.client.call('visitors.erase', visitor)
    await parley.settled()
    expect(await keyring.open(workspaceId, sealed)).toEqual(['[erased]'])
    const again = await owner.client.call('conversations.list', { params: place, query: { q: MARKER } })
    expect(again.items).toEqual([])
  })

  test('that its provider does not transcribe is answered as a file, and the owner is told why', async () => {
    transcription.behave({ status: 401, code: 'invalid_api_key' })
    const phone = '16505551002'
    await speak(phone)
    await expect.poll(() => roles(phone)).toEqual(['visitor', 'agent'])
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('[File: voice.ogg]')
    expect((await said(phone))[0]?.blocks[0]).not.toHaveProperty('transcript')
    await parley.settled()
    const bell = await owner.client.call('notifications.history', {
      params: { region: 'na', workspaceId: owner.workspaceId },
    })
    expect(JSON.stringify(bell.items)).toContain('whisper-1')
  })

  test('is transcribed for the team while a person answers, and paid for by itself', async () => {
    const phone = '16505551003'
    await speak(phone)
    await expect.poll(() => roles(phone)).toEqual(['visitor', 'agent'])
    const { conversationId } = (await conversationOf(phone))!
    await owner.client.call('conversations.takeOver', { params: { ...place, conversationId } })
    const asked = model.requests.length
    await speak(phone)
    const texts = async () =>
      (await said(phone)).flatMap(({ blocks }) => blocks).filter((block) => block.type === 'file')
    await expect
      .poll(async () => (await texts()).map(({ transcript }) => transcript?.text))
      .toEqual([SAID, SAID])
    expect(model.requests).toHaveLength(asked)
    const apart = (await charges()).filter(({ purpose }) => purpose === 'transcription')
    expect(apart).toMatchObject([{ amount: -1, modelId: 'whisper-1' }])
  })
})

test('a voice note in the simulator of a channel is answered by what is said in it', async () => {
  const { conversationId, visitorToken } = await owner.client.call('conversations.test', {
    params: place,
    body: { simulates: 'telegram' },
  })
  const { text, files } = await owner.client.call('channels.simulateInbound', {
    params: place,
    body: { kind: 'telegram', act: { type: 'voice-note', mimeType: 'audio/ogg' } },
  })
  const params = { ...place, conversationId }
  const name = files[0]!.name
  const { file } = await parley.client(visitorToken).call('conversations.upload', {
    params,
    body: { id: 'spoken', name, base64Payload: oggOf(10).toString('base64') },
  })
  const { messages } = await parley.client(visitorToken).call('conversations.send', {
    params,
    body: { id: 'm1', text, files: [file.fileId] },
  })
  expect(messages).toMatchObject([{ role: 'agent', blocks: [{ type: 'text', text: ANSWER }] }])
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(SAID)
  // The chat of the same agent takes no files.
  const visitor = await owner.client.call('conversations.start', { params: place, body: {} })
  const ofVisitor = parley.client(visitor.visitorToken).call('conversations.upload', {
    params: { ...place, conversationId: visitor.conversationId },
    body: { id: 'spoken', name, base64Payload: oggOf(10).toString('base64') },
  })
  await expect(ofVisitor).rejects.toMatchObject({ status: 403, message: 'This chat takes no files.' })
})
