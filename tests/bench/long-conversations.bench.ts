/**
 * Conversations of 50, 5,000 and 50,000 messages on a whole platform: the next turn in a process that has not seen the
 * conversation before and in one that has, what it takes to open the chat and the inbox, and memory. Measured is the
 * processor time of the call and of the read models that follow it, which is meaningful even on a busy machine. The baseline
 * is always the conversation of 50 messages in the same rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { api } from '@parley/contracts/api.ts'
import { createClient } from '@parley/contracts/client.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { readConfig } from '@parley/host/config.ts'
import { type Platform, startPlatform } from '@parley/host/platform.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { type Person, settled, signUpWith } from '../src/test-platform.ts'

const SIZES = [50, 5_000, 50_000]
const CONVERSATIONS = 3
/** The platform is started anew for each round. */
const ROUNDS = 5
/** With the rounds, below the limit of messages per conversation and minute. */
const WARM_TURNS = 2
const TURNS_BEFORE = 12
const READS = 15
const EVENTS_AN_APPEND = 200
const MOST_RATIO = 1.5

setFlagsFromString('--expose-gc')
/** Collects garbage. */
const collect: () => void = runInNewContext('gc')

const region = 'na' as const
const routes = routesOf(api)

type Chat = { agentId: string; conversationId: string; visitorToken: string; size: number }

/** Appends whatever it is given to a conversation, so that years of messages are written within a minute. */
const filling: Aggregate<
  Parameters<typeof conversation.decider.evolve>[0],
  readonly ConversationEvent[],
  ConversationEvent
> = {
  ...conversation,
  decider: { ...conversation.decider, decide: (events) => accept(...events) },
}

export async function benchLongConversations(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-long-'))
  const config = readConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'test', TRUST_PROXY: 'true' },
  })
  const start = () => startPlatform(config)
  try {
    let platform = await start()
    const owner = await signUpWith(clientsOf(platform), platform.addresses!.api)
    const chats = await filled(platform, owner)
    const took = new Map<string, number[]>()
    const growth = new Map<number, number[]>()
    for (let round = 0; round < ROUNDS; round++) {
      await platform.stop()
      platform = await start()
      await measured(platform, owner, chats, round, took, growth)
    }
    await platform.stop()
    return [...rowsOf(took), ...memoryRows(growth)]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function clientsOf({ addresses }: Platform) {
  return (token?: string) =>
    createClient({ routes, baseUrl: addresses!.api, token: () => token, fetch: fromAnywhere })
}

let visitors = 0

/** Each call comes from an address of its own, because rate limits are per address. */
const fromAnywhere: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('x-forwarded-for', `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`)
  return fetch(input, { ...init, headers })
}

async function filled(platform: Platform, owner: Person): Promise<Chat[]> {
  const client = clientsOf(platform)
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Desk', agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const { handle } = platform.regions.get(region)!.engines.commands
  const chats: Chat[] = []
  for (const size of SIZES)
    for (let nth = 0; nth < CONVERSATIONS; nth++) {
      const params = { region, agentId }
      const started = await client().call('conversations.start', { params, body: {} })
      const { conversationId, visitorToken, messages } = started
      const events = said(agentId, messages.length, size)
      for (let from = 0; from < events.length; from += EVENTS_AN_APPEND) {
        const cause = { via: 'command-line', command: `fill/${from}`, correlation: conversationId } as const
        await handle(filling, conversationId, events.slice(from, from + EVENTS_AN_APPEND), {
          tenant: owner.workspaceId,
          actor: { kind: 'system', id: 'bench' },
          cause,
          subject: `conversation-${conversationId}`,
        })
      }
      chats.push({ agentId, conversationId, visitorToken, size })
    }
  await settled(platform, region)
  return chats
}

/** The events of messages from index `first` to before `until`, each question with its reply. */
function said(agentId: string, first: number, until: number): ConversationEvent[] {
  const events: ConversationEvent[] = []
  for (let index = first; index < until - 1; index += 2) {
    const at = new Date(Date.now() - (until - index) * 60_000).toISOString()
    const where = { agentId, channel: 'web-chat', at } as const
    const text = `Question ${index}: when does the parcel arrive that I ordered on Monday, and who brings it?`
    events.push({
      type: 'VisitorMessageReceived',
      data: { ...where, index, messageId: `q${index}`, text },
    })
    const answer = `Parcels take two to four working days; the link is in our e-mail. That was answer ${index}.`
    events.push({
      type: 'AgentReplied',
      data: {
        ...where,
        index: index + 1,
        messageId: `a${index}`,
        inReplyTo: `q${index}`,
        content: [{ type: 'text', text: answer }],
        ...{ sources: [], modelId: 'built-in', inputTokens: 0, outputTokens: 0, tookMs: 1, cost: 0 },
        grounded: true,
      },
    })
  }
  return events
}

