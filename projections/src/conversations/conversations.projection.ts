/** One document for each conversation: what a list shows of it. What was said stays sealed. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/projection.ts'

export type ConversationDocument = {
  conversationId: string
  agentId: string
  visitorId: string
  channel: string
  /** Whether the list shows it without being asked for its channel: those of the test panel are not. */
  listed: boolean
  lang?: string
  /** Sealed. */
  pageUrl?: string
  browser?: string
  platform?: string
  /** ISO 8601. */
  startedAt: string
  lastMessageAt: string
  lastRole: string
  /** The newest message: a sealed text, the sealed JSON of its blocks, or a notice. */
  last?: { form: 'text' | 'blocks'; said: string }
  messages: number
  /** Whether the newest reply is a notice of failure. */
  failed: boolean
  cost: number
}

export const conversationsProjection = tenantProjection<ConversationDocument>()({
  name: 'conversations',
  version: 1,
  events: pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'AgentReplied',
    'ReplyFailed',
  ),
  indexes: {
    byAgent: ['agentId', 'listed', 'lastMessageAt'],
    byChannel: ['agentId', 'channel', 'lastMessageAt'],
  },
  identify: (event) => conversationIdOf(event),
  project(conversation, event) {
    if (event.type === 'ConversationStarted') {
      const { channel } = event.data
      return {
        ...event.data,
        listed: channel !== 'test-panel',
        startedAt: event.at,
        lastMessageAt: event.at,
        lastRole: '',
        messages: 0,
        failed: false,
        cost: 0,
      }
    }
    if (!conversation) return undefined
    const after = {
      ...conversation,
      messages: conversation.messages + 1,
      lastMessageAt: event.data.at,
      lastRole: event.type === 'VisitorMessageReceived' ? 'visitor' : 'agent',
    }
    switch (event.type) {
      case 'VisitorMessageReceived':
        return { ...after, last: { form: 'text', said: event.data.text } }
      case 'AgentReplied': {
        const cost = thousandths(conversation.cost + event.data.cost)
        return { ...after, last: { form: 'blocks', said: event.data.content }, failed: false, cost }
      }
      case 'ReplyFailed':
        return { ...after, last: { form: 'text', said: event.data.notice }, failed: true }
    }
  },
})

export function conversationIdOf(event: RecordedOf<typeof conversationEvents>): string {
  return event.stream.slice('conversation-'.length)
}

export function thousandths(credits: number): number {
  return Math.round(credits * 1_000) / 1_000
}
