import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'
import { channels } from './events.ts'
import { requestStatuses } from './lead-requests.ts'
import { namedTexts } from './named-texts.ts'

export const leadStatuses = ['new', 'contacted', 'qualified', 'won', 'lost'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** What captured the fields, as in `FieldsCaptured`. */
const by = z.enum(['question', 'form', 'identify', 'person'])
/** A request of a lead: the `nth` of a conversation. */
const request = z.object({ conversationId: z.string(), nth: z.number() })
/** `agentId` in each event, so that pages that show the agent are notified. `at`: ISO 8601. */
const of = { agentId: z.string(), at: z.string() }

/**
 * Stream `lead-<leadId>`, the details of one visitor of one agent; the subject is `visitor-<visitorId>`, so that a lead
 * outlives a conversation and is erased with the visitor. `fields` has all names and texts after the change.
 */
export const leadEvents = defineEvents({
  LeadCaptured: {
    version: 1,
    summary: 'Captured a lead',
    data: z.object({
      ...of,
      leadId: z.string(),
      visitorId: z.string(),
      conversationId: z.string(),
      channel: z.enum(channels),
      by,
      fields: namedTexts,
      /** The request that they were captured in, if any. */
      request: request.optional(),
    }),
  },
  LeadFieldsChanged: {
    version: 1,
    summary: 'Changed the details of a lead',
    data: z.object({
      ...of,
      by,
      fields: namedTexts,
      /** The conversation in which they were captured; undefined if a person edited them. */
      conversationId: z.string().optional(),
      /** The request that they were captured in, if any. */
      request: request.optional(),
    }),
  },
  /** A run of the visitor through the questions of a flow. `fields` has all names and texts of the request. */
  LeadRequestChanged: {
    version: 1,
    summary: 'Changed a request of a lead',
    data: z.object({
      ...of,
      ...request.shape,
      status: z.enum(requestStatuses),
      fields: namedTexts,
      /** Whether there is a way to reach the visitor. */
      reachable: z.boolean().optional(),
    }),
  },
  LeadStatusChanged: {
    version: 1,
    summary: 'Changed the status of a lead',
    data: z.object({ ...of, status: z.enum(leadStatuses) }),
  },
  /** Replaces the previous note; empty for none. */
  LeadNoted: {
    version: 1,
    summary: 'Changed the note on a lead',
    data: z.object({ ...of, note: personal() }),
  },
  /** The visitor's key is erased with it, so that the details can't be read again. */
  LeadDeleted: {
    version: 1,
    summary: 'Deleted a lead',
    data: z.object({ ...of, visitorId: z.string(), reason: z.enum(['person', 'visitor-erased']) }),
  },
})
export type LeadEvent = EventOf<typeof leadEvents>
