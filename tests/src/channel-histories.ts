/**
 * Random histories of what people write on a channel, delivered in batches, repeated, in any order and several at once:
 * in the end each conversation is what was written, in its order, each message is answered once, and what the agent said
 * was sent once. The same generator is used for all channels; processes of every role may be killed meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDiscordDouble } from '@parley/channel/discord/discord-double.ts'
import { startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { startTelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { idOfContact, idOfMessage } from '@parley/conversation/inbound/place.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { type EventStore, START } from '@parley/kernel/log/event-store.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { startChannelDouble } from './channel-double.ts'
import { freePorts } from './free-ports.ts'
import {
  type HistoryChannel,
  type HistoryDoubles,
  type HistoryKind,
  historyChannels,
  type Written,
} from './history-channels.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { adaOf, signUpAs } from './sign-up.ts'
import { routes, startTestPlatform } from './test-platform.ts'
import { requireWholeLog } from './whole-log.ts'

const region = 'na'
const PATIENCE = { timeout: 120_000, interval: 100 }

/** Where a channel of a kind is connected. */
type Connected = { kind: HistoryKind; of: HistoryChannel; tenant: string; agentId: string; channelId: string }
type Reached = { url: string; owner: Client; tenant: string; eventStore: EventStore }

/** What people write on all these channels, in one process of all roles, and without kills. */
export async function surviveSampleOf(kinds: readonly HistoryKind[], histories: number): Promise<void> {
  await withDoubles(async (doubles, env) => {
    const parley = await startTestPlatform({ ...env, REGIONS: region })
    try {
      doubles.graph.leadTo(parley.url)
      const { client: owner, workspaceId: tenant } = await parley.signUp()
      const { eventStore } = parley.platform.regions.get(region)!.engines
      const reached = { url: parley.url, owner, tenant, eventStore }
      const each = kinds.map(async (kind) => {
        const connected = await connect(reached, doubles, kind)
        const written = await tell(reached, connected, rangeOf(0, histories))
        await requireAnsweredOnce(eventStore, connected, written)
      })
      await Promise.all(each)
    } finally {
      await parley.stop()
    }
  })
}

/**
 * Histories of a channel, so many at a time, on processes of one role each. In every other round, a process of each role
 * is killed and started again meanwhile.
 */
