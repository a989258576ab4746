/** The bot's connection to the gateway, against a double that speaks its protocol and fails in each documented way. */
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { discordApi } from '../discord-api.ts'
import { type DiscordDouble, startDiscordDouble } from '../discord-double.ts'
import { readMessage } from '../events.ts'
import { type GatewayOptions, INTENTS, runGateway } from './gateway.ts'
import type { GatewayEvent } from './gateway-connection.ts'
import type { Session } from './session-store.ts'

let discord: DiscordDouble
let guild: string
let channel: string
const running: { stop(): Promise<unknown> }[] = []

beforeEach(async () => {
  discord = await startDiscordDouble()
  guild = discord.guild()
  channel = discord.channel(guild)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
  await discord.stop()
})

/** A process that reads; `kept` is what all processes share. */
function open(kept = new Map<number, Session>(), more: Partial<GatewayOptions> = {}) {
  const stopping = new AbortController()
  const events: GatewayEvent[] = []
  const held = new Set<() => void>()
  const state = { holds: false }
  const { host } = new URL(discord.url)
  const api = discordApi({
    ...{ apiUrl: discord.url, botToken: discord.token, publicUrl: 'https://parley.example' },
    fetch: createSafeFetch({ allowPrivateAddresses: [host] }),
  })
  const faults = vi.fn()
  const ended = runGateway(
    {
      ...{ api, token: discord.token, onFault: faults, identifyEveryMs: 1 },
      ...{ pauseAfter: () => 5, pauseBeforeIdentify: () => 1, refusedPauseMs: 1, keepEveryMs: 0 },
      sessions: {
        read: async (shard) => kept.get(shard),
        async write(shard, session) {
          if (!killed) kept.set(shard, session)
        },
      },
      receiverOf: () => ({
        waiting: () => held.size,
        async take(event) {
          events.push(event)
          if (!state.holds) return
          const { promise, resolve } = Promise.withResolvers<void>()
          held.add(resolve)
          await promise
        },
      }),
      ...more,
    },
    stopping.signal,
  )
  let killed = false
  const settled = ended.then(
    () => 'ended' as const,
    (error: Error) => error,
  )
  const process = {
    ...{ events, kept, state, faults, settled },
    texts: () =>
      events.flatMap(({ t, d }) => {
        const read = t === 'MESSAGE_CREATE' ? readMessage(d) : undefined
        return read?.kind === 'message' ? [read.inbound.text] : []
      }),
    isReady: () => expect.poll(() => events.some(({ t }) => t === 'READY' || t === 'RESUMED')).toBe(true),
    /** Has all that is under way done. */
    release() {
      for (const resolve of held) resolve()
      held.clear()
    },
    /** As by `kill -9`: nothing more is kept. */
    kill() {
      killed = true
      stopping.abort()
      return settled
    },
    stop() {
      stopping.abort()
      return settled
    },
  }
  running.push(process)
  return process
}

test('begins a session with the intents that reading takes, and is told what people write', async () => {
  const process = open()
  await process.isReady()
  discord.write(channel, 'Hello')
  await expect.poll(process.texts).toEqual(['Hello'])
  expect(discord.seen.identifies).toMatchObject([{ shard: [0, 1], intents: INTENTS }])
})

