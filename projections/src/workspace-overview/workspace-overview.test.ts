import { agentEvents } from '@parley/contracts/agent/events.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import type { WorkspaceOverview } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Call, Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failedDeliveriesProjection } from '../agent-work/failed-deliveries.projection.ts'
import { agentsProjection } from '../agents/agents.projection.ts'
import { analyticsConversationsProjection } from '../analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from '../analytics/analytics-messages.projection.ts'
import { story } from '../analytics/story.test-events.ts'
import { channelsProjection } from '../channels/channels.projection.ts'
import { conversationMessagesProjection } from '../conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { agentDaysProjection } from './agent-days.projection.ts'
import { workspaceOverviewQueries } from './workspace-overview.queries.ts'

it('counts conversations and credits of each agent’s day by the quarter, without the test panel', () => {
  const on = (at: string, event: ConversationEvent) => ({ ...event, at })
  const { started, replied } = story('c1')
  const tests = story('t1', 'test-panel')
  const documents = projected(agentDaysProjection, [
    on('2026-11-20T23:59:59.000Z', started()),
    on('2026-11-21T00:00:00.000Z', replied('m1', { cost: 0.1 })),
    on('2026-11-21T00:14:59.000Z', replied('m2', { cost: 0.2 })),
    on('2026-11-21T00:15:00.000Z', started()),
    on('2026-11-21T00:15:00.000Z', tests.started()),
    on('2026-11-21T00:15:00.000Z', tests.replied('m3')),
  ])
  expect(Object.fromEntries(documents)).toEqual({
    'a1.2026-11-20': {
      agentId: 'a1',
      day: '2026-11-20',
      conversations: { '23:45': 1 },
      credits: {},
      cost: 0,
    },
    'a1.2026-11-21': {
      agentId: 'a1',
      day: '2026-11-21',
      conversations: { '00:15': 1 },
      credits: { '00:00': 0.3 },
      cost: 0.3,
    },
  })
})

