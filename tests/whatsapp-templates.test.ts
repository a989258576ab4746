/** Templates of WhatsApp from end to end: created, reviewed by Meta, sent to somebody who wrote long ago, deleted. */
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { campaignOf, draftCampaign, figuresOf, stateOf } from './src/campaigns.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let graph: GraphDouble
let channelId: string

const secret = '0123456789abcdef0123456789abcdef'
const phoneNumberId = '106540352242922'
const businessId = '419561257915477'
const agentId = 'templates0000001'
const place = { region: 'na', agentId } as const
const DAY = 86_400
let messages = 0

beforeAll(async () => {
  graph = await startGraphDouble()
  parley = await startTestPlatform({ GRAPH_API_URL: graph.url, PUBLIC_URL: 'https://parley.example' })
  graph.leadTo(parley.url)
  owner = await parley.signUp()
  stranger = await parley.signUp()
  graph.number(phoneNumberId, businessId)
  const silent = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place, body: { title: 'Shop', ...silent } })
  const connected = await owner.client.call('channels.connect', {
    params: place,
    body: {
      kind: 'whatsapp',
      account: { phoneNumberId, businessId },
      credentials: { token: graph.app(secret, businessId), appSecret: secret },
    },
  })
  channelId = connected.channelId
  await vi.waitFor(async () => {
    const { items } = await owner.client.call('channels.list', { params: place })
    expect(items[0]?.setup).toEqual({ state: 'ready' })
  })
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
})

const params = () => ({ ...place, channelId })
const list = async (refresh?: '1') =>
  (await owner.client.call('channels.templates', { params: params(), query: refresh ? { refresh } : {} }))
    .items
const create = (more: object = {}) =>
  owner.client.call('channels.createTemplate', {
    params: params(),
    body: {
      ...{ name: 'order_update', bodyText: 'Hello {{1}}, your order is on its way.' },
      samples: { 'body.1': 'Ada' },
      ...more,
    },
  })
const review = (
  templateId: string,
  event: string,
  more: { reason?: string; signed?: string; business?: string } = {},
) => {
  const [name, language] = ['order_update', 'en']
  graph.review(templateId, event, more.reason ?? 'NONE')
  const value = {
    ...{ event, message_template_id: Number(templateId), message_template_name: name },
    ...{ message_template_language: language, reason: more.reason ?? 'NONE' },
  }
  const entry = {
    ...{ id: more.business ?? businessId, time: ++messages },
    changes: [{ field: 'message_template_status_update', value }],
  }
  const body = { object: 'whatsapp_business_account', entry: [entry] }
  return graph.deliver(phoneNumberId, body, { secret: more.signed ?? secret })
}
const asked = () => graph.calls.filter(({ path }) => path[1] === 'message_templates').length
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)
const invalid = { status: 400, message: expect.stringMatching(/Invalid template info/) }

/** A conversation whose contact wrote so many seconds ago. */
async function conversationOf(from: string, secondsAgo: number): Promise<string> {
  const at = Math.floor(Date.now() / 1000) - secondsAgo
  const message = messageOf(
    { type: 'text', text: { body: 'Where is my order?' } },
    { id: `wamid.t${++messages}`, timestamp: String(at), from },
  )
  expect(
    await graph.deliver(phoneNumberId, deliveryOf({ phoneNumberId, messages: [message] }), { secret }),
  ).toBe(200)
  await parley.settled()
  const { items } = await owner.client.call('conversations.list', { params: place, query: {} })
  for (const { conversationId } of items) {
    const { transcript } = await owner.client.call('conversations.get', {
      params: { ...place, conversationId },
    })
    if (transcript[0]?.at === new Date(at * 1000).toISOString()) return conversationId
  }
  throw new Error('there is no such conversation')
}