describe('without missing or doubling a message', () => {
  test.each([
    ['told to reconnect', () => discord.say(7)],
    ['told that the session is invalid for now', () => discord.say(9, true)],
    ['cut off', () => discord.drop()],
    ['closed for an unknown error', () => discord.drop(4_000)],
    ['closed as going away', () => discord.drop(1_001)],
  ])('resumes when %s', async (_, lose) => {
    const process = open()
    await process.isReady()
    discord.write(channel, 'one')
    await expect.poll(process.texts).toEqual(['one'])
    discord.gateway.isOpen = false
    lose()
    await expect.poll(discord.connections).toBe(0)
    discord.write(channel, 'two')
    discord.gateway.isOpen = true
    await expect.poll(process.texts).toEqual(['one', 'two'])
    expect(discord.seen.identifies).toHaveLength(1)
    expect(discord.seen.resumes.at(-1)).toMatchObject({ sessionId: 'session1', seq: 3 })
  })

  test('resumes on another connection when heartbeats are not acknowledged', async () => {
    discord.gateway.heartbeatMs = 30
    discord.gateway.acknowledges = false
    const process = open()
    await expect.poll(() => discord.seen.resumes.length).toBeGreaterThan(0)
    discord.gateway.acknowledges = true
    discord.write(channel, 'Hello')
    await expect.poll(process.texts).toEqual(['Hello'])
    expect(discord.seen.identifies).toHaveLength(1)
    // The number of the last event is said with each.
    await expect.poll(() => discord.seen.heartbeats.at(-1)).toBe(discord.sessions.get('session1')?.seq)
  })

  test('beats at once when asked to', async () => {
    const process = open()
    await process.isReady()
    discord.say(1)
    await expect.poll(() => discord.seen.heartbeats).toHaveLength(1)
  })

  test('waits while Discord is away, and keeps its session', async () => {
    const process = open()
    await process.isReady()
    discord.gateway.isOpen = false
    discord.drop()
    await expect.poll(discord.connections).toBe(0)
    discord.write(channel, 'while away')
    await new Promise((resolve) => setImmediate(resolve))
    discord.gateway.isOpen = true
    await expect.poll(process.texts).toEqual(['while away'])
    expect(discord.seen.identifies).toHaveLength(1)
  })

  test('another process resumes after a kill, from the last message that was dealt with', async () => {
    const first = open()
    await first.isReady()
    discord.write(channel, 'one')
    await expect.poll(first.texts).toEqual(['one'])
    first.state.holds = true
    discord.write(channel, 'two')
    await expect.poll(first.texts).toEqual(['one', 'two'])
    // A later one is dealt with, and the session is kept again.
    first.state.holds = false
    const { at = 0 } = first.kept.get(0) ?? {}
    await vi.waitFor(() => {
      discord.write(channel, 'later')
      expect(first.kept.get(0)?.at).toBeGreaterThan(at)
    })
    await first.kill()
    discord.write(channel, 'three')
    const second = open(first.kept)
    await expect.poll(() => second.texts().at(-1)).toBe('three')
    expect(second.texts()[0]).toBe('two')
    expect(discord.seen.identifies).toHaveLength(1)
  })

  test('another process resumes after a stop', async () => {
    const first = open()
    await first.isReady()
    await expect.poll(() => first.events.at(-1)?.t).toBe('GUILD_CREATE')
    await first.stop()
    discord.write(channel, 'in between')
    const second = open(first.kept)
    await expect.poll(second.texts).toEqual(['in between'])
    expect(discord.seen.resumes).toEqual([{ sessionId: 'session1', seq: 2 }])
    expect(discord.seen.identifies).toHaveLength(1)
  })
})

test.each([
  ['an invalid session', () => discord.say(9, false)],
  ['a session that timed out', () => discord.drop(4_009)],
  ['a sequence that Discord does not know', () => discord.drop(4_007)],
])('after %s begins another one, and knows since when messages may be missing', async (_, lose) => {
  const process = open()
  await process.isReady()
  const before = Date.now()
  lose()
  await expect.poll(() => discord.seen.identifies).toHaveLength(2)
  await expect.poll(() => process.kept.get(0)?.sessionId).toBe('session2')
  expect(process.kept.get(0)?.missedSince).toBeLessThanOrEqual(before)
})

describe('where Discord refuses the bot', () => {
  test.each([
    ['its token', 4_004, () => Object.assign(discord.gateway, { acceptsToken: false })],
    ['its intents', 4_014, () => Object.assign(discord.gateway, { acceptsIntents: false })],
  ])('for %s, it ends with the reason', async (_, code, refuse) => {
    refuse()
    const process = open()
    expect(await process.settled).toMatchObject({ code })
    expect(process.faults).toHaveBeenCalledOnce()
    expect(JSON.stringify(process.faults.mock.calls)).not.toContain(discord.token)
  })

  test('for a token that REST does not accept, it ends without a connection', async () => {
    discord.answer('GET /gateway/bot', { status: 401, body: { message: '401: Unauthorized', code: 0 } })
    expect(await open().settled).toMatchObject({ message: expect.stringContaining('unauthorized') })
    expect(discord.seen.mostOpen).toBe(0)
  })

  test('for want of sessions for the day, none is begun', async () => {
    discord.gateway.remaining = 3
    expect(await open().settled).toMatchObject({ message: expect.stringContaining('3 more sessions') })
    expect(discord.seen.identifies).toEqual([])
  })
})

describe('in shards', () => {
  test('has as many as Discord recommends, one new session after the other, each with its own servers', async () => {
    discord.gateway.shards = 3
    const begun = Date.now()
    const process = open(undefined, { identifyEveryMs: 40 })
    await expect.poll(() => process.events.filter(({ t }) => t === 'READY')).toHaveLength(3)
    expect(discord.seen.identifies.map(({ shard }) => shard)).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
    expect(Date.now() - begun).toBeGreaterThanOrEqual(80)
    const others = [discord.guild(), discord.guild(), discord.guild()].map((id) => discord.channel(id))
    for (const id of others) discord.write(id, `in ${id}`)
    await expect.poll(() => process.texts().sort()).toEqual(others.map((id) => `in ${id}`).sort())
    await process.stop()
    expect([...process.kept.values()].map(({ shards }) => shards)).toEqual([3, 3, 3])
  })

  test('ends where more are needed, and begins anew with them, as far as it was told before', async () => {
    discord.gateway.neededShards = 2
    const first = open()
    expect(await first.settled).toMatchObject({ code: 4_011 })
    // Nor is it tried again and again with as many as before.
    expect(first.faults).toHaveBeenCalledOnce()
    discord.gateway.shards = 2
    const second = open(first.kept)
    await expect.poll(() => second.events.filter(({ t }) => t === 'READY')).toHaveLength(2)
  })

  test('a session of another number of shards is not resumed', async () => {
    const first = open()
    await first.isReady()
    await first.stop()
    discord.gateway.shards = 2
    const second = open(first.kept)
    await expect.poll(() => second.events.filter(({ t }) => t === 'READY')).toHaveLength(2)
    expect(discord.seen.resumes).toEqual([])
    await expect.poll(() => second.kept.get(0)?.missedSince).toBeGreaterThan(0)
  })
})

