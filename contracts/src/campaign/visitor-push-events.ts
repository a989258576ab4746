import { z } from 'zod'
import { defineEvents, type EventOf, personal, personalSecret } from '../message.ts'

const of = { at: z.string(), agentId: z.string(), visitorId: z.string(), subscriptionId: z.string() }

/**
 * Stream `visitorpush-<agentId>.<visitorId>`: the browsers in which a visitor allowed notifications of an agent. The subject
 * is the visitor (`visitor-<agentId>/<visitorId>`).
 */
export const visitorPushEvents = defineEvents({
  /** Replaces one of the same id. */
  VisitorPushAllowed: {
    version: 1,
    summary: 'Allowed notifications of an agent',
    data: z.object({
      ...of,
      /** The conversation in which it was allowed: it ends with it. */
      conversationId: z.string(),
      /** The address of the push service: whoever knows it and the keys can send to this browser. */
      endpoint: personalSecret(personal()),
      p256dh: personalSecret(personal()),
      auth: personalSecret(personal()),
    }),
  },
  VisitorPushEnded: {
    version: 1,
    summary: 'Ended notifications of an agent',
    data: z.object({
      ...of,
      /**
       * `gone`: the push service has ended it; `replaced`: there were too many; `deleted`: the conversation, or all of the
       * visitor, was deleted.
       */
      reason: z.enum(['withdrawn', 'gone', 'replaced', 'deleted']),
    }),
  },
})
export type VisitorPushEvent = EventOf<typeof visitorPushEvents>
