/** What happened with an agent on one day (UTC). Conversations of the test panel are not counted. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/projection.ts'
import { thousandths } from '../conversations/conversations.projection.ts'

export type AgentDay = {
  agentId: string
  /** YYYY-MM-DD. */
  day: string
  conversations: number
  visitorMessages: number
  /** To visitors' messages; first messages are not replies. */
  replies: number
  failedReplies: number
  /** Replies in which the agent said that it does not know. */
  unanswered: number
  cost: number
}

const counters = {
  conversations: 0,
  visitorMessages: 0,
  replies: 0,
  failedReplies: 0,
  unanswered: 0,
  cost: 0,
}

const events = pick(
  conversationEvents,
  'ConversationStarted',
  'VisitorMessageReceived',
  'AgentReplied',
  'ReplyFailed',
)

export const agentOverviewProjection = tenantProjection<AgentDay>()({
  name: 'agent-overview',
  version: 1,
  events,
  indexes: { byAgent: ['agentId', 'day'] },
  identify: (event) =>
    event.data.channel === 'test-panel' ? undefined : `${event.data.agentId}.${dayOf(event)}`,
  project(day, event) {
    const before = day ?? { agentId: event.data.agentId, day: dayOf(event), ...counters }
    switch (event.type) {
      case 'ConversationStarted':
        return { ...before, conversations: before.conversations + 1 }
      case 'VisitorMessageReceived':
        return { ...before, visitorMessages: before.visitorMessages + 1 }
      case 'AgentReplied':
        if (event.data.inReplyTo === undefined) return before
        return {
          ...before,
          replies: before.replies + 1,
          unanswered: before.unanswered + (event.data.knew ? 0 : 1),
          cost: thousandths(before.cost + event.data.cost),
        }
      case 'ReplyFailed':
        return { ...before, failedReplies: before.failedReplies + 1 }
    }
  },
})

function dayOf(event: RecordedOf<typeof events>): string {
  return event.at.slice(0, 10)
}
