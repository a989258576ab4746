/** A connected channel from end to end: signed messages come in, replies go out once, and the inbox shows both. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChannelDouble, startChannelDouble } from './src/channel-double.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let shop: ChannelDouble
let agents = 0
let agentId: string
let channelId: string
let address: string

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' })
  owner = await parley.signUp()
  stranger = await parley.signUp()
})
afterAll(() => parley?.stop())

/** Each test has an agent with a channel of its own. */
beforeEach(async () => {
  agentId = `channels${++agents}`
  shop = await startChannelDouble()
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place(), body: { title: 'Shop', ...silentAtFirst } })
  const connected = await owner.client.call('channels.connect', { params: place(), body: connection() })
  channelId = connected.channelId
  address = `${parley.url}/api/na/v2/agents/${agentId}/channels/${channelId}/deliveries`
  return () => shop.stop()
})

const place = () => ({ region: 'na', agentId }) as const
const connection = () => ({
  kind: 'webhook' as const,
  name: 'Orders line',
  account: { url: shop.url },
  credentials: { secret: shop.secret },
})
const written = (id: string, text: string, more: { at?: string; from?: string } = {}) => ({
  id,
  text,
  contact: { id: more.from ?? '+49 151 2345', name: 'Grace' },
  sentAt: more.at ?? '2026-11-22T10:00:00Z',
})
const deliver = (...messages: object[]) => shop.deliver(address, { messages })
const inbox = async () =>
  (await owner.client.call('conversations.list', { params: place(), query: {} })).items
const transcript = async (conversationId: string) =>
  (await owner.client.call('conversations.get', { params: { ...place(), conversationId } })).transcript

describe('a message through a channel', () => {
  test('is answered, the reply is delivered once, and the inbox shows both with the channel', async () => {
    expect(await deliver(written('wamid.1', 'When are you open?'))).toBe(200)
    await expect.poll(shop.texts).toHaveLength(1)
    await parley.settled()
    const [item, ...others] = await inbox()
    expect(others).toEqual([])
    expect(item).toMatchObject({ channel: 'webhook', visitorName: 'Grace', messages: 2 })
    const { conversationId } = item!
    const [asked, replied] = await transcript(conversationId)
    expect(asked).toMatchObject({
      role: 'visitor',
      at: '2026-11-22T10:00:00Z',
      blocks: [{ text: 'When are you open?' }],
    })
    expect(replied).toMatchObject({ role: 'agent', deliveryState: 'sent' })
    expect([...shop.taken.values()]).toMatchObject([
      { conversationId, contact: { id: '+49 151 2345' }, message: { id: replied?.id } },
    ])
    expect(shop.requests).toHaveLength(1)
  })

  test('is one message however often it is delivered, also concurrently and within one delivery', async () => {
    const message = written('m1', 'When are you open?')
    const answers = await Promise.all([deliver(message, message), deliver(message), deliver(message)])
    expect(answers).toEqual([200, 200, 200])
    expect(await deliver(message)).toBe(200)
    await parley.settled()
    const [item] = await inbox()
    expect((await transcript(item!.conversationId)).map(({ role }) => role)).toEqual(['visitor', 'agent'])
    await expect.poll(shop.texts).toHaveLength(1)
  })

  test('belongs to the conversation of its contact, and is shown in the order of writing', async () => {
    await owner.client.call('agents.save', { params: place(), body: { delayBeforeSubmit: 10_000 } })
    await deliver(written('m3', 'third', { at: '2026-11-22T10:00:03Z' }))
    await deliver(
      written('m2', 'second', { at: '2026-11-22T10:00:02Z' }),
      written('m1', 'first', { at: '2026-11-22T10:00:01Z' }),
      written('n1', 'another', { from: 'somebody else' }),
    )
    await expect.poll(inbox).toHaveLength(2)
    const items = await inbox()
    const many = items.find(({ messages }) => messages === 3)
    const shown = await transcript(many!.conversationId)
    expect(shown.map(({ blocks }) => blocks)).toEqual([
      [{ type: 'text', text: 'first' }],
      [{ type: 'text', text: 'second' }],
      [{ type: 'text', text: 'third' }],
    ])
  })

  test('keeps its attachments, and names those that can’t be kept', async () => {
    const attachments = [
      { name: 'order.txt', base64Payload: Buffer.from('two lamps').toString('base64') },
      { name: 'virus.exe', base64Payload: Buffer.from('MZ').toString('base64') },
    ]
    expect(await deliver({ ...written('m1', 'My order'), attachments })).toBe(200)
    await parley.settled()
    const [item] = await inbox()
    const [asked] = await transcript(item!.conversationId)
    expect(asked?.blocks).toMatchObject([
      { type: 'text', text: 'My order' },
      { type: 'file', name: 'order.txt', size: 9, url: expect.any(String) },
      { type: 'text', text: expect.stringContaining('virus.exe') },
    ])
  })

  test('starts another conversation only if it was written after the last one was deleted', async () => {
    await deliver(written('m1', 'Forget me'))
    await parley.settled()
    const [item] = await inbox()
    const params = { ...place(), conversationId: item!.conversationId }
    await owner.client.call('conversations.remove', { params })
    expect(await deliver(written('m1', 'Forget me'), written('m2', 'Late'))).toBe(200)
    expect(await inbox()).toEqual([])
    const after = new Date(Date.now() + 1_000).toISOString()
    await deliver(written('m3', 'I am back', { at: after }))
    await parley.settled()
    const [again] = await inbox()
    expect(again?.conversationId).not.toBe(item!.conversationId)
    expect(again?.visitorId).not.toBe(item!.visitorId)
  })

  test('of a person of the team is delivered too, and what became of it is shown', async () => {
    await deliver(written('m1', 'Hello'))
    await expect.poll(shop.texts).toHaveLength(1)
    await parley.settled()
    const { conversationId } = (await inbox())[0]!
    const params = { ...place(), conversationId }
    const body = { id: 'byPerson', text: 'This is Ada.' }
    await owner.client.call('conversations.reply', { params, body })
    await expect.poll(shop.texts).toContain('This is Ada.')
    await parley.settled()
    const status = (state: string, of = conversationId) => ({
      statuses: [{ conversationId: of, messageId: 'byPerson', state }],
    })
    const stateOf = async () => (await transcript(conversationId)).at(-1)?.deliveryState
    expect(await stateOf()).toBe('sent')
    expect(await shop.deliver(address, status('read'))).toBe(200)
    expect(await stateOf()).toBe('read')
    expect(await shop.deliver(address, status('delivered'))).toBe(200)
    expect(await stateOf()).toBe('read')
    expect(await shop.deliver(address, status('read', 'madeup'))).toBe(200)
  })
})

