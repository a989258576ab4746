/** What becomes of what the gateway tells: order, patience, files, and what was missed. */
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReadChange } from '../outside.ts'
import type { ReceiveMessage } from '../receive-message.ts'
import { createFileTurns } from '../received-files.ts'
import { discordApi } from './discord-api.ts'
import { type DiscordDouble, startDiscordDouble } from './discord-double.ts'
import { createEventReceiver } from './receive-events.ts'

let discord: DiscordDouble
let guild: string
let channelId: string
let stopping: AbortController
const clock = { now: Date.now() }
type Received = Parameters<ReceiveMessage>[0]
let received: Received[]
let outcomes: ('refused' | 'conflict' | 'thrown' | Promise<unknown>)[]

let changes: ReadChange[]
/** What was noted as ignored. */
let noted: string[][]
const ownWebhook = '900000000000000001'
/** Of the message that nobody here knows. */
let unknown: string | undefined
beforeEach(async () => {
  discord = await startDiscordDouble()
  guild = discord.guild()
  channelId = discord.channel(guild)
  stopping = new AbortController()
  clock.now = Date.now()
  received = []
  changes = []
  noted = []
  unknown = undefined
  outcomes = []
})
afterEach(async () => {
  stopping.abort()
  await discord.stop()
})

function open() {
  const { host } = new URL(discord.url)
  const onFault = vi.fn()
  let lookUps = 0
  const receiver = createEventReceiver({
    api: discordApi({
      ...{ apiUrl: discord.url, botToken: discord.token, publicUrl: 'https://parley.example' },
      fetch: createSafeFetch({ allowPrivateAddresses: [host] }),
    }),
    load: (async () => ({
      state: {
        status: 'connected',
        channel: {
          channelId: 'c1',
          agentId: 'a1',
          kind: 'discord',
          account: { discordChannelId: channelId },
          credentials: { webhookUrl: `https://discord.com/api/webhooks/${ownWebhook}/${'t'.repeat(60)}` },
        },
      },
    })) as never,
    refresh: async () => undefined,
    noteIgnored: async ({ channelId: of }, kinds, { tenant }) => void noted.push([tenant, of, ...kinds]),
    fileTurns: createFileTurns(),
    async holderOf(id) {
      lookUps++
      return id === channelId ? { channelId: 'c1', workspaceId: 'w1' } : undefined
    },
    async receive(message) {
      const outcome = outcomes.shift()
      if (outcome === 'thrown') throw new Error('away')
      if (outcome === 'refused') return { ok: false, rejection: { code: 'not-found', message: '' } }
      if (outcome === 'conflict') return { ok: false, rejection: { code: 'conflict', message: '' } }
      await outcome
      received.push(message)
      return { ok: true }
    },
    takeChange: async (_of, _tenant, change) => {
      changes.push(change)
      return { ok: true, found: change.providerMessageId !== unknown }
    },
    onFault,
    signal: stopping.signal,
    now: () => clock.now,
  })
  return {
    onFault,
    take: (t: string, d: unknown, missedSince?: number) =>
      receiver.take({ t, s: 1, d }, missedSince === undefined ? {} : { missedSince }),
    waiting: receiver.waiting,
    lookUps: () => lookUps,
  }
}

const texts = () => received.map(({ text }) => text)
const create = (content: string, more: Record<string, unknown> = {}) =>
  discord.write(channelId, content, more)

test('a message of a connected channel is received with a key that stays the same', async () => {
  const { take } = open()
  const message = create('Hello')
  await take('MESSAGE_CREATE', message)
  expect(received).toMatchObject([
    {
      ...{ tenant: 'w1', agentId: 'a1', text: 'Hello', providerMessageId: message.id, attachments: [] },
      channel: { kind: 'discord', channelId: 'c1' },
      contact: { id: discord.grace.id, name: 'Grace Hopper', verified: false },
      cause: { via: 'channel', command: `discord/c1/${message.id}` },
    },
  ])
  await take('MESSAGE_CREATE', discord.write(discord.channel(guild), 'elsewhere'))
  await take('MESSAGE_CREATE', { odd: true })
  expect(received).toHaveLength(1)
})

test('what bots and Discord itself write in a connected channel is noted, the agent’s own messages are not', async () => {
  const { take, lookUps } = open()
  const robot = { id: '5550000000000000009', username: 'robot', bot: true }
  for (let nth = 0; nth < 3; nth++) {
    await take('MESSAGE_CREATE', create('beep', { author: robot }))
    await take('MESSAGE_CREATE', create('Welcome!', { webhook_id: ownWebhook }))
    await take('MESSAGE_CREATE', create('Somebody joined', { type: 7 }))
  }
  expect(noted).toEqual([
    ['w1', 'c1', 'bot'],
    ['w1', 'c1', 'system'],
  ])
  expect(lookUps()).toBe(3)
  clock.now += 3_600_001
  await take('MESSAGE_CREATE', create('beep', { author: robot }))
  await take('MESSAGE_CREATE', { ...create('beep', { author: robot }), channel_id: discord.channel(guild) })
  expect(noted).toHaveLength(3)
  expect(received).toEqual([])
})

