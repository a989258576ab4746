/** One document for each present rating: of a reply, or of a whole conversation. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from '../conversations/conversations.projection.ts'

export type AnalyzedRating = {
  agentId: string
  conversationId: string
  channel: string
  /** Undefined for the whole conversation. */
  messageId?: string
  rating: 'up' | 'down'
  /** ISO 8601. */
  at: string
  /** Sealed. */
  comment?: string
}

export const analyticsRatingsProjection = tenantProjection<AnalyzedRating>()({
  name: 'analytics-ratings',
  version: 1,
  events: pick(conversationEvents, 'FeedbackGiven'),
  indexes: { byTime: ['agentId', 'at'], byRating: ['agentId', 'rating', 'at'] },
  identify: (event) =>
    event.data.channel === 'test-panel'
      ? undefined
      : `${conversationIdOf(event)}.${event.data.messageId ?? ''}`,
  project(_, event) {
    const { agentId, channel, messageId, rating, comment } = event.data
    if (rating === 'none') return undefined
    return {
      agentId,
      conversationId: conversationIdOf(event),
      channel,
      rating,
      at: event.at,
      ...(messageId === undefined ? {} : { messageId }),
      ...(comment === undefined ? {} : { comment }),
    }
  },
})
