/** A channel of Discord from end to end: connected, written to, answered, lost and resumed, deleted. */
import { type DiscordDouble, startDiscordDouble } from '@parley/channel/discord/discord-double.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sizesFlow } from './src/sizes-flow.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let stranger: Person
let discord: DiscordDouble
let count = 0
let agentId: string
let channelId: string
let guild: string
let inDiscord: string
let webhookUrl: string

beforeAll(async () => {
  discord = await startDiscordDouble()
  guild = discord.guild()
  parley = await startTestPlatform({
    ...{ DISCORD_API_URL: discord.url, DISCORD_BOT_TOKEN: discord.token },
    PUBLIC_URL: 'https://parley.example',
  })
  owner = await parley.signUp()
  stranger = await parley.signUp('eu')
  // Each region reads with a connection of its own.
  await vi.waitFor(() => expect(discord.sessions.size).toBe(2), { timeout: 30_000 })
})
afterAll(async () => {
  await parley?.stop()
  await discord?.stop()
})

/** Each test has an agent with a channel of its own. */
beforeEach(async () => {
  agentId = `discord${++count}`
  inDiscord = discord.channel(guild, `support-${count}`)
  webhookUrl = discord.webhook(inDiscord, `Agent ${count}`)
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place(), body: { title: 'Shop', ...silentAtFirst } })
  channelId = (await connect()).channelId
  await expect.poll(setup).toEqual({ state: 'ready' })
})

const place = () => ({ region: 'na', agentId }) as const
const connection = (discordChannelId = inDiscord, url = webhookUrl) => ({
  kind: 'discord' as const,
  account: { discordChannelId },
  credentials: { webhookUrl: url },
})
const connect = (body = connection()) => owner.client.call('channels.connect', { params: place(), body })
const listed = async () => (await owner.client.call('channels.list', { params: place() })).items
const setup = async () => (await listed())[0]?.setup
const check = () => owner.client.call('channels.check', { params: { ...place(), channelId } })
const inbox = async () =>
  (await owner.client.call('conversations.list', { params: place(), query: {} })).items
const transcript = async (nth = 0) => {
  await parley.settled()
  const item = (await inbox())[nth]
  if (!item) return []
  const params = { ...place(), conversationId: item.conversationId }
  return (await owner.client.call('conversations.get', { params })).transcript
}
const answers = () => discord.written(inDiscord)
const isRefused = (called: Promise<unknown>, refusal: object) => expect(called).rejects.toMatchObject(refusal)
const me = '<@2220000000000000001>'