async function measured(
  platform: Platform,
  owner: Person,
  chats: readonly Chat[],
  round: number,
  took: Map<string, number[]>,
  growth: Map<number, number[]>,
): Promise<void> {
  const client = clientsOf(platform)
  const team = client(owner.token)
  let nth = 0
  const turn = ({ agentId, conversationId, visitorToken }: Chat) =>
    client().call(
      'conversations.send',
      {
        params: { region, agentId, conversationId },
        body: { id: `r${round}-${nth++}`, text: 'When are you open?' },
      },
      { token: visitorToken },
    )
  const timed = async (what: string, size: number, act: () => Promise<unknown>) => {
    await settled(platform, region)
    const { engines, projections } = platform.regions.get(region)!
    const began = process.cpuUsage()
    await act()
    await projections.waitFor(await engines.eventStore.head(), 60_000)
    const { user, system } = process.cpuUsage(began)
    const key = `${what}/${size}`
    took.set(key, [...(took.get(key) ?? []), (user + system) / 1_000])
  }
  // Compiles the code before anything is measured.
  const warmUp = await client().call('conversations.start', {
    params: { region, agentId: chats[0]!.agentId },
    body: {},
  })
  for (let at = 0; at < TURNS_BEFORE; at++) await turn({ ...chats[0]!, ...warmUp })

  for (let nth = 0; nth < CONVERSATIONS; nth++)
    for (const size of SIZES) {
      const chat = chats.filter((one) => one.size === size)[nth]!
      collect()
      const before = process.memoryUsage().heapUsed
      await timed('cold', size, () => turn(chat))
      collect()
      growth.set(size, [...(growth.get(size) ?? []), process.memoryUsage().heapUsed - before])
    }
  for (let at = 0; at < WARM_TURNS; at++)
    for (const chat of chats) await timed('warm', chat.size, () => turn(chat))
  for (let at = 0; at < READS; at++)
    for (const size of SIZES) {
      const { agentId, conversationId, visitorToken } = chats.find((one) => one.size === size)!
      const own = { params: { region, agentId, conversationId } }
      const bearer = { token: visitorToken }
      await timed('chat', size, () => client().call('conversations.messages', own, bearer))
      const before = Math.max(size / 2, 40)
      await timed('page', size, () =>
        client().call('conversations.messages', { ...own, query: { before } }, bearer),
      )
      await timed('inbox', size, () => team.call('conversations.get', own))
    }
}

const words: Record<string, string> = {
  cold: 'next turn, not in memory',
  warm: 'next turn, in memory',
  chat: 'opening the chat',
  page: 'an older page of the chat',
  inbox: 'opening it in the inbox',
}

function rowsOf(took: ReadonlyMap<string, number[]>): BenchResult[] {
  return Object.entries(words).flatMap(([what, name]) =>
    SIZES.slice(1).map((size) => {
      const [value, baseline] = [median(took.get(`${what}/${size}`)), median(took.get(`${what}/${SIZES[0]}`))]
      const ratio = round(value / baseline)
      return {
        name: `conversation of ${size.toLocaleString('en')} messages: ${name}, p50`,
        value: round(value),
        unit: 'ms of processor time',
        baseline: round(baseline),
        ratio,
        target: `≤ ${MOST_RATIO} × that of ${SIZES[0]}`,
        ok: ratio <= MOST_RATIO,
      }
    }),
  )
}

function memoryRows(growth: ReadonlyMap<number, readonly number[]>): BenchResult[] {
  const kept = (size: number) => Math.round(median(growth.get(size)) / 1_000)
  const resident = process.memoryUsage().rss / 1e6
  return [
    {
      name: 'long conversations: resident memory of the platform and the bench',
      value: Math.round(resident),
      unit: 'MB',
    },
    ...SIZES.slice(1).map((size) => ({
      name: `conversation of ${size.toLocaleString('en')} messages: memory that its next turn keeps`,
      value: kept(size),
      unit: 'kB',
      baseline: kept(SIZES[0]!),
    })),
  ]
}

function median(values: readonly number[] = []): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100

if (import.meta.main) console.table(await benchLongConversations())
