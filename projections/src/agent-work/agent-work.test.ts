import { channelEvents } from '@parley/contracts/channel/events.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { analyticsConversationsProjection } from '../analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from '../analytics/analytics-messages.projection.ts'
import { channelsProjection } from '../channels/channels.projection.ts'
import { conversationMessagesProjection } from '../conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { agentWorkQueries } from './agent-work.queries.ts'
import { failedDeliveriesProjection } from './failed-deliveries.projection.ts'

type Data<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']
type Channel = 'web-chat' | 'test-panel' | 'webhook'

const projections = [
  conversationMessagesProjection,
  conversationsProjection,
  analyticsConversationsProjection,
  analyticsMessagesProjection,
  channelsProjection,
  knowledgeSources,
  failedDeliveriesProjection,
]
const today = '2026-11-22T12:00:00.000Z'

let region: TestRegion
let clock: Date
beforeEach(async () => {
  region = await openTestRegion({ projections, now: () => clock })
})
afterEach(() => region.close())

let commands = 0
async function append(
  category: string,
  id: string,
  at: string,
  events: EventCatalogue,
  event: AnyEvent,
  tenant = 'w1',
) {
  clock = new Date(at)
  const log: Aggregate<null, AnyEvent, AnyEvent> = {
    category,
    events,
    decider: { initialState: null, evolve: () => null, decide: (one) => ({ ok: true, events: [one] }) },
  }
  const handled = await region.handle(log, id, event, {
    tenant,
    subject: `${category}-${id}`,
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command: `${++commands}`, correlation: 'c' },
  })
  if (!handled.ok) throw new Error(handled.rejection.code)
}

/** The events of one conversation, each appended at a time of the day. */
function conversation(conversationId: string, channel: Channel = 'web-chat', tenant = 'w1') {
  const happened = (time: string, event: ConversationEvent) =>
    append('conversation', conversationId, `2026-11-22T${time}.000Z`, conversationEvents, event, tenant)
  let index = 0
  const said = (time: string) => ({ agentId: 'a1', channel, index: index++, at: `2026-11-22T${time}.000Z` })
  return {
    start: (time: string) =>
      happened(time, {
        type: 'ConversationStarted',
        data: { conversationId, agentId: 'a1', visitorId: `v-${conversationId}`, channel },
      }),
    ask: (time: string, messageId: string, text = 'A question') =>
      happened(time, { type: 'VisitorMessageReceived', data: { ...said(time), messageId, text } }),
    fail: (time: string, inReplyTo: string, more: Partial<Data<'ReplyFailed'>> = {}) =>
      happened(time, {
        type: 'ReplyFailed',
        data: {
          ...said(time),
          messageId: `f-${inReplyTo}`,
          inReplyTo,
          notice: 'Sorry',
          reason: 'provider-error',
          ...more,
        },
      }),
    reply: (time: string, inReplyTo: string, more: Partial<Data<'AgentReplied'>> = {}) =>
      happened(time, {
        type: 'AgentReplied',
        data: {
          ...said(time),
          messageId: `r-${inReplyTo}`,
          inReplyTo,
          content: [],
          sources: [],
          modelId: 'm',
          inputTokens: 1,
          outputTokens: 1,
          tookMs: 1,
          cost: 1,
          grounded: true,
          ...more,
        },
      }),
    wait: (time: string, reason?: string) =>
      happened(time, {
        type: 'HandoffRequested',
        data: {
          agentId: 'a1',
          channel,
          at: `2026-11-22T${time}.000Z`,
          by: 'visitor',
          offline: false,
          ...(reason ? { reason } : {}),
        },
      }),
    takeOver: (time: string) =>
      happened(time, {
        type: 'OwnershipChanged',
        data: { ...said(time), owner: 'human', from: 'agent', reason: 'taken-over' },
      } as ConversationEvent),
    deliver: (time: string, state: 'delivered' | 'failed', messageId: string) =>
      happened(time, {
        type: 'MessageDeliveryChanged',
        data: { ...said(time), messageId, state, ...(state === 'failed' ? { reason: 'expired' } : {}) },
      }),
    delete: (time: string) =>
      happened(time, {
        type: 'ConversationDeleted',
        data: { agentId: 'a1', visitorId: `v-${conversationId}`, at: '', reason: 'person' },
      }),
  }
}