test('takes no more than it can hold, and is told the rest later', async () => {
  const process = open()
  await process.isReady()
  process.state.holds = true
  for (let nth = 0; nth < 2_500; nth++) discord.write(channel, `${nth}`)
  await expect.poll(discord.connections).toBe(0)
  expect(process.events.length).toBeLessThan(2_200)
  process.state.holds = false
  // Those under way are done.
  process.release()
  await expect.poll(() => process.texts().length, { timeout: 10_000 }).toBe(2_500)
  expect(process.texts()).toEqual(Array.from({ length: 2_500 }, (_, nth) => `${nth}`))
})

test('whatever is lost in whatever order, everything is told, in order', async () => {
  const act = fc.constantFrom(
    'write',
    'write',
    'write',
    'drop',
    'reconnect',
    'invalid for now',
    'kill',
    'stop',
    'hold',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const own = discord.channel(guild)
      const kept = new Map<number, Session>()
      const told: string[][] = []
      let process = open(kept)
      await process.isReady()
      let written = 0
      for (const one of acts) {
        if (one === 'write') discord.write(own, `${written++}`)
        if (one === 'drop') discord.drop()
        if (one === 'reconnect') discord.say(7)
        if (one === 'invalid for now') discord.say(9, true)
        if (one === 'hold') process.state.holds = true
        if (one === 'kill' || one === 'stop') {
          await process[one]()
          told.push(process.texts())
          process = open(kept)
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
      discord.write(own, 'last')
      await expect.poll(() => process.texts().at(-1)).toBe('last')
      told.push(process.texts())
      await process.stop()
      // What is told again was told before: each is known by its id, as here by its text.
      const all = [...new Set(told.flat())]
      expect(all).toEqual([...Array.from({ length: written }, (_, nth) => `${nth}`), 'last'])
      for (const texts of told) expect(new Set(texts).size).toBe(texts.length)
      discord.forgetSessions()
    }),
    { numRuns: 15 },
  )
})

test('resumes at the gateway’s own hosts alone, as its token goes there, and where none is named', async () => {
  const elsewhere = await startDiscordDouble()
  onTestFinished(() => elsewhere.stop())
  const foreign = elsewhere.url
    .replace(/^http/, 'ws')
    .replace('127.0.0.1', 'localhost')
    .replace(/\/api.*/, '')
  for (const resumeUrl of [foreign, 'no address', 'http://127.0.0.1:1', '']) {
    discord.gateway.resumeUrl = resumeUrl
    const kept = new Map<number, Session>()
    const process = open(kept)
    await process.isReady()
    const resumed = discord.seen.resumes.length
    discord.say(7)
    await expect.poll(() => discord.seen.resumes.length).toBe(resumed + 1)
    discord.write(channel, `then ${resumeUrl}`)
    await expect.poll(process.texts).toEqual([`then ${resumeUrl}`.trim()])
    await process.stop()
    discord.forgetSessions()
  }
  expect([elsewhere.seen.mostOpen, elsewhere.seen.resumes]).toEqual([0, []])
})

test('begins no second session on a connection that says hello again', async () => {
  const process = open()
  await process.isReady()
  for (let nth = 0; nth < 20; nth++) discord.say(10, { heartbeat_interval: 45_000 })
  discord.write(channel, 'Hello')
  await expect.poll(process.texts).toEqual(['Hello'])
  expect(discord.seen.identifies).toHaveLength(1)
  expect(discord.requests.filter(({ path }) => path === '/gateway/bot')).toHaveLength(2)
})

test('an answer that allows more sessions at a time than there can be is none', async () => {
  discord.gateway.maxConcurrency = 200_000_000
  expect(await open().settled).toMatchObject({ message: expect.stringContaining('away') })
})

test('a session that can’t be known by what begins it is begun anew', async () => {
  let failures = 0
  const process = open(undefined, {
    pauseAfter(nth) {
      failures = nth
      if (nth === 2) discord.gateway.odd = {}
      return 1
    },
  })
  discord.gateway.odd = { session_id: 7 }
  await process.isReady()
  discord.write(channel, 'Hello')
  await expect.poll(process.texts).toEqual(['Hello'])
  expect(failures).toBe(2)
  expect(discord.seen.identifies).toHaveLength(3)
})
