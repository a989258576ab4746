import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'

/** When it was said, ISO 8601. */
const at = z.string()

/** Stream `conversation-<conversationId>`; the subject is `visitor-<visitorId>`. */
export const conversationEvents = defineEvents({
  ConversationStarted: {
    version: 1,
    data: z.object({
      conversationId: z.string(),
      agentId: z.string(),
      visitorId: z.string(),
      channel: z.enum(['web-chat', 'test-panel', 'api']),
      lang: z.string().optional(),
      pageUrl: personal().optional(),
      browser: z.string().optional(),
      platform: z.string().optional(),
    }),
  },
  VisitorMessageReceived: {
    version: 1,
    data: z.object({ messageId: z.string(), text: personal(), index: z.number(), at }),
  },
  /** `content` is the JSON of the message's blocks. */
  AgentReplied: {
    version: 1,
    data: z.object({
      messageId: z.string(),
      /** Undefined for the first messages. */
      inReplyTo: z.string().optional(),
      index: z.number(),
      at,
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
      messageId: z.string(),
      inReplyTo: z.string(),
      index: z.number(),
      at,
      notice: z.string(),
      reason: z.enum(['time-out', 'provider-error', 'rate-limited', 'no-credits', 'usage-limit', 'refused']),
      /** The provider's words without secrets or message text. */
      detail: z.string().optional(),
    }),
  },
})
export type ConversationEvent = EventOf<typeof conversationEvents>