describe('templates', () => {
  test('are created, followed through Meta’s review, and deleted', async () => {
    expect(await list()).toEqual([])
    const { templateId, state } = await create()
    expect(state).toBe('pending')
    // Shown at once, although the list before was read within the minute.
    expect(await list()).toMatchObject([
      {
        ...{ templateId, name: 'order_update', language: 'en', category: 'UTILITY', state: 'pending' },
        ...{ body: 'Hello {{1}}, your order is on its way.', variables: ['body.1'], sendable: false },
      },
    ])
    const before = asked()
    await list()
    expect(asked()).toBe(before)
    await list('1')
    expect(asked()).toBe(before + 1)
    // Created again, as after an answer that was lost, it is the same one.
    expect(await create()).toEqual({ templateId, state: 'pending' })
    await isRefused(create({ bodyText: 'Another {{1}} text' }), {
      status: 422,
      message: expect.stringMatching(/already content in this language/),
    })
    expect(await review(templateId, 'REJECTED', { reason: 'INVALID_FORMAT' })).toBe(200)
    expect(await list()).toMatchObject([{ state: 'rejected', reason: 'INVALID_FORMAT' }])
    expect(await review(templateId, 'APPROVED')).toBe(200)
    expect(await list()).toMatchObject([{ state: 'approved', sendable: true }])
    expect(await review(templateId, 'PAUSED')).toBe(200)
    expect(await list()).toMatchObject([{ state: 'paused', sendable: false }])
    const audit = await owner.client.call('audit.timeline', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: { stream: `channel-${channelId}` },
    })
    expect(JSON.stringify(audit.items)).toContain('order_update')
    const gone = { params: { ...params(), templateId } }
    await owner.client.call('channels.deleteTemplate', gone)
    expect(await list()).toEqual([])
    await isRefused(owner.client.call('channels.deleteTemplate', gone), { status: 404 })
  })

  test('say what is wrong with them before Meta is asked', async () => {
    const before = asked()
    await isRefused(create({ name: 'Order update' }), invalid)
    await isRefused(create({ bodyText: ' ' }), invalid)
    await isRefused(create({ samples: {} }), invalid)
    await isRefused(create({ bodyText: 'Hello {{2}}', samples: { 'body.2': 'Ada' } }), invalid)
    await isRefused(create({ bodyText: 'Hello {{name}} there', samples: { 'body.name': 'Ada' } }), invalid)
    await isRefused(create({ bodyText: 'Hello {{1}', samples: {} }), invalid)
    await isRefused(
      create({ headerText: '{{1}} {{2}}', samples: { 'body.1': 'a', 'header.1': 'a', 'header.2': 'b' } }),
      invalid,
    )
    await isRefused(create({ buttons: [{ kind: 'url', text: 'Go', url: 'javascript:alert(1)' }] }), invalid)
    expect(asked()).toBe(before)
  })

  test('are reviewed by Meta alone', async () => {
    const { templateId } = await create()
    expect(await review(templateId, 'APPROVED', { signed: 'f'.repeat(32) })).toBe(401)
    expect(await review(templateId, 'APPROVED', { business: '777777777777777' })).toBe(401)
    graph.answer('GET message_templates', 'nonsense')
    await isRefused(list('1'), { status: 503 })
    const mine = { params: params(), query: {} }
    await isRefused(stranger.client.call('channels.templates', mine), { status: 404 })
    await owner.client.call('channels.deleteTemplate', { params: { ...params(), templateId } })
  })
})