async function ask(
  name: 'agents.waiting' | 'agents.problems',
  { tenant = 'w1', configured = true, limit }: { tenant?: string; configured?: boolean; limit?: number } = {},
) {
  await region.settled()
  const queries = agentWorkQueries({
    reader: region.reader,
    modelOf: async () => ({ configured, modelId: 'gpt-4o' }),
    now: () => Date.parse(today),
  })
  const call = { params: { region: 'na', agentId: 'a1' }, query: { limit }, tenant }
  const answer = await queries[name]?.(call as unknown as Call<never>)
  if (!answer?.ok || !('value' in answer)) throw new Error('no value')
  return answer.value as { total: number; items: Record<string, unknown>[] }
}

it('lists who waits for a person, longest first, with the first question', async () => {
  const [late, early, taken, tried] = [
    conversation('late'),
    conversation('early'),
    conversation('taken'),
    conversation('tried', 'test-panel'),
  ]
  await early.start('09:00:00')
  await early.ask('09:00:01', 'm1', 'Where is my parcel?')
  await late.start('10:00:00')
  await late.wait('10:00:01', 'The vase is broken')
  await early.wait('09:30:00')
  // Newer words of the visitor do not make the waiting shorter.
  await early.ask('11:00:00', 'm2', 'Hello?')
  for (const each of [taken, tried]) {
    await each.start('08:00:00')
    await each.wait('08:01:00')
  }
  await taken.takeOver('08:02:00')
  expect(await ask('agents.waiting')).toEqual({
    total: 2,
    items: [
      {
        conversationId: 'early',
        visitorId: 'v-early',
        channel: 'web-chat',
        since: '2026-11-22T09:30:00.000Z',
        question: 'Where is my parcel?',
      },
      {
        conversationId: 'late',
        visitorId: 'v-late',
        channel: 'web-chat',
        since: '2026-11-22T10:00:01.000Z',
        note: 'The vase is broken',
      },
    ],
  })
  expect(await ask('agents.waiting', { limit: 1 })).toMatchObject({
    total: 2,
    items: [{ conversationId: 'early' }],
  })
  expect(await ask('agents.waiting', { tenant: 'w2' })).toEqual({ total: 0, items: [] })
})

it('tells a fault of a model until the model replies again', async () => {
  const { start, ask: say, fail, reply } = conversation('c1')
  const modelFault = { modelId: 'gpt-4o', fault: 'wrong-key' as const }
  await start('10:00:00')
  await say('10:00:01', 'm1')
  await fail('10:00:02', 'm1', { modelFault })
  await say('10:01:01', 'm2')
  await reply('10:01:02', 'm2', { modelFault, cost: 0 })
  const fault = {
    kind: 'model',
    title: 'The model’s key is refused',
    messages: 2,
    failed: 1,
    at: '2026-11-22T10:01:02.000Z',
  }
  expect((await ask('agents.problems')).items).toMatchObject([fault])
  await say('10:02:01', 'm3')
  await reply('10:02:02', 'm3', { cost: 0 })
  expect((await ask('agents.problems')).items, 'a reply without a model proves nothing').toMatchObject([
    fault,
  ])
  await say('10:03:01', 'm4')
  await reply('10:03:02', 'm4')
  expect((await ask('agents.problems')).items).toEqual([])
})

it('tells other reasons of failed replies of the last day, and a missing model', async () => {
  const { start, ask: say, fail, reply } = conversation('c1')
  await start('10:00:00')
  for (const [nth, reason] of (['no-credits', 'no-credits', 'time-out'] as const).entries()) {
    await say(`10:0${nth}:00`, `m${nth}`)
    await fail(`10:0${nth}:10`, `m${nth}`, { reason })
  }
  await reply('10:05:00', 'm2')
  expect((await ask('agents.problems', { configured: false })).items).toEqual([
    { kind: 'no-model', modelId: 'gpt-4o' },
    { kind: 'replies', reason: 'no-credits', messages: 2, at: '2026-11-22T10:01:10.000Z' },
  ])
  expect((await ask('agents.problems', { tenant: 'w2' })).items).toEqual([])
})

