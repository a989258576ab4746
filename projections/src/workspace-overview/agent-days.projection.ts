/**
 * Conversations and credits of an agent on each day (UTC), per quarter of an hour, so that all agents of a workspace are
 * summed to the days of any time zone from few documents. Excludes the test panel.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import type { Counts } from '../analytics/analytics-buckets.projection.ts'
import { quarterAt } from '../analytics/quarters.ts'
import { thousandths } from '../conversations/conversations.projection.ts'

export type AgentDay = {
  agentId: string
  /** `2026-01-31`. */
  day: string
  /** By the quarter: `12:15`. */
  conversations: Counts
  credits: Counts
  /** The credits of the whole day. */
  cost: number
}

const none = { conversations: {}, credits: {}, cost: 0 }

const events = pick(conversationEvents, 'ConversationStarted', 'AgentReplied')

export const agentDaysProjection = tenantProjection<AgentDay>()({
  name: 'agent-days',
  version: 2,
  events,
  indexes: { byDay: ['day'], byAgent: ['agentId', 'day'], byCost: ['agentId', 'day', 'cost'] },
  identify: (event) =>
    event.data.channel === 'test-panel' ? undefined : `${event.data.agentId}.${dayAndQuarter(event).day}`,
  project(found, event) {
    const { day, quarter } = dayAndQuarter(event)
    const { agentId } = event.data
    const { conversations, credits, cost }: Omit<AgentDay, 'agentId' | 'day'> = found ?? none
    if (event.type === 'ConversationStarted') {
      const many = (conversations[quarter] ?? 0) + 1
      return { agentId, day, conversations: { ...conversations, [quarter]: many }, credits, cost }
    }
    const inQuarter = thousandths((credits[quarter] ?? 0) + event.data.cost)
    return {
      ...{ agentId, day, conversations, credits: { ...credits, [quarter]: inQuarter } },
      cost: thousandths(cost + event.data.cost),
    }
  },
})

function dayAndQuarter({ at }: RecordedOf<typeof events>): { day: string; quarter: string } {
  const [day = '', quarter = ''] = quarterAt(at).split('T')
  return { day, quarter }
}
