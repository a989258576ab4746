/**
 * One document for each message, since a document of a whole transcript would be written anew with every word
 * said. What was said stays sealed.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'
import { conversationIdOf } from './conversations.projection.ts'

export type ConversationMessage = {
  conversationId: string
  messageId: string
  index: number
  role: 'visitor' | 'agent'
  /** A sealed text, the sealed JSON of blocks, or a notice in plain text. */
  form: 'text' | 'blocks'
  said: string
  /** ISO 8601. */
  at: string
  sources?: { sourceId: string; name: string }[]
  failed?: boolean
}

export const conversationMessagesProjection = tenantProjection<ConversationMessage>()({
  name: 'conversation-messages',
  version: 1,
  events: pick(conversationEvents, 'VisitorMessageReceived', 'AgentReplied', 'ReplyFailed'),
  indexes: { byConversation: ['conversationId', 'index'] },
  identify: (event) => `${conversationIdOf(event)}.${event.data.index}`,
  project(_, event) {
    const { messageId, index, at } = event.data
    const message = { conversationId: conversationIdOf(event), messageId, index, at }
    switch (event.type) {
      case 'VisitorMessageReceived':
        return { ...message, role: 'visitor', form: 'text', said: event.data.text }
      case 'AgentReplied': {
        const { content, sources } = event.data
        const replied = { ...message, role: 'agent', form: 'blocks', said: content } as const
        return sources.length === 0 ? replied : { ...replied, sources }
      }
      case 'ReplyFailed':
        return { ...message, role: 'agent', form: 'text', said: event.data.notice, failed: true }
    }
  },
})
