/**
 * Conversations that are not recorded (`recordChatHistory: false`), until they are erased. Read only by the retention
 * sweep and the erasure of visitors, across tenants; no endpoint reads it. Contains no message text.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'

export type UnrecordedConversation = {
  tenant: string
  agentId: string
  visitorId: string
  conversationId: string
  /** ISO 8601. */
  lastMessageAt: string
}

export const unrecordedConversationsProjection = publicProjection<UnrecordedConversation>()({
  name: 'unrecorded-conversations',
  version: 1,
  events: pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'AgentGreeted',
    'AgentReplied',
    'HumanReplied',
    'ConversationDeleted',
  ),
  indexes: { byLastMessage: ['lastMessageAt'], byVisitor: ['tenant', 'agentId', 'visitorId'] },
  identify: (event) => event.stream.slice('conversation-'.length),
  project(conversation, event) {
    if (event.type === 'ConversationStarted') {
      const { agentId, visitorId, conversationId, recorded } = event.data
      if (recorded !== false) return undefined
      return { tenant: event.tenant, agentId, visitorId, conversationId, lastMessageAt: event.at }
    }
    if (!conversation || event.type === 'ConversationDeleted') return undefined
    return { ...conversation, lastMessageAt: event.data.at }
  },
})