describe('the overview', () => {
  let region: TestRegion
  let clock = new Date()
  beforeEach(async () => {
    region = await openTestRegion({
      projections: [
        ...[agentsProjection, agentDaysProjection, conversationsProjection, conversationMessagesProjection],
        ...[analyticsConversationsProjection, analyticsMessagesProjection, failedDeliveriesProjection],
        ...[knowledgeSources, channelsProjection],
      ],
      now: () => clock,
    })
    for (const [agentId, title] of [
      ['a1', 'Tea'],
      ['a2', 'Bikes'],
      ['a3', 'Idle'],
    ] as const) {
      await created(agentId, title)
    }
  })
  afterEach(() => region.close())

  const log: Aggregate<null, AnyEvent[], AnyEvent> = {
    category: 'conversation',
    events: { ...conversationEvents, ...agentEvents, ...analyticsEvents },
    decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
  }
  async function happened(at: string, id: string, event: AnyEvent, tenant = 'w1', category = 'conversation') {
    clock = new Date(at)
    const handled = await region.handle({ ...log, category }, id, [event], {
      tenant,
      subject: `${category}-${id}`,
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `${at}${event.type}${id}`, correlation: 'c' },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  const created = (agentId: string, title: string, tenant = 'w1') =>
    happened(
      '2026-11-01T00:00:00.000Z',
      agentId,
      {
        type: 'AgentCreated',
        data: { agentId, keyHash: 'h', document: { ID: agentId, title } },
      },
      tenant,
      'agent',
    )
  async function ask<Answer>(
    name: keyof ReturnType<typeof workspaceOverviewQueries>,
    query: Record<string, string | number> = {},
    tenant = 'w1',
  ): Promise<Answer> {
    await region.settled()
    const queries = workspaceOverviewQueries({
      reader: region.reader,
      modelOf: async (_, agentId) => ({ configured: agentId !== 'a2', modelId: 'm' }),
      now: () => Date.parse('2026-11-22T12:00:00Z'),
    })
    const call = { params: { region: 'na', workspaceId: tenant }, query, tenant }
    const answer = (await queries[name]?.(call as unknown as Call<never>)) as unknown as Reply<Answer>
    if (!answer.ok) throw new Error(answer.rejection.code)
    if (!('value' in answer)) throw new Error('not a value')
    return answer.value
  }
  const days = { from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC' }

  /** Two conversations of one agent, one of them handed over, and one of another; one in another workspace. */
  async function aDay() {
    const [c1, c2, c3] = [story('c1'), story('c2'), story('c3', 'web-chat', 0, 'a2')]
    await happened('2026-11-18T10:00:00.000Z', 'c0', story('c0').started())
    await happened('2026-11-20T23:50:00.000Z', 'c1', c1.started())
    await happened('2026-11-20T23:50:01.000Z', 'c1', c1.asked('m1', 'When do you open?'))
    await happened('2026-11-20T23:50:02.000Z', 'c1', c1.replied('m1', { cost: 1.5 }))
    await happened('2026-11-21T10:00:00.000Z', 'c2', c2.started())
    await happened('2026-11-21T10:00:01.000Z', 'c2', c2.asked('m1', 'Green tea?'))
    await happened('2026-11-21T10:00:02.000Z', 'c2', c2.replied('m1', { grounded: false, cost: 2 }))
    await happened('2026-11-21T10:00:03.000Z', 'c2', c2.handoff())
    await happened('2026-11-21T11:00:00.000Z', 'c3', c3.started())
    await happened('2026-11-21T11:00:01.000Z', 'c3', c3.asked('m1', 'Do you rent tandems?'))
    await happened('2026-11-21T11:00:02.000Z', 'c3', c3.replied('m1', { grounded: false, cost: 4 }))
    const foreign = story('x1')
    await happened('2026-11-21T10:00:00.000Z', 'x1', foreign.started(), 'w2')
    await happened('2026-11-21T10:00:01.000Z', 'x1', foreign.asked('m1', 'Secret'), 'w2')
    await happened('2026-11-21T10:00:02.000Z', 'x1', foreign.replied('m1', { grounded: false }), 'w2')
    await happened('2026-11-21T10:00:03.000Z', 'x1', foreign.handoff(), 'w2')
  }

  it('compares the agents by the figures of their analytics', async () => {
    await aDay()
    const overview = await ask<WorkspaceOverview>('workspaces.overview', days)
    expect(overview.since).toBe('2026-11-18T10:00:00.000Z')
    const figuresOf = (agent: Pick<WorkspaceOverview, 'figures'>) =>
      Object.fromEntries(
        Object.entries(agent.figures).map(([id, { value, before }]) => [id, [value, before]]),
      )
    expect(overview.agents.map(({ title, days }) => [title, days])).toEqual([
      ['Tea', [1, 1]],
      ['Bikes', [0, 1]],
      ['Idle', [0, 0]],
    ])
    expect(overview.agents.map(figuresOf)).toEqual([
      {
        conversations: [2, 1],
        resolutionRate: [1 / 2, null],
        unanswered: [1, 0],
        handoffRate: [1 / 2, null],
        credits: [3.5, 0],
      },
      {
        conversations: [1, 0],
        resolutionRate: [0, null],
        unanswered: [1, 0],
        handoffRate: [0, null],
        credits: [4, 0],
      },
      {
        conversations: [0, 0],
        resolutionRate: [null, null],
        unanswered: [0, 0],
        handoffRate: [null, null],
        credits: [0, 0],
      },
    ])
    expect(figuresOf(overview)).toEqual({
      conversations: [3, 1],
      resolutionRate: [1 / 3, null],
      unanswered: [2, 0],
      handoffRate: [1 / 3, null],
      credits: [7.5, 0],
    })
    expect(overview).toMatchObject({ days: [1, 2], total: 3 })
    // Five hours and three quarters ahead, the last minutes of an evening belong to the next day.
    const ahead = await ask<WorkspaceOverview>('workspaces.overview', { ...days, timeZone: 'Asia/Kathmandu' })
    expect(ahead.days).toEqual([0, 3])
  })

  it('lists who waits, what was not answered and what failed, with the agent of each', async () => {
    await aDay()
    expect(await ask('workspaces.waiting')).toMatchObject({
      total: 1,
      items: [{ conversationId: 'c2', agentId: 'a1', agentTitle: 'Tea', question: 'Green tea?' }],
    })
    expect(await ask('workspaces.unanswered')).toMatchObject({
      total: 2,
      items: [
        { conversationId: 'c3', agentId: 'a2', agentTitle: 'Bikes', text: 'Do you rent tandems?' },
        { conversationId: 'c2', agentId: 'a1', agentTitle: 'Tea', text: 'Green tea?' },
      ],
    })
    expect(await ask('workspaces.problems')).toEqual({
      items: [
        { agentId: 'a2', agentTitle: 'Bikes', dialog: false, problem: { kind: 'no-model', modelId: 'm' } },
      ],
    })
  })

  it('leaves out agents that were deleted', async () => {
    await aDay()
    await happened(
      '2026-11-22T00:00:00.000Z',
      'a1',
      { type: 'AgentDeleted', data: { agentId: 'a1', title: 'Tea', formerKeyHash: 'h' } },
      'w1',
      'agent',
    )
    expect(await ask('workspaces.waiting')).toEqual({ total: 0, items: [] })
    expect(await ask('workspaces.unanswered')).toMatchObject({ total: 1, items: [{ agentId: 'a2' }] })
    const { agents } = await ask<WorkspaceOverview>('workspaces.overview', days)
    expect(agents.map(({ agentId }) => agentId)).toEqual(['a2', 'a3'])
  })
})