describe('a channel', () => {
  test('is connected with its webhook, and shown without it', async () => {
    expect(await listed()).toMatchObject([
      {
        ...{ channelId, kind: 'discord', name: `Agent ${count}` },
        account: { discordChannelId: inDiscord, serverId: guild },
        credentials: { webhookUrl: { set: true, ending: webhookUrl.slice(-4) } },
      },
    ])
    expect(JSON.stringify(await listed())).not.toContain(webhookUrl.slice(-12, -4))
    expect(await check()).toEqual({ state: 'connected' })
    const { inviteUrl = '' } = await owner.client.call('channels.discordBot', { params: place() })
    expect(new URL(inviteUrl).searchParams.get('client_id')).toBe(discord.botId)
    expect(inviteUrl).not.toContain(discord.token)
  })

  test('belongs to one agent, whichever workspace and region another one is of, until it is deleted', async () => {
    const mine = { region: 'eu', agentId: `other${count}` } as const
    await stranger.client.call('agents.save', { params: mine, body: { title: 'Mine' } })
    const claim = () => stranger.client.call('channels.connect', { params: mine, body: connection() })
    const taken = {
      status: 409,
      message: 'This account is already connected to an agent. Disconnect it there first.',
    }
    await isRefused(claim(), taken)
    await isRefused(connect(), taken)
    await owner.client.call('channels.disconnect', { params: { ...place(), channelId } })
    await claim()
    const { client } = stranger
    const there = async () => (await client.call('conversations.list', { params: mine, query: {} })).items
    discord.write(inDiscord, 'Hello')
    await expect.poll(there).toHaveLength(1)
    expect(await inbox()).toEqual([])
    await client.call('agents.delete', { params: mine })
  })

  test('is refused without its fields, with a webhook that is none, or one of another channel', async () => {
    const other = discord.channel(guild)
    await isRefused(connect(connection('', '')), { status: 400, message: 'Please fill out all fields.' })
    const none = 'https://discord.com/api/webhooks/1234567890123456/nobody-has-such-a-token'
    await isRefused(connect(connection(other, none)), {
      ...{ status: 400, message: 'Discord does not know this webhook.' },
    })
    await isRefused(connect(connection(other)), {
      ...{ status: 400, message: 'This webhook belongs to another channel of Discord.' },
    })
    await isRefused(connect(connection(other, 'https://evil.example/api/webhooks/1/x')), { status: 400 })
    discord.answer('GET /webhooks', 'nonsense')
    await isRefused(connect(connection(other, discord.webhook(other))), { status: 503 })
    expect(await listed()).toHaveLength(1)
  })

  test('that the bot can’t see has failed, until it can', async () => {
    const elsewhere = discord.guild()
    const hidden = discord.channel(elsewhere)
    const url = discord.webhook(hidden)
    discord.removeBot(elsewhere)
    const agent = { region: 'na', agentId: `hidden${count}` } as const
    await owner.client.call('agents.save', { params: agent, body: { title: 'Shop' } })
    const { channelId: added } = await owner.client.call('channels.connect', {
      params: agent,
      body: connection(hidden, url),
    })
    const found = async () => (await owner.client.call('channels.list', { params: agent })).items[0]
    await expect
      .poll(async () => (await found())?.setup)
      .toMatchObject({ state: 'failed', reason: 'refused', description: expect.stringContaining('The bot') })
    discord.addBot(elsewhere)
    const account = { discordChannelId: hidden, serverId: elsewhere }
    const params = { ...agent, channelId: added }
    await owner.client.call('channels.change', { params, body: { name: 'Hidden', account } })
    await expect.poll(async () => (await found())?.setup).toEqual({ state: 'ready' })
    const other = { ...account, discordChannelId: inDiscord }
    await isRefused(
      owner.client.call('channels.change', { params, body: { name: 'Hidden', account: other } }),
      {
        status: 400,
      },
    )
  })
})

describe('what a person writes', () => {
  test('is answered by the webhook, once, to whom it answers, and the inbox has the time of Discord', async () => {
    const at = Date.parse('2026-11-20T09:00:00Z')
    discord.write(inDiscord, 'When are you open?', { at })
    await expect.poll(answers).toHaveLength(1)
    expect(answers()[0]).toContain(me)
    const [asked, replied, ...others] = await transcript()
    expect(others).toEqual([])
    expect(asked).toMatchObject({ role: 'visitor', at: '2026-11-20T09:00:00.000Z' })
    expect(replied).toMatchObject({ role: 'agent', deliveryState: 'sent' })
    expect((await inbox())[0]).toMatchObject({ channel: 'discord', visitorName: 'Grace Hopper' })
    const sent = discord.requests.findLast(({ path }) => path.startsWith('/webhooks/'))
    expect(sent).toMatchObject({ query: '?wait=true', body: { allowed_mentions: { parse: [] } } })
    expect(sent?.authorization).toBeUndefined()
  })

  test('shows that the agent writes', async () => {
    discord.write(inDiscord, 'Hello')
    await expect
      .poll(() => discord.requests.filter(({ path }) => path === `/channels/${inDiscord}/typing`))
      .not.toHaveLength(0)
  })

  test('belongs to the conversation of each person, and nothing of other channels, bots and the agent itself comes in', async () => {
    discord.write(inDiscord, 'I am Grace')
    discord.write(inDiscord, 'I am Ada', { author: { id: '2220000000000000002', username: 'ada' } })
    discord.write(inDiscord, 'I am a bot', {
      author: { id: '2220000000000000003', username: 'b', bot: true },
    })
    discord.write(discord.channel(guild), 'elsewhere')
    await expect.poll(answers).toHaveLength(2)
    await parley.settled()
    expect((await inbox()).map(({ visitorName }) => visitorName).sort()).toEqual(['Grace Hopper', 'ada'])
  })

  test('comes with its files', async () => {
    const file = discord.file('order.txt', Buffer.from('two lamps'))
    discord.write(inDiscord, 'My order', { attachments: [file] })
    await expect
      .poll(async () => (await transcript())[0]?.blocks)
      .toMatchObject([
        { type: 'text', text: 'My order' },
        { type: 'file', name: 'order.txt', size: 9 },
      ])
  })

  test('is a choice by its number or its words', async () => {
    await owner.client.call('agents.save', { params: place(), body: { enableNodes: true, nodes: sizesFlow } })
    discord.write(inDiscord, 'Hello')
    await expect.poll(answers).toContain(`${me} Which size?\n\n1. Small\n2. Large`)
    discord.write(inDiscord, '2')
    await expect.poll(answers).toContain(`${me} Large it is.`)
  })

  test.each([
    ['cut off', () => discord.drop()],
    ['told to reconnect', () => discord.say(7)],
    ['told that its session is over', () => discord.say(9, false)],
  ])('while the bot is %s is answered, once', async (_, lose) => {
    discord.write(inDiscord, 'before')
    await expect.poll(answers).toHaveLength(1)
    discord.gateway.isOpen = false
    lose()
    await expect.poll(discord.connections).toBe(0)
    discord.write(inDiscord, 'meanwhile')
    discord.gateway.isOpen = true
    discord.write(inDiscord, 'after')
    await expect.poll(answers, { timeout: 40_000 }).toHaveLength(3)
    const asked = (await transcript()).filter(({ role }) => role === 'visitor')
    expect(asked.map(({ blocks }) => blocks)).toMatchObject([
      [{ text: 'before' }],
      [{ text: 'meanwhile' }],
      [{ text: 'after' }],
    ])
    expect(answers()).toHaveLength(3)
  })
})

