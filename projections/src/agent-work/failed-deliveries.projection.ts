/**
 * Conversations with messages that could not be delivered through their channel: how many, and what became of the last.
 * Without texts and visitors.
 */
import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from '../conversations/conversations.projection.ts'

export type FailedDelivery = {
  agentId: string
  conversationId: string
  channel: string
  reason: DeliveryFailure
  messages: number
  /** Of the last one, ISO 8601. */
  failedAt: string
}

export const failedDeliveriesProjection = tenantProjection<FailedDelivery>()({
  name: 'failed-deliveries',
  version: 1,
  events: pick(conversationEvents, 'MessageDeliveryChanged', 'ConversationDeleted'),
  indexes: { byTime: ['agentId', 'failedAt'] },
  identify: (event) =>
    event.type === 'MessageDeliveryChanged' && event.data.state !== 'failed'
      ? undefined
      : conversationIdOf(event),
  project(found, event) {
    if (event.type === 'ConversationDeleted') return undefined
    const { agentId, channel, reason = 'reported' } = event.data
    return {
      agentId,
      conversationId: conversationIdOf(event),
      channel,
      reason,
      messages: (found?.messages ?? 0) + 1,
      failedAt: event.at,
    }
  },
})
