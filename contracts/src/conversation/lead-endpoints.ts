/** Leads: details that visitors gave, and their processing. */
import { z } from 'zod'
import { agentParams, defineEndpoints, pageQuery } from '../endpoint.ts'
import { isEmailField, isVisitorEmail } from '../identity/visitor-email.ts'
import { leadStatuses } from './lead-events.ts'
import { requestStatuses } from './lead-requests.ts'

const leadParams = agentParams.extend({ leadId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const done = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/agents/{agentId}/leads'
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Please give a date such as 2026-01-31.')

/** A run of the visitor through the questions of a flow. */
export const leadRequestView = z.object({
  conversationId: z.string(),
  /** Which request of that conversation it is. */
  nth: z.number(),
  status: z.enum(requestStatuses),
  fields: z.record(z.string(), z.string()),
  /** ISO 8601. */
  startedAt: z.string(),
  updatedAt: z.string(),
})
export type LeadRequestView = z.infer<typeof leadRequestView>

export const leadView = z.object({
  leadId: z.string(),
  agentId: z.string(),
  visitorId: z.string(),
  status: z.enum(leadStatuses),
  channel: z.string(),
  /** What captured it first. */
  by: z.string(),
  /** The newest texts; those of a request that was only started replace none from elsewhere. */
  fields: z.record(z.string(), z.string()),
  /** The newest first; each has its own fields, also those that a later one changed. */
  requests: z.array(leadRequestView),
  note: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The conversations in which details were captured, newest first. */
  conversationIds: z.array(z.string()),
})
export type LeadView = z.infer<typeof leadView>

export const leadFilters = z.object({
  status: z.enum(leadStatuses).optional(),
  channel: z.string().max(30).optional(),
  /** Captured on or after it; a day (UTC) or a moment. */
  from: moment.optional(),
  /** Captured before it; a day is included. */
  to: moment.optional(),
  /** Words that must all occur in the fields or the note. */
  q: z.string().max(200).optional(),
})
export type LeadFilters = z.infer<typeof leadFilters>

const BAD_EMAIL = 'Please enter a valid email'

/** By name; an empty text removes a field. */
export const leadFieldsSchema = z
  .record(z.string().trim().min(1).max(64), z.string().trim().max(2_000))
  .refine((fields) => Object.keys(fields).length <= 60, 'At most 60 fields.')
  .refine(
    (fields) =>
      Object.entries(fields).every(
        ([name, text]) => text === '' || !isEmailField(name) || isVisitorEmail(text),
      ),
    BAD_EMAIL,
  )

export const leadEndpoints = defineEndpoints({
  'leads.list': {
    summary: 'The leads of an agent, newest first; a search opens sealed fields under a budget of time',
    method: 'GET',
    path,
    permission: 'lead.read',
    kind: 'query',
    params: agentParams,
    query: pageQuery.extend(leadFilters.shape),
    output: z.object({
      items: z.array(leadView),
      next: z.string().optional(),
      searched: z.object({ leads: z.number(), backTo: z.string().optional() }),
    }),
  },
  'leads.counts': {
    summary: 'How many leads there are of each status',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/lead-counts',
    permission: 'lead.read',
    kind: 'query',
    params: agentParams,
    output: z.object({
      all: z.number(),
      new: z.number(),
      contacted: z.number(),
      qualified: z.number(),
      won: z.number(),
      lost: z.number(),
    }),
  },
  'leads.get': {
    summary: 'One lead',
    method: 'GET',
    path: `${path}/{leadId}`,
    permission: 'lead.read',
    kind: 'query',
    params: leadParams,
    output: leadView,
  },
  'leads.save': {
    summary: 'Change fields, status or note of a lead; what is not named stays',
    method: 'POST',
    path: `${path}/{leadId}`,
    permission: 'lead.manage',
    kind: 'command',
    overwrites: 'leads.get',
    params: leadParams,
    body: z.object({
      fields: leadFieldsSchema.optional(),
      status: z.enum(leadStatuses).optional(),
      note: z.string().max(8_000).optional(),
    }),
    output: done,
  },
  'leads.remove': {
    summary: 'Delete a lead and erase the key of what its visitor told, for ever',
    method: 'DELETE',
    path: `${path}/{leadId}`,
    permission: 'lead.manage',
    kind: 'command',
    overwrites: 'leads.get',
    params: leadParams,
    output: done,
  },
  'leads.export': {
    summary:
      'The filtered leads as CSV, a column for each field; a lead with several requests has a row for each. Cells that would be calculated are disarmed',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/leads.csv',
    permission: 'lead.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: agentParams,
    query: leadFilters,
    output: z.string(),
  },
})
