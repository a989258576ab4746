import { z } from 'zod'
import { deliveryFailures, setupFailures } from '../channel/names.ts'
import { replyFailures } from '../conversation/reply-failures.ts'
import { agentParams, defineEndpoints, pageOf, pageQuery, wholeList } from '../endpoint.ts'
import { figureIds } from './figure-names.ts'
import { type BreakdownId, breakdowns } from './figures.ts'
import { chartPeriod, chartStep, range, rangeQuery, since } from './range.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const figure = z.enum(figureIds)
const breakdownIds = Object.keys(breakdowns) as [BreakdownId, ...BreakdownId[]]
const failureReason = z.enum(replyFailures)

/** `value` is null if it can't be computed, for example a share of nothing. */
export const measured = z.object({
  value: z.number().nullable(),
  /** The value for the same number of days immediately before. */
  before: z.number().nullable(),
  /** For times: the 90th percentile. */
  p90: z.number().nullable().optional(),
  p90Before: z.number().nullable().optional(),
  /** The number of items that a share, median or mean is based on. */
  of: z.number().optional(),
})
export type Measured = z.infer<typeof measured>

const named = z.object({ name: z.string(), count: z.number() })
export type NamedCount = z.infer<typeof named>

export const analyticsSummary = z.object({
  range,
  before: range,
  since,
  figures: z.record(figure, measured),
  /** The most frequent first; `''` if unknown. */
  breakdowns: z.record(z.enum(breakdownIds), z.array(named)),
  /** Failed replies by reason, the most frequent first; without reasons that did not occur. */
  failures: z.array(z.object({ reason: failureReason, count: z.number() })),
  /** Ratings given in the range. */
  ratings: z.object({ up: z.number(), down: z.number() }),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>

/** An item that a figure counts, with its conversation. */
export const behindItem = z.object({
  conversationId: z.string(),
  messageId: z.string().optional(),
  /** ISO 8601. */
  at: z.string(),
  channel: z.string(),
  /** Absent if the conversation can no longer be opened, as is `visitorName` if nobody told it. */
  visitorId: z.string().optional(),
  visitorName: z.string().optional(),
  /** What the visitor asked first in the conversation. */
  question: z.string().optional(),
  /** The visitor's message, or the comment of a rating. */
  text: z.string().optional(),
  /** Why the reply failed. */
  reason: failureReason.optional(),
  /** The item's contribution to the figure, in the figure's unit. */
  value: z.number().optional(),
  rating: z.enum(['up', 'down']).optional(),
  /** True if the conversation can no longer be opened. */
  gone: z.boolean().optional(),
})
export type BehindItem = z.infer<typeof behindItem>

/** `conversations` is set if the conversations that followed the loads are known. */
const loadsRow = z.object({ name: z.string(), loads: z.number(), conversations: z.number().optional() })
export type LoadsRow = z.infer<typeof loadsRow>

export const topQuestion = z.object({
  /** The newest of the similar questions. */
  question: z.string(),
  count: z.number(),
  unanswered: z.number(),
  /** The newest first. */
  examples: z.array(
    z.object({ text: z.string(), conversationId: z.string(), messageId: z.string(), at: z.string() }),
  ),
})
export type TopQuestion = z.infer<typeof topQuestion>

export const unansweredQuestion = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  text: z.string(),
  /** When it got its reply, ISO 8601. */
  at: z.string(),
  channel: z.string(),
  handled: z.boolean(),
  /** The knowledge source created from it. */
  sourceId: z.string().optional(),
})
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>

/** A conversation in which a visitor waits for a person. */
export const waitingVisitor = z.object({
  conversationId: z.string(),
  visitorId: z.string(),
  visitorName: z.string().optional(),
  channel: z.string(),
  /** Since when, ISO 8601. */
  since: z.string(),
  /** What the visitor asked first. */
  question: z.string().optional(),
  /** Why a person was asked for. */
  note: z.string().optional(),
})
export type WaitingVisitor = z.infer<typeof waitingVisitor>

const at = z.string()
/** Something that failed and that the team can do something about; `at` is when it last did, ISO 8601. */
export const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-model'), modelId: z.string() }),
  /** In the last day. `messages`: replies without the model, of which `failed` got none at all. */
  z.object({
    kind: z.literal('model'),
    title: z.string(),
    advice: z.string(),
    messages: z.number(),
    failed: z.number(),
    at,
  }),
  /** In the last day, for another reason than a model's fault. */
  z.object({ kind: z.literal('replies'), reason: failureReason, messages: z.number(), at }),
  /** `kept`: what was read before can still be found. */
  z.object({
    kind: z.literal('source'),
    sourceId: z.string(),
    name: z.string(),
    website: z.boolean(),
    error: z.string(),
    kept: z.boolean(),
    at,
  }),
  z.object({
    kind: z.literal('channel'),
    channelId: z.string(),
    name: z.string(),
    reason: z.enum(setupFailures),
    at,
  }),
  /** In the last 7 days. */
  z.object({
    kind: z.literal('delivery'),
    conversationId: z.string(),
    reason: z.enum(deliveryFailures),
    messages: z.number(),
    at,
  }),
])
export type Problem = z.infer<typeof problem>

const success = z.object({ success: z.literal(true) })
const name = z.string().max(200).optional()
/** The browser's IANA time zone, used to find the country if none is given; not stored itself. */
const loadZone = z.string().max(64).optional()