describe('a person', () => {
  test('sends an approved template to somebody who wrote two days ago, and nothing else', async () => {
    const conversationId = await conversationOf('4915112345', 2 * DAY)
    const there = { ...place, conversationId }
    const { templateId } = await create()
    const send = (values: Record<string, string>, id = 'template1') =>
      owner.client.call('channels.sendTemplate', { params: there, body: { id, templateId, values } })
    const offered = async () =>
      (await owner.client.call('channels.templatesForContact', { params: there })).items.map(
        (one) => one.templateId,
      )
    expect(await offered()).toEqual([])
    await isRefused(send({ 'body.1': 'Ada' }), { status: 409 })
    await review(templateId, 'APPROVED')
    expect(await offered()).toEqual([templateId])
    await isRefused(send({}), { status: 400, message: 'Please fill in all variables.' })
    await isRefused(
      stranger.client.call('channels.sendTemplate', {
        params: there,
        body: { id: 'x', templateId, values: {} },
      }),
      { status: 404 },
    )
    const { message } = await send({ 'body.1': 'Ada' })
    expect(message).toMatchObject({
      role: 'human',
      blocks: [{ type: 'text', text: 'Hello Ada, your order is on its way.' }],
    })
    // The same id twice is one message.
    await send({ 'body.1': 'Ada' })
    await owner.client.call('conversations.reply', {
      params: there,
      body: { id: 'late1', text: 'Hello again' },
    })
    const transcript = async () =>
      (await owner.client.call('conversations.get', { params: there })).transcript.filter(
        ({ role }) => role === 'human',
      )
    await expect
      .poll(async () =>
        (await transcript()).map(({ deliveryState, deliveryFailure }) => [deliveryState, deliveryFailure]),
      )
      .toEqual([
        ['sent', undefined],
        ['failed', 'window-closed'],
      ])
    const sent = graph.sentFrom(phoneNumberId).filter(({ body }) => body.to === '4915112345')
    expect(sent.map(({ body }) => body)).toMatchObject([
      {
        type: 'template',
        template: {
          ...{ name: 'order_update', language: { code: 'en' } },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
        },
      },
    ])
  })
})

describe('a campaign', () => {
  test('sends a template, filled in for each, to people who never wrote, once', async () => {
    const { templateId } = await create()
    await review(templateId, 'APPROVED')
    const template = { name: 'order_update', language: 'en', values: { 'body.1': '{{name|there}}' } }
    const settings = campaignOf(agentId, channelId, {
      medium: 'whatsapp',
      steps: [{ afterHours: 0, a: { text: '' }, template }],
    })
    const csv = 'phone,name,consent\n+49 151 23456001,Ada,yes\n+49 151 23456002,,yes'
    const campaignId = await draftCampaign(owner.client, settings, csv)
    await owner.client.call('campaigns.start', { params: { region: 'na', campaignId } })
    await expect.poll(() => stateOf(owner.client, campaignId)).toBe('finished')
    await expect.poll(async () => (await figuresOf(owner.client, campaignId)).sent).toBe(2)
    const got = graph.sentFrom(phoneNumberId).flatMap(({ body }) => {
      const { to, template } = body as { to: string; template?: { components: { parameters: object[] }[] } }
      return to.startsWith('4915123456') ? [[to, template?.components[0]?.parameters[0]]] : []
    })
    expect(got.toSorted()).toEqual([
      ['4915123456001', { type: 'text', text: 'Ada' }],
      ['4915123456002', { type: 'text', text: 'there' }],
    ])
    await owner.client.call('channels.deleteTemplate', { params: { ...params(), templateId } })
  })

  test('needs a template, and fails for each where Meta has it no more', async () => {
    const without = campaignOf(agentId, channelId, {
      medium: 'whatsapp',
      steps: [{ afterHours: 0, a: { text: 'Hello' } }],
    })
    const csv = 'phone,consent\n+49 151 23456003,yes'
    const start = async (campaignId: string) =>
      owner.client.call('campaigns.start', { params: { region: 'na', campaignId } })
    await isRefused(start(await draftCampaign(owner.client, without, csv)), {
      code: 'incomplete-text',
      message: 'Choose a template for every step, and fill in its variables.',
    })
    const gone = { name: 'long_gone', language: 'en', values: {} }
    const settings = { ...without, steps: [{ ...without.steps[0]!, template: gone }] }
    const campaignId = await draftCampaign(owner.client, settings, csv)
    await start(campaignId)
    await expect.poll(async () => (await figuresOf(owner.client, campaignId)).failed).toBe(1)
    const { items } = await owner.client.call('campaigns.recipients', {
      params: { region: 'na', campaignId },
      query: {},
    })
    expect(items).toMatchObject([{ state: 'failed', reason: 'template-refused' }])
  })
})
