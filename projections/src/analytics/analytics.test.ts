import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { type FigureId, figureIds } from '@parley/contracts/analytics/figure-names.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Call, Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentOverviewQueries } from '../agent-overview/agent-overview.queries.ts'
import { conversationMessagesProjection } from '../conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { creditUsageProjection } from '../credit-usage/credit-usage.projection.ts'
import { analyticsQueries, isUnanswered } from './analytics.queries.ts'
import { analyticsBucketsProjection } from './analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from './analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from './analytics-messages.projection.ts'
import { analyticsRatingsProjection } from './analytics-ratings.projection.ts'
import { story } from './story.test-events.ts'

const all = [
  analyticsBucketsProjection,
  analyticsConversationsProjection,
  analyticsMessagesProjection,
  analyticsRatingsProjection,
  conversationMessagesProjection,
]
describe('the analytics documents', () => {
  const of = (conversationId: string, ...events: ConversationEvent[]) =>
    events.map((event) => ({ ...event, stream: `conversation-${conversationId}` }))
  const fed = (projection: (typeof all)[number], events: AnyEvent[]) =>
    projected(projection as never, events) as Map<string, Record<string, unknown>>

  it('count a quarter of an hour, without greetings and the test panel', () => {
    const { started, greeted, asked, replied } = story('c1')
    const tests = story('t1', 'test-panel')
    const documents = fed(analyticsBucketsProjection, [
      ...of(
        'c1',
        started(),
        greeted(),
        asked('m1'),
        replied('m1', { cost: 0.1 }),
        replied('m2', { cost: 0.2 }),
      ),
      ...of('t1', tests.started(), tests.asked('m9'), tests.replied('m9')),
      {
        type: 'WidgetLoadsCounted',
        data: {
          agentId: 'a1',
          quarter: '2026-11-21T12:00',
          loads: 3,
          groups: [
            {
              browser: 'Chrome',
              platform: 'Android',
              country: 'AT',
              website: 'https://shop.example',
              loads: 2,
            },
            { browser: 'Safari', platform: 'iOS', loads: 1 },
          ],
        },
      },
    ])
    expect([...documents]).toEqual([
      [
        'a1.2026-11-21T12:00',
        {
          agentId: 'a1',
          quarter: '2026-11-21T12:00',
          conversations: 1,
          channels: { 'web-chat': 1 },
          languages: { de: 1 },
          countries: { AT: 1 },
          messages: 1,
          replies: 2,
          replyTimes: { '7': 2 },
          cost: 0.3,
          loads: 3,
          loadsBy: {
            browsers: { Chrome: 2, Safari: 1 },
            platforms: { Android: 2, iOS: 1 },
            countries: { AT: 2, '': 1 },
            websites: { 'https://shop.example': 2, '': 1 },
          },
        },
      ],
    ])
  })

  it.each([
    ['answered', ['asked', 'replied'], true],
    ['said nothing', [], false],
    ['waiting', ['asked', 'replied', 'asked'], false],
    ['not known', ['asked', 'unknown'], false],
    ['failed', ['asked', 'failed'], false],
    ['failed, then answered', ['asked', 'failed', 'replied'], true],
    ['asked for a person', ['asked', 'replied', 'handoff'], false],
    ['marked by a member', ['asked', 'replied', 'handoff', 'human', 'resolved'], true],
    ['marked, then asked again', ['asked', 'handoff', 'resolved', 'asked'], false],
    ['rated down', ['asked', 'replied', 'down'], false],
    ['rated down, then up', ['asked', 'replied', 'down', 'up'], true],
    ['answered, and thanked for it', ['asked', 'replied', 'asked', 'small'], true],
    ['not known, and thanked for it', ['asked', 'unknown', 'asked', 'small'], false],
    ['a button pressed', ['asked', 'small'], true],
    ['a flow left half-way', ['asked', 'small', 'started', 'asked', 'small'], false],
    ['a flow left for a question', ['asked', 'small', 'started', 'asked', 'replied'], true],
    ['a flow led to its end', ['asked', 'small', 'started', 'asked', 'complete', 'small'], true],
    ['asked for a person in vain', ['asked', 'replied', 'asked', 'refused'], false],
  ] as const)('know whether a conversation is resolved: %s', (_, happened, resolved) => {
    const { started, asked, replied, failed, captured, handoff, human, rated, resolved: marked } = story('c1')
    const said = {
      asked: () => asked('m1'),
      replied: () => replied('m1'),
      unknown: () => replied('m1', { grounded: false }),
      small: () => replied('m1', { asksNothing: true }),
      refused: () => replied('m1', { asksNothing: true, grounded: false }),
      started: () => captured('started'),
      complete: () => captured('complete'),
      failed: () => failed('m1'),
      handoff,
      human,
      resolved: marked,
      down: () => rated('r', 'down'),
      up: () => rated('r', 'up'),
    }
    const events = of('c1', started(), ...happened.map((what) => said[what]()))
    expect(fed(analyticsConversationsProjection, events).get('c1')?.resolved).toBe(resolved)
  })

  it('store one reply to several messages once, and remove a failure after a successful retry', () => {
    const { started, asked, failed, replied } = story('c1')
    const documents = fed(analyticsMessagesProjection, [
      ...of('c1', started(), asked('m1'), failed('m1'), asked('m2')),
      ...of('c1', replied('m2', { alsoAnswers: ['m1'], grounded: false })),
      {
        type: 'QuestionHandled',
        data: { agentId: 'a1', conversationId: 'c1', messageId: 'm2', sourceId: 's1' },
      },
    ])
    expect(documents.get('c1.m1')).not.toHaveProperty('failedAt')
    expect(documents.get('c1.m1')).not.toHaveProperty('repliedAt')
    expect(documents.get('c1.m2')).toMatchObject({
      with: ['m1'],
      grounded: false,
      handled: true,
      sourceId: 's1',
    })
  })

  it('keep the last rating of a reply', () => {
    const { rated } = story('c1')
    const ratings = (...events: ConversationEvent[]) => fed(analyticsRatingsProjection, of('c1', ...events))
    expect(ratings(rated('r', 'up'), rated('r', 'down')).get('c1.r')).toMatchObject({ rating: 'down' })
    expect(ratings(rated('r', 'up'), rated('r', 'none')).size).toBe(0)
  })
})

