/**
 * How the replies of a test-panel conversation were produced, with one document per conversation; texts stay sealed.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type ReplyTracesDocument = {
  agentId: string
  /** `trace`: sealed JSON. Oldest first. */
  traces: { messageId: string; trace: string }[]
}

/** Only the newest traces of a longer test conversation are kept. */
const MOST_TRACES = 50

export const replyTracesProjection = tenantProjection<ReplyTracesDocument>()({
  name: 'reply-traces',
  version: 1,
  events: pick(conversationEvents, 'ReplyTraced', 'ConversationDeleted'),
  indexes: {},
  identify: ({ stream }) => stream.slice('conversation-'.length),
  project(document, event) {
    if (event.type === 'ConversationDeleted') return undefined
    const { agentId, messageId, trace } = event.data
    const others = (document?.traces ?? []).filter((one) => one.messageId !== messageId)
    return { agentId, traces: [...others, { messageId, trace }].slice(-MOST_TRACES) }
  },
})