test('messages of one person come in order, those of others need not wait', async () => {
  const { take, waiting } = open()
  const first = Promise.withResolvers<void>()
  outcomes = [first.promise]
  const ada = { id: '5550000000000000001', username: 'ada' }
  const all = [
    take('MESSAGE_CREATE', create('one')),
    take('MESSAGE_CREATE', create('two')),
    take('MESSAGE_CREATE', create('of Ada', { author: ada })),
  ]
  await expect.poll(texts).toEqual(['of Ada'])
  expect(waiting()).toBe(2)
  first.resolve()
  await Promise.all(all)
  expect(texts()).toEqual(['of Ada', 'one', 'two'])
})

test('what can’t be received now is tried again, what is refused for good is not', async () => {
  const { take, onFault } = open()
  outcomes = ['thrown', 'conflict']
  await take('MESSAGE_CREATE', create('patience'))
  expect(texts()).toEqual(['patience'])
  outcomes = ['refused']
  await take('MESSAGE_CREATE', create('refused'))
  expect(texts()).toEqual(['patience'])
  expect(onFault).toHaveBeenCalledTimes(2)
})

test('what is under way when the process stops is not done', async () => {
  const { take } = open()
  outcomes = ['thrown']
  let done = false
  void take('MESSAGE_CREATE', create('later')).then(() => {
    done = true
  })
  await expect.poll(() => outcomes).toEqual([])
  stopping.abort()
  await new Promise((resolve) => setImmediate(resolve))
  expect([done, received]).toEqual([false, []])
})

test('files are fetched from Discord alone, waited for, and named where they can’t be had', async () => {
  const { take } = open()
  const file = discord.file('order.txt', Buffer.from('two lamps'))
  const foreign = { ...file, filename: 'foreign.txt', url: 'https://evil.example/x' }
  const huge = { ...file, filename: 'huge.txt', size: 60_000_000 }
  const gone = { ...file, filename: 'gone.txt', url: `${file.url}-gone` }
  await take('MESSAGE_CREATE', create('', { attachments: [file, foreign, huge, gone] }))
  expect(received[0]?.attachments).toEqual([
    { name: 'order.txt', bytes: Buffer.from('two lamps') },
    { name: 'foreign.txt', missing: 'not-kept' },
    { name: 'huge.txt', missing: 'too-large' },
    { name: 'gone.txt', missing: 'not-kept' },
  ])
})

test('files of a message are bounded together, and of a workspace few messages with files wait', async () => {
  const { take } = open()
  const file = discord.file('half.bin', Buffer.alloc(8_000_000))
  await take('MESSAGE_CREATE', create('', { attachments: [file, file, file] }))
  expect(received[0]?.attachments.map((one) => ('bytes' in one ? one.bytes.length : one.missing))).toEqual([
    ...[8_000_000, 8_000_000, 'too-large'],
  ])
  received = []
  const small = discord.file('small.txt', Buffer.from('x'))
  const authors = Array.from({ length: 60 }, (_, nth) => ({
    id: `22200000000000010${nth}`,
    username: 'u',
  }))
  await Promise.all(
    authors.map((author) => take('MESSAGE_CREATE', create('Mine', { author, attachments: [small] }))),
  )
  const whole = received.filter(({ attachments: [one] }) => one && 'bytes' in one)
  expect([received.length, whole.length]).toEqual([60, 40])
})

test('editions, deletions and reactions are changes; a deletion of what nobody here has read is none', async () => {
  const { take } = open()
  const message = create('Hello')
  const edited_timestamp = new Date(clock.now).toISOString()
  await take('MESSAGE_CREATE', message)
  await take('MESSAGE_UPDATE', { ...message, content: 'Bye', edited_timestamp })
  const where = { channel_id: channelId, guild_id: guild }
  const reaction = { ...where, message_id: message.id, user_id: discord.grace.id, emoji: { name: '👍' } }
  await take('MESSAGE_REACTION_ADD', reaction)
  await take('MESSAGE_REACTION_REMOVE', reaction)
  await take('MESSAGE_DELETE', { ...where, id: message.id })
  await take('MESSAGE_DELETE', { ...where, id: '1234567890123456' })
  expect(texts()).toEqual(['Hello'])
  expect(changes.map(({ change }) => change)).toEqual([
    ...[
      { kind: 'edit', text: 'Bye' },
      { kind: 'reaction', reaction: '👍' },
    ],
    ...[{ kind: 'reaction', reaction: undefined, former: '👍' }, { kind: 'deletion' }],
  ])
  for (const change of changes)
    expect(change).toMatchObject({ contactId: discord.grace.id, providerMessageId: message.id })
  // Of a message that is not known, the edit is that message.
  unknown = message.id
  await take('MESSAGE_UPDATE', { ...message, content: 'Later', edited_timestamp })
  expect(received.at(-1)).toMatchObject({ providerMessageId: message.id, text: '(edited) Later' })
})

