import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'

/**
 * Facts for analytics that conversations do not contain. Streams `loads-<agentId>.<YYYY-MM-DD>` (one per day, so that
 * none grows without limit) and `question-<conversationId>.<messageId>`.
 */
export const analyticsEvents = defineEvents({
  /** Loads of a widget, counted together for a minute. Stores no network address and nothing about a single visitor. */
  WidgetLoadsCounted: {
    version: 1,
    summary: 'Counted loads of the widget',
    data: z.object({
      agentId: z.string(),
      /** The quarter of an hour of the loads, ISO 8601 to the minute, UTC: `2026-01-31T12:15`. */
      quarter: z.string(),
      loads: z.number().int(),
      groups: z.array(
        z.object({
          browser: z.string(),
          platform: z.string(),
          /** ISO 3166, only where the agent has `enableGeoAnalytics`. */
          country: z.string().optional(),
          /** The origin of the page, if the browser sent it: `https://shop.example`. Never the page's full address. */
          website: z.string().optional(),
          loads: z.number().int(),
        }),
      ),
    }),
  },
  /**
   * A member handled a question that the agent could not answer; `sourceId` is the knowledge source created from it.
   */
  QuestionHandled: {
    version: 1,
    summary: 'Took care of an unanswered question',
    data: z.object({
      agentId: z.string(),
      conversationId: z.string(),
      messageId: z.string(),
      sourceId: z.string().optional(),
    }),
  },
  QuestionReopened: {
    version: 1,
    summary: 'Reopened an unanswered question',
    data: z.object({ agentId: z.string(), conversationId: z.string(), messageId: z.string() }),
  },
})
export type AnalyticsEvent = EventOf<typeof analyticsEvents>