describe('what the agent says', () => {
  test('is sent after the pause that Discord asks for, once', async () => {
    discord.answer('POST /webhooks', {
      ...{ status: 429, body: { message: 'Slow down', code: 0, retry_after: 2.5, global: false } },
    })
    const begun = Date.now()
    discord.write(inDiscord, 'Hello')
    await expect.poll(answers).toHaveLength(1)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(2_500)
    await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('sent')
  })

  test('waits while the webhook is deleted, and the channel is shown as failed until it has another one', async () => {
    discord.deleteWebhook(webhookUrl)
    discord.write(inDiscord, 'Are you there?')
    await expect.poll(setup).toEqual({ state: 'failed', reason: 'credentials-refused' })
    const params = { ...place(), channelId }
    // Trying again does not help before there is one.
    const body = { name: 'Shop', account: { discordChannelId: inDiscord, serverId: guild } }
    await owner.client.call('channels.change', { params, body })
    await expect
      .poll(async () => (await listed())[0])
      .toMatchObject({
        ...{ name: 'Shop', setup: { state: 'failed', reason: 'credentials-refused' } },
      })
    const change = (url: string) =>
      owner.client.call('channels.changeCredentials', { params, body: { credentials: { webhookUrl: url } } })
    await isRefused(change(discord.webhook(discord.channel(guild))), {
      ...{ status: 400, message: 'This webhook belongs to another channel of Discord.' },
    })
    await change(discord.webhook(inDiscord))
    await expect.poll(setup).toEqual({ state: 'ready' })
    await expect.poll(answers).toHaveLength(1)
    expect(await check()).toEqual({ state: 'connected' })
  })

  test('is what a teammate says, too', async () => {
    discord.write(inDiscord, 'Hello')
    await expect.poll(answers).toHaveLength(1)
    const [item] = await inbox()
    const params = { ...place(), conversationId: item?.conversationId ?? '' }
    await owner.client.call('conversations.reply', { params, body: { id: 'byPerson', text: 'Ada *here*' } })
    await expect.poll(answers).toContain(`${me} Ada *here*`)
  })
})

test('neither token is in any event, answer or log, whatever goes wrong', async () => {
  const logged = vi.spyOn(process.stdout, 'write')
  const faults = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => void vi.restoreAllMocks())
  discord.answer('POST /webhooks', { status: 400, body: { code: 50_035, message: `odd ${webhookUrl}` } })
  discord.write(inDiscord, 'Hello')
  await expect.poll(async () => (await transcript()).at(-1)?.deliveryState).toBe('failed')
  await owner.client.call('channels.disconnect', { params: { ...place(), channelId } })
  await parley.settled()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const streams = [`channel-${channelId}`, `setup-${channelId}`]
  const events = await Promise.all(streams.map((stream) => eventStore.readStream(stream)))
  const lines = [...logged.mock.calls, ...faults.mock.calls].map(([text]) => String(text))
  const all = JSON.stringify([events, await transcript(), lines])
  expect(all).not.toContain(webhookUrl.split('/').at(-1))
  expect(all).not.toContain(discord.token)
})