describe('the figures', () => {
  let region: TestRegion
  let clock = new Date()
  beforeEach(async () => {
    region = await openTestRegion({
      projections: [...all, conversationsProjection, creditUsageProjection],
      now: () => clock,
    })
  })
  afterEach(() => region.close())

  const log: Aggregate<null, AnyEvent[], AnyEvent> = {
    category: 'conversation',
    events: conversationEvents,
    decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
  }
  async function happened(at: string, conversationId: string, event: ConversationEvent, tenant = 'w1') {
    clock = new Date(at)
    const handled = await region.handle(log, conversationId, [event], {
      tenant,
      subject: `conversation-${conversationId}`,
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `${at}${event.type}${conversationId}`, correlation: 'c' },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  async function loaded(quarter: string, groups: { country?: string; website?: string; loads: number }[]) {
    const counted = groups.map((group) => ({ browser: 'Chrome', platform: 'Android', ...group }))
    const loads = groups.reduce((sum, group) => sum + group.loads, 0)
    const event = { type: 'WidgetLoadsCounted', data: { agentId: 'a1', quarter, loads, groups: counted } }
    const handled = await region.handle(
      { ...log, category: 'loads', events: analyticsEvents },
      `a1.${quarter}`,
      [event],
      {
        tenant: 'w1',
        actor: { kind: 'system', id: 'widget-loads' },
        cause: { via: 'widget', command: quarter, correlation: 'c' },
      },
    )
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  type Query = Record<string, string | number | undefined>
  async function ask<Answer = unknown>(
    name: keyof ReturnType<typeof analyticsQueries>,
    query: Query,
    tenant = 'w1',
  ): Promise<Answer> {
    await region.settled()
    const queries = analyticsQueries({ reader: region.reader, now: () => Date.parse('2026-11-22T12:00:00Z') })
    const call = { params: { region: 'na', agentId: 'a1' }, query, tenant, principal: { kind: 'user' } }
    const answer = (await queries[name]?.(call as unknown as Call<never>)) as unknown as Reply<Answer>
    if (!answer.ok) throw new Error(answer.rejection.code)
    if ('value' in answer) return answer.value
    if (!('text' in answer)) throw new Error('neither a value nor a text')
    return (await Array.fromAsync(answer.text)).join('') as Answer
  }
  type Item = {
    conversationId: string
    messageId?: string
    text?: string
    visitorId?: string
    visitorName?: string
    question?: string
    reason?: string
    gone?: boolean
    value?: number
  }
  type Summary = {
    since?: string
    figures: Record<FigureId, { value: number | null; before: number | null; p90?: number; of?: number }>
    breakdowns: Record<string, { name: string; count: number }[]>
    ratings: { up: number; down: number }
    failures: { reason: string; count: number }[]
  }
  const day = { from: '2026-11-21', to: '2026-11-21', timeZone: 'UTC' }

  /** Appends six conversations of one day and one of the day before. */
  async function aDay() {
    const on = '2026-11-21T'
    const [c1, c2, c3, c4, c5] = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => story(id))
    await happened('2026-11-20T22:00:00Z', 'c0', story('c0').started({ country: 'US', lang: 'en' }))
    await happened('2026-11-20T22:00:01Z', 'c0', story('c0').asked('m1', 'Old'))
    await happened('2026-11-20T22:00:03Z', 'c0', story('c0').replied('m1', { tookMs: 2_000 }))
    await happened(`${on}09:00:00Z`, 'c1', c1!.started())
    await happened(`${on}09:00:10Z`, 'c1', c1!.asked('m1', 'When do you open?'))
    await happened(`${on}09:00:12Z`, 'c1', c1!.replied('m1', { tookMs: 2_000 }))
    await happened(`${on}09:00:20Z`, 'c1', c1!.rated('r-m1', 'up'))
    await happened(`${on}10:00:00Z`, 'c2', c2!.started())
    await happened(`${on}10:00:10Z`, 'c2', c2!.asked('m1', 'Do you have green tea?'))
    await happened(`${on}10:00:14Z`, 'c2', c2!.replied('m1', { grounded: false, tookMs: 4_000, cost: 2.5 }))
    await happened(`${on}10:01:00Z`, 'c2', c2!.handoff())
    await happened(`${on}10:03:00Z`, 'c2', c2!.rated('r-m1', 'down'))
    await happened(`${on}11:00:00Z`, 'c3', c3!.started({ country: undefined, lang: 'en' }))
    await happened(`${on}11:00:01Z`, 'c3', c3!.asked('m1', 'Will this fail?'))
    await happened(`${on}11:00:31Z`, 'c3', c3!.failed('m1'))
    await happened(`${on}12:00:00Z`, 'c4', c4!.started())
    await happened(`${on}13:00:00Z`, 'c5', c5!.started({ recorded: false }))
    await happened(`${on}13:00:01Z`, 'c5', c5!.asked('m1', 'when are you open'))
    await happened(`${on}13:00:03Z`, 'c5', c5!.replied('m1', { tookMs: 2_000 }))
    await happened(`${on}14:00:00Z`, 't1', story('t1', 'test-panel').started())
    await happened(`${on}14:00:01Z`, 't1', story('t1', 'test-panel').asked('m1'))
    await happened(`${on}14:00:02Z`, 't1', story('t1', 'test-panel').replied('m1', { grounded: false }))
    await happened(`${on}15:00:00Z`, 'x1', story('x1').started(), 'w2')
  }

  it('match their definitions, together with those of the day before', async () => {
    expect(await ask('analytics.summary', day)).not.toHaveProperty('since')
    await aDay()
    const summary: Summary = await ask('analytics.summary', day)
    expect(summary.since).toBe('2026-11-20T22:00:00.000Z')
    const values = Object.fromEntries(
      Object.entries(summary.figures).map(([id, { value, before }]) => [id, [value, before]]),
    )
    expect(values).toMatchObject({
      loads: [0, 0],
      conversations: [5, 1],
      engaged: [4, 1],
      messages: [4, 1],
      replies: [3, 1],
      resolvedAlone: [2 / 4, 1],
      resolutionRate: [2 / 4, 1],
      handoffRate: [1 / 4, 0],
      feedback: [1 / 2, null],
      unanswered: [1, 0],
      failed: [1, 0],
      credits: [4.5, 1],
      creditsPerConversation: [0.9, 1],
      creditsPerResolution: [2.25, 1],
    })
    const { firstReplyTime, replyTime } = summary.figures
    for (const time of [firstReplyTime, replyTime]) {
      expect(time.of).toBe(3)
      expect(time.value).toBeGreaterThan(1_600)
      expect(time.value).toBeLessThan(2_300)
      expect(time.p90).toBeGreaterThan(3_200)
    }
    expect(summary.ratings).toEqual({ up: 1, down: 1 })
    expect(summary.breakdowns).toMatchObject({
      countries: [
        { name: 'AT', count: 4 },
        { name: '', count: 1 },
      ],
      languages: [
        { name: 'de', count: 4 },
        { name: 'en', count: 1 },
      ],
      channels: [{ name: 'web-chat', count: 5 }],
    })
    expect(Object.keys(summary.figures).sort()).toEqual([...figureIds].sort())
  })

  it('use the days of the requested time zone', async () => {
    await aDay()
    // In Tokyo the conversation of the previous evening belongs to the same day, and the afternoon's to the next.
    const tokyo: Summary = await ask('analytics.summary', { ...day, timeZone: 'Asia/Tokyo' })
    expect(tokyo.figures.conversations.value).toBe(6)
    const la: Summary = await ask('analytics.summary', { ...day, timeZone: 'America/Los_Angeles' })
    expect(la.figures.conversations.value).toBe(5)
    const auckland: Summary = await ask('analytics.summary', { ...day, timeZone: 'Pacific/Auckland' })
    expect(auckland.figures.conversations.value).toBe(3)
  })

  it('equal the number of items in their drill-down', async () => {
    await aDay()
    const summary: Summary = await ask('analytics.summary', day)
    const behind = async (figure: FigureId) =>
      ((await ask('analytics.behind', { ...day, figure })) as { items: Item[] }).items
    const counts = Object.fromEntries(
      await Promise.all(
        figureIds.filter((id) => id !== 'loads').map(async (id) => [id, (await behind(id)).length]),
      ),
    )
    const { conversations, messages, replies, unanswered, failed } = summary.figures
    const { resolvedAlone, resolutionRate, handoffRate, feedback } = summary.figures
    expect(counts).toEqual({
      conversations: conversations.value,
      engaged: summary.figures.engaged.value,
      messages: messages.value,
      replies: replies.value,
      unanswered: unanswered.value,
      failed: failed.value,
      resolvedAlone: (resolvedAlone.value ?? 0) * (resolvedAlone.of ?? 0),
      resolutionRate: (resolutionRate.value ?? 0) * (resolutionRate.of ?? 0),
      handoffRate: (handoffRate.value ?? 0) * (handoffRate.of ?? 0),
      feedback: feedback.of,
      firstReplyTime: summary.figures.firstReplyTime.of,
      replyTime: summary.figures.replyTime.of,
      credits: replies.value,
      creditsPerConversation: replies.value,
      creditsPerResolution: replies.value,
    })
    const costs = (await behind('credits')).reduce((sum, { value = 0 }) => sum + value, 0)
    expect(costs).toBe(summary.figures.credits.value)
    expect(await behind('unanswered')).toMatchObject([
      { conversationId: 'c2', text: 'Do you have green tea?' },
    ])
    expect((await behind('messages')).find(({ conversationId }) => conversationId === 'c5')).toMatchObject({
      gone: true,
    })
    const german = await ask('analytics.behind', {
      ...day,
      figure: 'conversations',
      by: 'languages',
      name: 'en',
    })
    expect(german).toMatchObject({ items: [{ conversationId: 'c3' }] })
    expect(await ask('analytics.behind', { ...day, figure: 'conversations' }, 'w2')).toMatchObject({
      items: [{ conversationId: 'x1' }],
    })
  })

  it('are the same in the overview, beside what else was charged for the agent', async () => {
    await aDay()
    const charge = (agentId: string, amount: number, purpose?: 'translation') => ({
      ...{
        reservationId: 'r1',
        holdId: 'h1',
        conversationId: 'c1',
        at: '2026-11-21T12:00:00.000Z',
        modelId: 'm',
      },
      ...{ agentId, amount, inputTokens: 1, outputTokens: 1, ...(purpose ? { purpose } : {}) },
    })
    const charges = [charge('a1', 5.5), charge('a1', 2), charge('a1', 0.25, 'translation'), charge('a2', 9)]
    await region.handle(
      { ...log, category: 'credits', events: creditsEvents },
      'w1',
      [{ type: 'RepliesCharged', data: { through: 1, charges } }],
      {
        tenant: 'w1',
        actor: { kind: 'system', id: 'test' },
        cause: { via: 'policy', command: 'charge', correlation: 'c' },
      },
    )
    await region.settled()
    const { 'agents.overview': overview } = agentOverviewQueries({
      reader: region.reader,
      modelOf: async () => ({ configured: false, modelId: 'gpt-4o', note: 'needs a key' }),
      now: () => Date.parse('2026-11-22T12:00:00Z'),
    })
    const glance = async (query: Query) => {
      const call = {
        params: { region: 'na', agentId: 'a1' },
        query,
        tenant: 'w1',
        principal: { kind: 'user' },
      }
      const answer = await overview?.(call as unknown as Call<never>)
      return answer?.ok && 'value' in answer ? answer.value : undefined
    }
    expect(await glance({ days: 3 })).toEqual({
      conversations: 6,
      visitorMessages: 5,
      replies: 4,
      failedReplies: 1,
      unanswered: 1,
      cost: 5.5,
      otherCost: 2.25,
      days: [
        { day: '2026-11-20', conversations: 1, visitorMessages: 1, cost: 1 },
        { day: '2026-11-21', conversations: 5, visitorMessages: 4, cost: 4.5 },
        { day: '2026-11-22', conversations: 0, visitorMessages: 0, cost: 0 },
      ],
      model: { configured: false, modelId: 'gpt-4o', note: 'needs a key' },
    })
    expect((await glance({ days: 3, timeZone: 'Asia/Tokyo' }))?.days).toMatchObject([
      { day: '2026-11-20', conversations: 0 },
      { day: '2026-11-21', conversations: 6 },
      { day: '2026-11-22', conversations: 0 },
    ])
    expect(await glance({ days: 1 })).toMatchObject({ conversations: 0 })
  })

  it('list, for loads, where and when they happened, and the conversations that followed', async () => {
    const website = 'https://shop.example'
    await loaded('2026-11-20T22:30', [{ country: 'AT', website, loads: 2 }])
    await loaded('2026-11-21T12:00', [{ country: 'AT', website, loads: 3 }, { loads: 1 }])
    await happened('2026-11-21T12:05:00Z', 'c1', story('c1').started())
    await happened('2026-11-21T12:06:00Z', 'c2', story('c2').started({ channel: 'api', country: 'IT' }))
    await happened('2026-11-21T12:07:00Z', 't1', story('t1', 'test-panel').started())
    const range = { from: '2026-11-20', to: '2026-11-21' }
    expect(await ask('analytics.loads', range)).toMatchObject({
      days: [
        { name: '2026-11-21', loads: 4, conversations: 1 },
        { name: '2026-11-20', loads: 2, conversations: 0 },
      ],
      websites: [
        { name: website, loads: 5 },
        { name: '', loads: 1 },
      ],
      countries: [
        { name: 'AT', loads: 5, conversations: 1 },
        { name: '', loads: 1, conversations: 0 },
      ],
      browsers: [{ name: 'Chrome', loads: 6 }],
      platforms: [{ name: 'Android', loads: 6 }],
    })
    const elsewhere = await ask<{ days: object[] }>('analytics.loads', {
      ...range,
      timeZone: 'Europe/Istanbul',
    })
    expect(elsewhere.days).toEqual([{ name: '2026-11-21', loads: 6, conversations: 1 }])
    expect(await ask('analytics.loads', range, 'w2')).toMatchObject({ days: [], websites: [] })
  })

  it('name the visitor and the first question of each conversation, until it is deleted', async () => {
    await aDay()
    await happened('2026-11-21T10:05:00Z', 'c2', story('c2', 'web-chat', 9).asked('m2', 'And black tea?'))
    await happened('2026-11-21T10:06:00Z', 'c2', {
      type: 'VisitorIdentified',
      data: { agentId: 'a1', visitorId: 'v1', at: '', name: 'Nora', verified: false },
    })
    const items = async (figure: FigureId) =>
      (await ask<{ items: Item[] }>('analytics.behind', { ...day, figure })).items
    const nora = { conversationId: 'c2', visitorName: 'Nora', visitorId: 'v1' }
    expect(await items('handoffRate')).toEqual([
      { ...nora, question: 'Do you have green tea?', at: '2026-11-21T10:00:00.000Z', channel: 'web-chat' },
    ])
    expect((await items('messages'))[2]).toMatchObject({
      ...nora,
      text: 'And black tea?',
      question: 'Do you have green tea?',
    })
    expect(await items('feedback')).toMatchObject([
      { ...nora, rating: 'down', question: 'Do you have green tea?' },
      { conversationId: 'c1', rating: 'up', question: 'When do you open?' },
    ])
    expect((await items('firstReplyTime'))[1]).toMatchObject({ ...nora, value: 4_000 })

    await happened('2026-11-22T01:00:00Z', 'c2', story('c2').deleted())
    const [item] = await items('handoffRate')
    expect(item).toEqual({
      conversationId: 'c2',
      at: '2026-11-21T10:00:00.000Z',
      channel: 'web-chat',
      gone: true,
    })
    const stored = await region.reader.get(analyticsConversationsProjection, 'w1', 'c2')
    expect(stored).not.toHaveProperty('question')
  })

  it('tell apart what was resolved without a person', async () => {
    await aDay()
    await happened('2026-11-21T16:00:00Z', 'c2', story('c2').resolved())
    const { figures }: Summary = await ask('analytics.summary', day)
    expect(figures.resolutionRate).toMatchObject({ value: 3 / 4, of: 4 })
    expect(figures.resolvedAlone).toMatchObject({ value: 2 / 4, of: 4 })
  })

  it('count failures by reason, and list those of one', async () => {
    await aDay()
    const c6 = story('c6')
    await happened('2026-11-21T17:00:00Z', 'c6', c6.started())
    for (const [nth, reason] of (['no-credits', 'no-credits', 'refused'] as const).entries()) {
      await happened(`2026-11-21T17:0${nth}:10Z`, 'c6', c6.asked(`m${nth}`, `Question ${nth}`))
      await happened(`2026-11-21T17:0${nth}:20Z`, 'c6', c6.failed(`m${nth}`, reason))
    }
    await happened('2026-11-21T17:05:00Z', 'c6', c6.replied('m2'))
    const { failures, figures }: Summary = await ask('analytics.summary', day)
    expect(failures).toEqual([
      { reason: 'no-credits', count: 2 },
      { reason: 'time-out', count: 1 },
    ])
    expect(figures.failed.value).toBe(3)
    const query = { ...day, figure: 'failed', by: 'reasons', name: 'no-credits' }
    const { items }: { items: Item[] } = await ask('analytics.behind', query)
    expect(items).toMatchObject([
      { conversationId: 'c6', messageId: 'm1', reason: 'no-credits', text: 'Question 1' },
      { conversationId: 'c6', messageId: 'm0', reason: 'no-credits', text: 'Question 0' },
    ])
    expect(await ask('analytics.behind', query, 'w2')).toEqual({ items: [] })
  })

  it('are shown by seven days in a long range', async () => {
    await aDay()
    type Series = { step: string; points: { day: string; to: string; value: number | null }[] }
    const range = { from: '2026-08-01', to: '2026-11-22', timeZone: 'Europe/Berlin' }
    const { step, points }: Series = await ask('analytics.series', { ...range, figure: 'conversations' })
    expect(step).toBe('week')
    expect(points).toHaveLength(17)
    expect(points.at(-1)).toMatchObject({ day: '2026-11-21', to: '2026-11-22', value: 5 })
    expect(points.at(-2)).toMatchObject({ day: '2026-11-14', to: '2026-11-20', value: 1 })
  })

  it('come in pages, each document once', async () => {
    await aDay()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: { items: Item[]; next?: string } = await ask('analytics.behind', {
        ...day,
        figure: 'firstReplyTime',
        limit: 1,
        cursor,
      })
      seen.push(...page.items.map(({ conversationId }) => conversationId))
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen).toEqual(['c5', 'c2', 'c1'])
  })

  it('have charts and CSV that add up to the summary', async () => {
    await aDay()
    const range = { from: '2026-11-19', to: '2026-11-22', timeZone: 'Europe/Berlin' }
    const summary: Summary = await ask('analytics.summary', range)
    for (const figure of [
      'conversations',
      'messages',
      'replies',
      'unanswered',
      'failed',
      'credits',
    ] as const) {
      const { points, step }: { points: { value: number }[]; step: string } = await ask('analytics.series', {
        ...range,
        figure,
      })
      expect([step, points.length]).toEqual(['day', 4])
      expect(
        points.reduce((sum, { value }) => sum + value, 0),
        figure,
      ).toBe(summary.figures[figure].value)
    }
    const hours: { points: { at: string; value: number }[] } = await ask('analytics.series', {
      ...day,
      figure: 'conversations',
    })
    expect(hours.points).toHaveLength(24)
    expect(hours.points[9]).toMatchObject({ at: '2026-11-21T09:00:00.000Z', value: 1 })
    const csv: string = await ask('analytics.export', range)
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^\uFEFFDay,Widget loads,Conversations,/)
    expect(lines[3]).toMatch(/^2026-11-21,0,5,4,4,3,50\.0,50\.0,25\.0,/)
  })

  it('are unchanged when a conversation is deleted, without its text', async () => {
    await aDay()
    const before: Summary = await ask('analytics.summary', day)
    await happened('2026-11-22T01:00:00Z', 'c2', story('c2').deleted())
    await region.keyring.erase({ tenant: 'w1', subject: 'conversation-c2' })
    expect(((await ask('analytics.summary', day)) as Summary).figures).toEqual(before.figures)
    const unanswered: { items: Item[] } = await ask('analytics.behind', { ...day, figure: 'unanswered' })
    expect(unanswered.items).toMatchObject([{ conversationId: 'c2', gone: true }])
    expect(JSON.stringify(unanswered)).not.toContain('green tea')
    expect(await ask('analytics.unanswered', day)).toMatchObject({ items: [] })
  })

  it('include repeated questions, and unanswered ones until a member handles them', async () => {
    await aDay()
    const top: { items: { question: string; count: number; unanswered: number }[] } = await ask(
      'analytics.topQuestions',
      day,
    )
    expect(top.items[0]).toMatchObject({ question: 'when are you open', count: 2, unanswered: 0 })
    expect(await ask('analytics.unanswered', day)).toMatchObject({
      items: [{ conversationId: 'c2', messageId: 'm1', text: 'Do you have green tea?', handled: false }],
      totals: { open: 1, handled: 0 },
    })
    expect(await isUnanswered(region.reader, 'w1', 'a1', 'c2', 'm1')).toBe(true)
    expect(await isUnanswered(region.reader, 'w1', 'a1', 'c1', 'm1')).toBe(false)
    expect(await isUnanswered(region.reader, 'w2', 'a1', 'c2', 'm1')).toBe(false)

    const questions: Aggregate<null, AnyEvent, AnyEvent> = {
      category: 'question',
      events: analyticsEvents,
      decider: { initialState: null, evolve: () => null, decide: (event) => ({ ok: true, events: [event] }) },
    }
    const event = {
      type: 'QuestionHandled',
      data: { agentId: 'a1', conversationId: 'c2', messageId: 'm1', sourceId: 's1' },
    }
    await region.handle(questions, 'c2.m1', event, {
      tenant: 'w1',
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command: 'x', correlation: 'x' },
    })
    expect(await ask('analytics.unanswered', day)).toMatchObject({
      items: [],
      totals: { open: 0, handled: 1 },
    })
    expect(await ask('analytics.unanswered', { ...day, handled: 'true' })).toMatchObject({
      items: [{ conversationId: 'c2', handled: true, sourceId: 's1' }],
    })
    const summary: Summary = await ask('analytics.summary', day)
    expect(summary.figures.unanswered.value, 'the figure tells what visitors met with').toBe(1)
  })

  it('list questions alone, without contact details: no answers to the flow, nothing that was said to a person', async () => {
    const c1 = story('c1')
    const at = (second: number) => `2026-11-21T09:00:${second}Z`
    const nothing = { asksNothing: true } as const
    await happened(at(10), 'c1', c1.started())
    await happened(at(11), 'c1', c1.asked('m1', 'mary@example.com'))
    await happened(at(12), 'c1', c1.replied('m1', { grounded: false, ...nothing }))
    await happened(at(13), 'c1', c1.asked('m2', '3 guests'))
    await happened(at(14), 'c1', c1.replied('m2', nothing))
    await happened(at(15), 'c1', c1.asked('m3', 'Is there a sauna? Tell me at mary@example.com'))
    await happened(at(16), 'c1', c1.replied('m3', { grounded: false }))
    await happened(at(17), 'c1', c1.asked('m4', 'We come at five', 'human'))
    const top: { items: { question: string }[]; messages: number } = await ask('analytics.topQuestions', day)
    expect([top.messages, top.items.map(({ question }) => question)]).toEqual([
      1,
      ['Is there a sauna? Tell me at •••'],
    ])
    expect(await ask('analytics.unanswered', day)).toMatchObject({
      items: [{ messageId: 'm3', text: 'Is there a sauna? Tell me at •••' }],
      totals: { open: 1 },
    })
    expect(((await ask('analytics.summary', day)) as Summary).figures.unanswered.value).toBe(1)
  })

  it('have byte-identical documents after a rebuild, without message text', async () => {
    await aDay()
    await region.settled()
    const snapshot = async (
      from: TestRegion['readStore'],
      collectionOf: (name: string) => string | Promise<string>,
    ) => {
      const rows: string[] = []
      for (const { name } of all)
        for await (const entry of from.scan(await collectionOf(name)))
          rows.push(JSON.stringify([name, entry]))
      return rows
    }
    const before = await snapshot(region.readStore, region.projections.collectionOf)
    expect(before.length).toBeGreaterThan(15)
    expect(before.join()).not.toContain('green tea')
    expect(before.join()).not.toContain('open')

    const { openSqliteReadStore } = await import('@parley/engines/sqlite/read-store.ts')
    const { startProjections } = await import('@parley/kernel/read-models/projection-runner.ts')
    const fresh = await openSqliteReadStore({ file: ':memory:' })
    const { eventStore, keyring } = region
    const runner = await startProjections({ eventStore, readStore: fresh, keyring, projections: all })
    await runner.waitFor(await eventStore.head(), 10_000)
    expect(await snapshot(fresh, runner.collectionOf)).toEqual(before)
    await runner.stop()
    await fresh.close()
  })
})