describe('a provider that fails', () => {
  test.each([
    ['with 500', [500, 503]],
    ['by asking for patience', [{ status: 429, retryAfter: '1' }]],
    ['after it took the message', ['cut' as const]],
  ])(
    '%s gets the message again, under the same key, until it takes it',
    async (_what, answers) => {
      shop.answer(...answers)
      await deliver(written('m1', 'Hello'))
      await expect.poll(() => shop.requests.at(-1)?.status, { timeout: 30_000 }).toBe(200)
      expect(new Set(shop.requests.map(({ key }) => key)).size).toBe(1)
      expect(shop.texts()).toHaveLength(1)
      await parley.settled()
      const [item] = await inbox()
      expect((await transcript(item!.conversationId)).at(-1)).toMatchObject({ deliveryState: 'sent' })
    },
    60_000,
  )

  test('by refusing the message gets it once, and the transcript says that it failed', async () => {
    shop.answer(422)
    await deliver(written('m1', 'Hello'))
    await expect.poll(() => shop.requests).toHaveLength(1)
    await parley.settled()
    const [item] = await inbox()
    const reply = (await transcript(item!.conversationId)).at(-1)
    expect(reply).toMatchObject({ deliveryState: 'failed', deliveryFailure: 'refused' })
  })
})

describe('the health of a channel', () => {
  const health = async (client = owner.client) =>
    (await client.call('channels.health', { params: place() })).items

  test('has the last messages, what waits, and what failed with its reason', async () => {
    expect(await health()).toEqual([{ channelId, waiting: { messages: 0 }, failures: [], ignored: [] }])
    shop.answer({ status: 429, retryAfter: '3600' })
    await deliver(written('m1', 'Hello'))
    await expect.poll(() => shop.requests).toHaveLength(1)
    await parley.settled()
    expect(await health()).toEqual([
      {
        channelId,
        lastInAt: expect.any(String),
        waiting: { messages: 1, since: expect.any(String) },
        failures: [],
        ignored: [],
      },
    ])
    await deliver(written('m2', 'Hello', { from: 'somebody else' }))
    await expect.poll(shop.texts).toHaveLength(1)
    shop.answer(422)
    await deliver(written('m3', 'Hello', { from: 'a third' }))
    await expect.poll(() => shop.requests).toHaveLength(3)
    await parley.settled()
    expect(await health()).toMatchObject([
      {
        lastOutAt: expect.any(String),
        waiting: { messages: 1 },
        failures: [{ reason: 'refused', messages: 1, lastAt: expect.any(String) }],
      },
    ])
    await expect(health(stranger.client)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the credentials', () => {
  test('are shown to nobody, and only their last characters to the team', async () => {
    const { items } = await owner.client.call('channels.list', { params: place() })
    expect(items).toMatchObject([
      {
        channelId,
        kind: 'webhook',
        name: 'Orders line',
        account: { url: shop.url },
        credentials: { secret: { set: true, ending: 'shop' } },
        setup: { state: 'ready' },
      },
    ])
    await parley.settled()
    const log = await parley.platform.regions.get('na')!.engines.eventStore.readStream(`channel-${channelId}`)
    expect(log.map(({ type }) => type)).toEqual(['ChannelConnected'])
    expect(JSON.stringify([log, items])).not.toContain(shop.secret)
    expect(JSON.stringify(log)).not.toContain(new URL(shop.url).pathname)
    const timeline = await owner.client.call('audit.timeline', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: {},
    })
    expect(JSON.stringify(timeline)).toContain('ChannelConnected')
    expect(JSON.stringify(timeline)).not.toContain(shop.secret)
  })

  test('that are replaced stop working at once, and so do those of a disconnected channel', async () => {
    const params = { ...place(), channelId }
    const secret = 'another secret, as long as that'
    await owner.client.call('channels.changeCredentials', { params, body: { credentials: { secret } } })
    expect(await deliver(written('m1', 'Hello'))).toBe(401)
    const body = { messages: [written('m2', 'Hello')] }
    expect(await shop.deliver(address, body, { key: secret })).toBe(200)
    await owner.client.call('channels.disconnect', { params })
    expect(await shop.deliver(address, body, { key: secret })).toBe(401)
    expect((await owner.client.call('channels.list', { params: place() })).items).toEqual([])
  })

  test('of a deleted agent are removed with it', async () => {
    await owner.client.call('agents.delete', { params: place() })
    await parley.settled()
    const { load } = parley.platform.regions.get('na')!.engines.commands
    const { channel } = await import('@parley/channel/channel.decider.ts')
    expect((await load(channel, channelId))?.state).toEqual({ status: 'disconnected' })
    expect(await deliver(written('m1', 'Hello'))).toBe(401)
    const again = owner.client.call('channels.connect', { params: place(), body: connection() })
    await expect(again).rejects.toMatchObject({ status: 404 })
  })
})

describe('another tenant', () => {
  test('finds no channel of somebody else, by its own agent or by the other’s', async () => {
    const own = { region: 'na', agentId: `strange${agents}` } as const
    await stranger.client.call('agents.save', { params: own, body: { title: 'Mine' } })
    for (const params of [
      { ...own, channelId },
      { ...place(), channelId },
    ]) {
      const { client } = stranger
      const account = { url: 'https://evil.example' }
      const credentials = { secret: 'x'.repeat(20) }
      const isMissing = (called: Promise<unknown>) => expect(called).rejects.toMatchObject({ status: 404 })
      await isMissing(client.call('channels.disconnect', { params }))
      await isMissing(client.call('channels.change', { params, body: { name: 'x', account } }))
      await isMissing(client.call('channels.changeCredentials', { params, body: { credentials } }))
    }
    expect((await stranger.client.call('channels.list', { params: own })).items).toEqual([])
  })

  test('delivers nothing through a channel that is not theirs, and can’t tell it from one that is not there', async () => {
    const message = { messages: [written('m1', 'Hello')] }
    const at = (agent: string, channel: string) =>
      shop.deliver(`${parley.url}/api/na/v2/agents/${agent}/channels/${channel}/deliveries`, message)
    expect(await at(`strange${agents}`, channelId)).toBe(401)
    expect(await at(agentId, 'madeup')).toBe(401)
    expect(await shop.deliver(address, message, { key: 'x'.repeat(20) })).toBe(401)
    expect(await inbox()).toEqual([])
  })
})

test('a channel of Discord can’t be connected where the operator has no bot, and no invitation is shown', async () => {
  expect(await owner.client.call('channels.discordBot', { params: place() })).toEqual({})
  const body = {
    ...{ kind: 'discord' as const, account: { discordChannelId: '1234567890123456' } },
    credentials: { webhookUrl: 'https://discord.com/api/webhooks/1234567890123456/the-token-of-a-webhook' },
  }
  await expect(owner.client.call('channels.connect', { params: place(), body })).rejects.toMatchObject({
    ...{ status: 409, message: 'This channel is not set up here. Ask who runs this installation.' },
  })
})
