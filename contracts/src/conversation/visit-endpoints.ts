/** Where visitors of the agents' websites are and were. */
import { z } from 'zod'
import { defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import { visitOutcomes, visitStates } from './visit-names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Please give a date such as 2026-01-31.')

export const visitView = z.object({
  conversationId: z.string(),
  agentId: z.string(),
  /** The agent's title. */
  agent: z.string(),
  visitorId: z.string(),
  visitorName: z.string().optional(),
  state: z.enum(visitStates),
  outcome: z.enum(visitOutcomes),
  /** When the last visit began, and when the visitor last did something in it. ISO 8601. */
  startedAt: z.string(),
  lastAt: z.string(),
  /** The page that they are on or were on last. */
  pageUrl: z.string().optional(),
  /** Pages that they opened, and messages that they wrote, in this visit. */
  pages: z.number(),
  messages: z.number(),
  /** How many visits the conversation had, this one included. */
  visits: z.number(),
  /** ISO 3166 code, only where the agent has `enableGeoAnalytics`. */
  country: z.string().optional(),
  browser: z.string().optional(),
})
export type VisitView = z.infer<typeof visitView>

const path = '/api/{region}/v2/workspaces/{workspaceId}/visits'

export const visitEndpoints = defineEndpoints({
  'visits.live': {
    summary: 'The visitors who have the chat of an agent open now, those who came last first',
    method: 'GET',
    path: `${path}/live`,
    permission: 'conversation.read',
    ofOwnAgents: true,
    params: workspaceParams,
    ...wholeList(visitView, {
      /** Whether there are more than are shown. */
      more: z.boolean(),
    }),
    query: pageQuery.extend({ agentId: id.optional() }),
  },
  'visits.list': {
    summary: 'The last visit of each conversation on a website, the newest first, without those that go on',
    method: 'GET',
    path,
    permission: 'conversation.read',
    kind: 'query',
    ofOwnAgents: true,
    params: workspaceParams,
    query: pageQuery.extend({
      agentId: id.optional(),
      /** Ended on or after it; a day (UTC) or a moment. */
      from: moment.optional(),
      /** Ended before it; a day is included. */
      to: moment.optional(),
      /** Words that must all occur in what is known of the visitor, or in addresses of pages. */
      q: z.string().max(200).optional(),
    }),
    output: pageOf(visitView).extend({
      /** How many visits were looked at, and back to when: a search ends when its time is up. */
      searched: z.object({ visits: z.number(), backTo: z.string().optional() }),
    }),
  },
})
