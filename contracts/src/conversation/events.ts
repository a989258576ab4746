import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'

const channel = z.enum(['web-chat', 'test-panel', 'api'])
/** In each message's event, so that it can be counted without knowing the conversation. `at`: ISO 8601. */
const said = { agentId: z.string(), channel, index: z.number(), at: z.string() }

/** Stream `conversation-<conversationId>`; the subject is `visitor-<visitorId>`. */
export const conversationEvents = defineEvents({
  ConversationStarted: {
    version: 1,
    data: z.object({
      conversationId: z.string(),
      agentId: z.string(),
      visitorId: z.string(),
      channel,
      lang: z.string().optional(),
      pageUrl: personal().optional(),
      browser: z.string().optional(),
      platform: z.string().optional(),
    }),
  },
  VisitorMessageReceived: {
    version: 1,
    data: z.object({ ...said, messageId: z.string(), text: personal() }),
  },
  /** `content` is the JSON of the message's blocks. */
  AgentReplied: {
    version: 1,
    data: z.object({
      ...said,
      messageId: z.string(),
      /** Undefined for the first messages. */
      inReplyTo: z.string().optional(),
      content: personal(),
      sources: z.array(z.object({ sourceId: z.string(), name: z.string() })),
      modelId: z.string(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      /** Milliseconds from the visitor's message to the whole reply. */
      tookMs: z.number(),
      /** Credits. */
      cost: z.number(),
      knew: z.boolean(),
      /** Where the node flow stands, JSON of {nodeId, variables}; personal since variables hold answers. */
      flow: personal().optional(),
    }),
  },
  /** The visitor's words are kept; `notice` is what the visitor was told. */
  ReplyFailed: {
    version: 1,
    data: z.object({
      ...said,
      messageId: z.string(),
      inReplyTo: z.string(),
      notice: z.string(),
      reason: z.enum(['time-out', 'provider-error', 'rate-limited', 'no-credits', 'usage-limit', 'refused']),
      /** The provider's words without secrets or message text. */
      detail: z.string().optional(),
    }),
  },
})
export type ConversationEvent = EventOf<typeof conversationEvents>