it('tells sources and channels that failed until they work again', async () => {
  const source = { sourceId: 's1', agentId: 'a1' }
  const known = (event: AnyEvent) => append('knowledge', 's1', today, knowledgeEvents, event)
  await known({
    type: 'KnowledgeSourceAdded',
    data: { ...source, kind: 'text', name: 'Hours', content: 'open', tags: [], maxChunkSize: 2424 },
  })
  await known({ type: 'KnowledgeSourceFailed', data: { ...source, reason: 'No text.' } })
  const channel = { channelId: 'h1', agentId: 'a1', at: today }
  const connected = (event: AnyEvent) => append('channel', 'h1', today, channelEvents, event)
  await connected({
    type: 'ChannelConnected',
    data: {
      ...channel,
      kind: 'webhook',
      name: 'Our app',
      account: {},
      credentials: {},
      needsSetup: true,
    },
  })
  await connected({ type: 'ChannelSetupFailed', data: { ...channel, reason: 'credentials-refused' } })
  expect((await ask('agents.problems')).items).toEqual([
    {
      kind: 'source',
      sourceId: 's1',
      name: 'Hours',
      website: false,
      error: 'No text.',
      kept: false,
      at: today,
    },
    { kind: 'channel', channelId: 'h1', name: 'Our app', reason: 'credentials-refused', at: today },
  ])
  await known({
    type: 'KnowledgeSourceIngested',
    data: { ...source, charCount: 4, chunks: [], chunkCount: 1, contentHash: 'h' },
  })
  await connected({ type: 'ChannelSetUp', data: channel })
  expect((await ask('agents.problems')).items).toEqual([])
})

it('tells messages that were not delivered, by conversation', async () => {
  const { start, deliver, delete: remove } = conversation('c1', 'webhook')
  await start('10:00:00')
  await deliver('10:00:01', 'delivered', 'm1')
  await deliver('10:00:02', 'failed', 'm2')
  await deliver('10:00:03', 'failed', 'm3')
  expect((await ask('agents.problems')).items).toEqual([
    {
      kind: 'delivery',
      conversationId: 'c1',
      reason: 'expired',
      messages: 2,
      at: '2026-11-22T10:00:03.000Z',
    },
  ])
  await remove('10:00:04')
  expect((await ask('agents.problems')).items).toEqual([])
})

it('feeds each failed delivery once, and has the same documents after a rebuild', async () => {
  const failed: ConversationEvent = {
    type: 'MessageDeliveryChanged',
    data: { agentId: 'a1', channel: 'webhook', index: 0, at: '', messageId: 'm1', state: 'failed' },
  }
  const events = [failed, { ...failed, data: { ...failed.data, state: 'sent' as const } }, failed]
  const documents = projected(
    failedDeliveriesProjection,
    events.map((event) => ({ ...event, stream: 'conversation-c1' })),
  )
  expect([...documents]).toMatchObject([['c1', { messages: 2, reason: 'reported' }]])

  const { start, ask: say, fail, wait, deliver } = conversation('c1', 'webhook')
  await start('10:00:00')
  await say('10:00:01', 'm1')
  await fail('10:00:02', 'm1', { modelFault: { modelId: 'm', fault: 'quota' } })
  await wait('10:00:03')
  await deliver('10:00:04', 'failed', 'm2')
  await region.settled()
  const rowsOf = async (
    store: TestRegion['readStore'],
    collectionOf: (name: string) => string | Promise<string>,
  ) => {
    const rows: string[] = []
    for (const { name } of projections)
      for await (const entry of store.scan(await collectionOf(name))) rows.push(JSON.stringify([name, entry]))
    return rows
  }
  const before = await rowsOf(region.readStore, region.projections.collectionOf)
  expect(before.length).toBeGreaterThan(3)
  const fresh = await openSqliteReadStore({ file: ':memory:' })
  const { eventStore, keyring } = region
  const runner = await startProjections({ eventStore, readStore: fresh, keyring, projections })
  await runner.waitFor(await eventStore.head(), 10_000)
  expect(await rowsOf(fresh, runner.collectionOf)).toEqual(before)
  await runner.stop()
  await fresh.close()
})