export async function surviveHistories({
  kind,
  histories,
  together,
}: {
  kind: HistoryKind
  histories: number
  together: number
}): Promise<void> {
  await withDoubles(async (doubles, env) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-histories-'))
    const [free = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${free}`
    const own = {
      ...env,
      ...{ DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString('hex'), RATE_LIMIT_FACTOR: '1000' },
    }
    const running = new Map<string, ServerProcess>()
    const start = async (ROLES: string) => {
      const port = String(free)
      const settings = { ...own, ROLES, ...(ROLES === 'api' ? { PORT: port } : {}) }
      running.set(ROLES, await startServerProcess(settings))
    }
    const kill = async (role: string) => {
      const server = running.get(role)
      running.delete(role)
      server?.process.kill('SIGKILL')
      await server?.exit
    }
    const roles = ['workers', 'api', 'projections', 'relay']
    try {
      await Promise.all(roles.map(start))
      doubles.graph.leadTo(url)
      const { token, workspace } = await signUpAs(createClient({ routes, baseUrl: url }), url, adaOf(region))
      const owner = createClient({ routes, baseUrl: url, token: () => token })
      const eventStore = await openSqliteEventStore({ file: join(folder, region, 'events.db') })
      try {
        const reached = { url, owner, tenant: workspace.workspaceId, eventStore }
        const connected = await connect(reached, doubles, kind)
        const written: Written[] = []
        for (let nth = 0; nth < histories; nth += together) {
          const killed = (nth / together) % 2 === 0 ? roles : []
          const restart = async (role: string) => {
            await kill(role)
            await start(role)
          }
          const round = rangeOf(nth, Math.min(nth + together, histories))
          written.push(...(await tell(reached, connected, round, killed, restart)))
        }
        await Promise.all([...running.keys()].map(kill))
        await requireAnsweredOnce(eventStore, connected, written)
        await requireWholeLog(eventStore)
      } finally {
        await eventStore.close()
      }
    } finally {
      await Promise.all([...running.keys()].map(kill))
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const rangeOf = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)

async function withDoubles(
  run: (doubles: HistoryDoubles, env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const graph = await startGraphDouble()
  const shop = await startChannelDouble()
  const telegram = await startTelegramDouble()
  const discord = await startDiscordDouble()
  const env = {
    // What is published is not where it listens.
    ...{ PUBLIC_URL: 'https://parley.example', ALLOW_PRIVATE_ADDRESSES: 'true' },
    ...{ GRAPH_API_URL: graph.url, TELEGRAM_API_URL: telegram.url },
    ...{ DISCORD_API_URL: discord.url, DISCORD_BOT_TOKEN: discord.token },
  }
  try {
    await run({ graph, shop, telegram, discord }, env)
  } finally {
    await Promise.all([graph, shop, telegram, discord].map((double) => double.stop()))
  }
}

async function connect(
  { owner, tenant }: Reached,
  doubles: HistoryDoubles,
  kind: HistoryKind,
): Promise<Connected> {
  const of = historyChannels[kind](doubles)
  const agentId = `histories${kind}`
  const params = { region, agentId } as const
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.call('agents.save', { params, body: { title: 'Shop', ...silentAtFirst } })
  const { channelId } = await of.connect(owner, params)
  const setUp = async () => (await owner.call('channels.list', { params })).items[0]?.setup.state
  await expect.poll(setUp, PATIENCE).toBe('ready')
  // What is written before somebody listens is no message of the channel.
  if (kind === 'discord') await expect.poll(doubles.discord.connections, PATIENCE).toBe(1)
  return { kind, of, tenant, agentId, channelId }
}

/** A history of two people, and how it is delivered: each message at least once, up to two deliveries at a time. */
function historyOf(of: HistoryChannel, history: number): { written: Written[]; deliveries: Written[][][] } {
  const begun = (Math.floor(Date.now() / 1_000) - 3_000) * 1_000
  const written = Array.from({ length: 6 + (history % 5) }, (_, index): Written => {
    const contact = `4917${String(history).padStart(6, '0')}${index % 2}`
    const text = `h${history}c${index % 2} message ${index}`
    return { history, index, contact, text, at: begun + of.timesOf(index), order: index }
  })
  // A message may stand twice in a delivery.
  const some = fc.array(fc.constantFrom(...written), { minLength: 1, maxLength: 5 })
  const mixed = fc.array(fc.array(some, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 4 })
  const all = fc.shuffledSubarray(written, { minLength: written.length })
  const [[before, rest] = [[], []]] = fc.sample(fc.tuple(mixed, all), { numRuns: 1, seed: history })
  return { written, deliveries: [...before, [rest]] }
}

/** Delivers histories at the same time; `kill` is called with each of `killed` while they are. */
async function tell(
  reached: Reached,
  connected: Connected,
  nths: readonly number[],
  killed: readonly string[] = [],
  kill: (role: string) => Promise<void> = async () => undefined,
): Promise<Written[]> {
  const { kind, of, agentId } = connected
  const place = { region, agentId } as const
  const before = await reached.eventStore.head()
  const histories = nths.map((nth) => historyOf(of, nth))
  const whole = histories.reduce((sum, { deliveries }) => sum + deliveries.flat().length, 0)
  const waiting = [...killed]
  let begun = 0
  let killing: Promise<void> = Promise.resolve()
  const deliver = async (messages: Written[]) => {
    begun++
    // A provider delivers again what was not answered, and what a killed process had not ended.
    const given = () => of.deliver(reached.url, place, messages).catch(() => 0)
    const first = given()
    if (begun > (whole * (killed.length - waiting.length + 1)) / (killed.length + 2)) {
      const role = waiting.shift()
      if (role !== undefined) killing = killing.then(() => kill(role))
    }
    if ((await first) !== 200) await expect.poll(given, PATIENCE).toBe(200)
  }
  await Promise.all(
    histories.map(async ({ deliveries }) => {
      for (const atOnce of deliveries) await Promise.all(atOnce.map(deliver))
    }),
  )
  await killing
  expect(waiting).toEqual([])

  const written = histories.flatMap((one) => one.written)
  const recordedNow = () => recordedOf(reached.eventStore, agentId, before)
  const answered = async () => [...(await recordedNow()).answered.keys()]
  const ids = idsOf(connected, written).toSorted()
  await expect.poll(async () => (await answered()).toSorted(), { ...PATIENCE, message: kind }).toEqual(ids)
  const recorded = await recordedNow()
  const people = [...new Set(written.map(({ contact }) => contact))]
  await Promise.all(
    people.map(async (contact) => {
      const own = written
        .filter((one) => one.contact === contact)
        .toSorted((one, other) => one.at - other.at || one.order - other.order)
      const expected = own.map(({ text, at }) => [text, new Date(at).toISOString()])
      const conversationId = conversationOf(connected, contact)
      const read = () => transcriptOf(reached, connected, conversationId).catch(() => [])
      const replies = recorded.replies.get(`conversation-${conversationId}`)
      const places = new Map(own.map(({ text }, nth) => [text, nth]))
      const placeOf = (message: MessageView) => places.get(textOf(message)) ?? -1
      const told = async () => {
        const transcript = await read()
        if (transcript.filter((one) => one.role === 'agent' && isSent(one)).length !== replies) return []
        return transcript
          .filter(({ role }) => role === 'visitor')
          .toSorted((one, other) => placeOf(one) - placeOf(other))
          .map((one) => [textOf(one), one.at])
      }
      await expect.poll(told, { ...PATIENCE, message: `${kind} ${contact}` }).toEqual(expected)
      const transcript = await read()
      // Between two answers, what the person wrote stands as it was written, however it came.
      for (const [nth, message] of transcript.entries()) {
        const next = transcript[nth + 1]
        if (message.role !== 'visitor' || next?.role !== 'visitor') continue
        expect(placeOf(message), `${kind} ${contact}`).toBeLessThan(placeOf(next))
      }
      // Each once: what is repeated has the same reference. Instagram, Telegram and Discord take none.
      const answers = transcript.filter(({ role }) => role === 'agent')
      const references = of.sentTo(contact)
      if (references.includes(undefined)) expect(references.length).toBeGreaterThanOrEqual(answers.length)
      else expect(new Set(references).size, `${kind} ${contact}`).toBe(answers.length)
      expect(references.length - answers.length, `${kind} ${contact}`).toBeLessThanOrEqual(killed.length)
    }),
  )
  return written
}

const conversationOf = ({ tenant, channelId }: Connected, contactId: string) =>
  idOfContact('conversation', { tenant, channelId, contactId, nth: 0 })

async function transcriptOf(
  { owner }: Reached,
  { agentId }: Connected,
  conversationId: string,
): Promise<MessageView[]> {
  const params = { region, agentId, conversationId } as const
  return (await owner.call('conversations.get', { params })).transcript
}

const idsOf = ({ tenant, channelId, of }: Connected, written: readonly Written[]) =>
  written.map((one) => idOfMessage({ tenant, channelId, providerMessageId: of.providerMessageId(one) }))

/** How often each message was recorded, and answered by a reply, after a position of the log; replies by stream. */
async function recordedOf(eventStore: EventStore, agentId: string, after = START) {
  const [received, answered] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counted: Map<string, number>, id: string) => counted.set(id, (counted.get(id) ?? 0) + 1)
  const replies = new Map<string, number>()
  let started = 0
  const types = ['ConversationStarted', 'VisitorMessageReceived', 'AgentReplied']
  const options = { after, signal: new AbortController().signal, types }
  for await (const { events } of eventStore.readUntil(await eventStore.head(), options))
    for (const { type, data, stream } of events) {
      const about = JSON.parse(data)
      if (about.agentId !== agentId) continue
      if (type === 'ConversationStarted') started++
      else if (type === 'VisitorMessageReceived') count(received, about.messageId)
      else {
        count(replies, stream)
        for (const id of [about.inReplyTo, ...(about.alsoAnswers ?? [])]) count(answered, id)
      }
    }
  return { started, received, answered, replies }
}

/** Each message is in the log once, in one conversation of its contact, and one reply answers it. */
async function requireAnsweredOnce(
  eventStore: EventStore,
  connected: Connected,
  written: readonly Written[],
): Promise<void> {
  const { kind, agentId } = connected
  const { started, received, answered } = await recordedOf(eventStore, agentId)
  const once = new Map(idsOf(connected, written).map((id) => [id, 1]))
  expect(received, kind).toEqual(once)
  expect(answered, kind).toEqual(once)
  expect(started, kind).toBe(new Set(written.map(({ contact }) => contact)).size)
}

const textOf = ({ blocks: [block] }: MessageView) => (block?.type === 'text' ? block.text : '')
const isSent = ({ deliveryState }: MessageView) => deliveryState !== undefined && deliveryState !== 'failed'
