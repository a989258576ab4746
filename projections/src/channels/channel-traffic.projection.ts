/**
 * What passed through connected channels, one document a conversation, which is removed with the conversation. Without
 * texts and contacts.
 */
import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from '../conversations/conversations.projection.ts'

export type ChannelTraffic = {
  channelId: string
  /** Of the last message of the contact, as it arrived, and of the last one of ours that was sent. ISO 8601. */
  lastInAt?: string
  lastOutAt?: string
  /** Our messages that wait to be sent, the oldest first. */
  waiting: { messageId: string; at: string }[]
  /** Of the oldest. */
  waitingSince?: string
  /** The newest last. */
  failures: { reason: DeliveryFailure; at: string }[]
  /** Of the newest. */
  failedAt?: string
}

/** Of one conversation; of what is more, the oldest are not kept. */
const MOST_WAITING = 100
const MOST_FAILURES = 20

export const channelTrafficProjection = tenantProjection<ChannelTraffic>()({
  name: 'channel-traffic',
  version: 2,
  events: pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'AgentGreeted',
    'AgentReplied',
    'ReplyFailed',
    'HumanReplied',
    'MessageDeliveryChanged',
    'ConversationDeleted',
  ),
  indexes: {
    byIn: { sparse: ['channelId', 'lastInAt'] },
    byOut: { sparse: ['channelId', 'lastOutAt'] },
    byWaiting: { sparse: ['channelId', 'waitingSince'] },
    byFailure: { sparse: ['channelId', 'failedAt'] },
  },
  identify: conversationIdOf,
  project(document, event) {
    switch (event.type) {
      case 'ConversationStarted': {
        const { channelId } = event.data
        return channelId === undefined ? undefined : { channelId, waiting: [], failures: [] }
      }
      case 'ConversationDeleted':
        return undefined
    }
    if (!document) return undefined
    switch (event.type) {
      case 'VisitorMessageReceived':
        return { ...document, lastInAt: event.at }
      case 'AgentGreeted':
      case 'AgentReplied':
      case 'ReplyFailed':
      case 'HumanReplied': {
        const { messageId } = event.data
        if (event.type === 'HumanReplied' && event.data.outside) return document
        return withWaiting(document, [...document.waiting, { messageId, at: event.at }].slice(-MOST_WAITING))
      }
      case 'MessageDeliveryChanged': {
        const { messageId, state, reason = 'reported' } = event.data
        const settled = withWaiting(
          document,
          document.waiting.filter((one) => one.messageId !== messageId),
        )
        // Whatever else becomes of it, it was sent before.
        if (state === 'delivered' || state === 'read') return settled
        if (state === 'sent') return { ...settled, lastOutAt: event.at }
        const failures = [...document.failures, { reason, at: event.at }].slice(-MOST_FAILURES)
        return { ...settled, failures, failedAt: event.at }
      }
    }
  },
})

function withWaiting({ waitingSince: _, ...rest }: ChannelTraffic, waiting: ChannelTraffic['waiting']) {
  const [oldest] = waiting
  return { ...rest, waiting, ...(oldest ? { waitingSince: oldest.at } : {}) }
}