export const analyticsEndpoints = defineEndpoints({
  'agents.overview': {
    summary: 'Figures of an agent at a glance',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/overview',
    permission: 'agent.view',
    kind: 'query',
    params: agentParams,
    query: z.object({
      days: z.coerce.number().int().min(1).max(90).optional(),
      /** An IANA name; UTC by default. */
      timeZone: z.string().max(64).optional(),
    }),
    output: z.object({
      conversations: z.number(),
      visitorMessages: z.number(),
      replies: z.number(),
      failedReplies: z.number(),
      unanswered: z.number(),
      /** Of the replies to visitors. */
      cost: z.number(),
      /** What else was charged for the agent, such as in the test panel; absent for those who may not see costs. */
      otherCost: z.number().optional(),
      /** One entry per day of the range, oldest first. */
      days: z.array(
        z.object({
          day: z.string(),
          conversations: z.number(),
          visitorMessages: z.number(),
          cost: z.number(),
        }),
      ),
      /** `note` says what is missing if no model is configured. */
      model: z.object({ configured: z.boolean(), modelId: z.string(), note: z.string().optional() }),
    }),
  },
  'agents.waiting': {
    summary: 'The visitors who wait for a person, longest first',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/waiting',
    permission: 'conversation.read',
    kind: 'query',
    params: agentParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).optional() }),
    output: z.object({ total: z.number(), items: z.array(waitingVisitor) }),
  },
  'agents.problems': {
    summary: 'What failed and can be mended: models, replies, knowledge sources, channels, deliveries',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/problems',
    permission: 'agent.read',
    params: agentParams,
    ...wholeList(problem),
  },
  'analytics.record': {
    summary: 'Count a load of the widget (part 1 §7). What it says of the address is not kept',
    method: 'POST',
    path: '/api/{region}/v2/public/agents/{agentId}/analytics',
    access: 'anyone',
    permission: 'widget.record',
    kind: 'command',
    params: agentParams,
    body: z.object({
      record: z.literal('loads'),
      region: z.string().max(10).optional(),
      /** Ignored: the server's clock is used. Milliseconds since 1970. */
      ts: z.number().optional(),
      browser: name,
      origin: z.literal('web-chat').optional(),
      platform: name,
      countryCode: z.string().max(10).nullish(),
      timeZone: loadZone,
      ipAddress: z.string().max(100).nullish(),
      confirmed_bucket: z.unknown().optional(),
    }),
    output: success,
    maxBodyBytes: 4096,
  },
  'analytics.recordByScript': {
    summary:
      'The same, for the website script: an empty script, since a page that lets the widget in may allow no request but for scripts',
    method: 'GET',
    path: '/api/{region}/v2/public/agents/{agentId}/load.js',
    access: 'anyone',
    permission: 'widget.record',
    kind: 'command',
    delivery: 'bytes',
    mediaTypes: ['text/javascript'],
    limited: 'signal',
    params: agentParams,
    query: z.object({ timeZone: loadZone }),
    output: z.string(),
  },
  'analytics.summary': {
    summary: 'All figures of a range of days beside those of the days before',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery,
    output: analyticsSummary,
  },
  'analytics.series': {
    summary:
      'One figure over a range of days beside the days before: by hour up to 2 days, by day up to 92, else by 7 days',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/series',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery.extend({ figure }),
    output: z.object({
      range,
      before: range,
      figure,
      step: chartStep,
      points: z.array(chartPeriod.extend({ value: z.number().nullable(), before: z.number().nullable() })),
    }),
  },
  'analytics.behind': {
    summary: 'What a figure was counted from, newest first, with the conversation of each',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/behind',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery.extend({
      figure,
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      /**
       * Only items of this `name`: a country, language or channel for the figure `conversations`, a reason for `failed`.
       */
      by: z.enum(['countries', 'languages', 'channels', 'reasons']).optional(),
      name: z.string().max(100).optional(),
    }),
    output: pageOf(behindItem),
  },
  'analytics.loads': {
    summary: 'Where the widget was loaded: by day, website, country, browser and system, and what came of it',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/loads',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery,
    output: z.object({
      range,
      /**
       * The newest first, without days that have no loads; the other lists have the most frequent first, `''` if
       * unknown.
       */
      days: z.array(loadsRow),
      websites: z.array(loadsRow),
      countries: z.array(loadsRow),
      browsers: z.array(loadsRow),
      platforms: z.array(loadsRow),
    }),
  },
  'analytics.topQuestions': {
    summary: 'What visitors ask most',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/top-questions',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery.extend({ limit: z.coerce.number().int().min(1).max(50).optional() }),
    output: z.object({ items: z.array(topQuestion), messages: z.number(), truncated: z.boolean() }),
  },
  'analytics.unanswered': {
    summary:
      'Questions that the agent could not answer, newest first; those taken care of only when asked for',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/unanswered',
    permission: 'analytics.read',
    kind: 'query',
    params: agentParams,
    query: rangeQuery.extend({
      cursor: pageQuery.shape.cursor,
      limit: pageQuery.shape.limit,
      handled: z.enum(['true', 'false']).optional(),
    }),
    output: pageOf(unansweredQuestion).extend({
      totals: z.object({ open: z.number(), handled: z.number() }),
    }),
  },
  'analytics.handleQuestion': {
    summary: 'Mark an unanswered question as taken care of, or as open again',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/analytics/unanswered/{conversationId}/{messageId}',
    permission: 'analytics.manage',
    kind: 'command',
    params: agentParams.extend({ conversationId: id, messageId: id }),
    body: z.object({ handled: z.boolean(), sourceId: id.optional() }),
    output: success,
  },
  'analytics.export': {
    summary: 'All figures by day as CSV',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/analytics/export',
    permission: 'analytics.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: agentParams,
    query: rangeQuery,
    output: z.string(),
  },
})