test('what was missed is asked for, page by page, before what comes then', async () => {
  const { take } = open()
  const lost = clock.now - 120_000
  create('long before', { at: lost - 3_600_000 })
  for (let nth = 0; nth < 150; nth++) create(`missed ${nth}`, { at: lost + 1_000 + nth })
  discord.write(discord.channel(guild), 'in a channel of nobody')
  const channels = [{ id: channelId, last_message_id: create('last').id }]
  // Discord is slow once, and asks for patience once.
  discord.answer(
    'GET /channels/messages',
    { status: 429, body: { message: 'Slow down', retry_after: 0.01, global: false } },
    { status: 502, body: {} },
  )
  const catchingUp = take('GUILD_CREATE', { id: guild, channels }, lost)
  const next = take('MESSAGE_CREATE', create('then'))
  await Promise.all([catchingUp, next])
  const expected = [...Array.from({ length: 150 }, (_, nth) => `missed ${nth}`), 'last', 'then']
  expect(texts().slice(0, 152)).toEqual(expected.slice(0, 152))
  expect(texts().at(-1)).toBe('then')
  await take('GUILD_CREATE', { id: guild, channels })
  expect(discord.requests.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(4)
})

test('pages of what was missed that lead nowhere end, and what comes then is received', async () => {
  const { take, onFault } = open()
  const lost = clock.now - 120_000
  const pageful = Array.from({ length: 100 }, (_, nth) => create(`missed ${nth}`, { at: lost + nth }))
  const channels = [{ id: channelId, last_message_id: create('last').id }]
  // The same page over and over, then what is no page.
  const same = { status: 200, body: pageful }
  discord.answer('GET /channels/messages', same, same, same, same, same, same)
  await take('GUILD_CREATE', { id: guild, channels }, lost)
  expect(discord.requests.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(2)
  expect(onFault).toHaveBeenCalledOnce()
  await take('MESSAGE_CREATE', create('then'))
  expect(texts().at(-1)).toBe('then')
})

test('what was missed is not asked for longer than for an hour', async () => {
  const { take } = open()
  const lost = clock.now - 120_000
  const channels = [
    { id: 7, odd: true },
    { id: channelId, last_message_id: create('last').id },
  ]
  discord.answer(
    'GET /channels/messages',
    { status: 200, body: { odd: true } },
    { status: 200, body: { odd: true } },
  )
  const asking = take('GUILD_CREATE', { id: guild, channels }, lost)
  await expect.poll(() => discord.requests.length).toBeGreaterThan(0)
  clock.now += 3_700_000
  await asking
  expect(texts()).toEqual([])
})

test('many messages of one channel of Discord are looked up together', async () => {
  const { take, lookUps } = open()
  const elsewhere = discord.channel(guild)
  const authors = Array.from({ length: 500 }, (_, nth) => ({
    id: `2220000000000${nth + 1000}`,
    username: 'u',
  }))
  await Promise.all(
    authors.map((author) => take('MESSAGE_CREATE', discord.write(elsewhere, 'x', { author }))),
  )
  expect(lookUps()).toBeLessThan(10)
  await Promise.all(authors.map((author) => take('MESSAGE_CREATE', create('x', { author }))))
  expect(received).toHaveLength(500)
})

test('while too much waits, no message waits for its files', async () => {
  const { take } = open()
  const { promise, resolve } = Promise.withResolvers<void>()
  outcomes = [promise]
  const flood = Array.from({ length: 600 }, () => take('MESSAGE_CREATE', create('flood')))
  const file = discord.file('order.txt', Buffer.from('x'))
  const away = { ...file, url: discord.url.replace(/\/api.*/, '/away') }
  const fault = { status: 503, body: {} }
  discord.answer('GET /away', ...Array.from({ length: 20 }, () => fault))
  const ada = { id: '5550000000000000001', username: 'ada' }
  await take('MESSAGE_CREATE', create('', { author: ada, attachments: [away] }))
  expect(received.at(-1)?.attachments).toEqual([{ name: 'order.txt', missing: 'not-kept' }])
  resolve()
  await Promise.all(flood)
})
