/** One document for each lead; its details stay sealed. */
import { type LeadStatus, leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { keptRequests, type RequestStatus } from '@parley/contracts/conversation/lead-requests.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type RequestDocument = {
  conversationId: string
  nth: number
  status: RequestStatus
  /** Sealed JSON of the request's fields. */
  fields: string
  /** ISO 8601. */
  startedAt: string
  updatedAt: string
}

export type LeadDocument = {
  leadId: string
  agentId: string
  visitorId: string
  status: LeadStatus
  channel: string
  by: string
  /** Sealed JSON of all fields. */
  fields: string
  /** Sealed. */
  note?: string
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  conversationIds: string[]
  /** The oldest first; absent if there are none. */
  requests?: RequestDocument[]
}

export const leadsProjection = tenantProjection<LeadDocument>()({
  name: 'leads',
  version: 1,
  events: leadEvents,
  indexes: {
    byAgent: ['agentId', 'createdAt'],
    byStatus: ['agentId', 'status', 'createdAt'],
    byVisitor: ['agentId', 'visitorId'],
  },
  identify: (event) => event.stream.slice('lead-'.length),
  project(lead, event) {
    if (event.type === 'LeadCaptured') {
      const { at, conversationId, request: _, ...captured } = event.data
      return {
        ...captured,
        status: 'new',
        createdAt: at,
        updatedAt: at,
        conversationIds: [conversationId],
      }
    }
    if (!lead || event.type === 'LeadDeleted') return undefined
    const after = { ...lead, updatedAt: event.data.at }
    switch (event.type) {
      case 'LeadFieldsChanged': {
        const { fields, conversationId } = event.data
        const known = conversationId === undefined || lead.conversationIds.includes(conversationId)
        return known
          ? { ...after, fields }
          : { ...after, fields, conversationIds: [...lead.conversationIds, conversationId] }
      }
      case 'LeadRequestChanged': {
        const { agentId: _, at, reachable: __, ...request } = event.data
        const isOf = ({ conversationId, nth }: RequestDocument) =>
          conversationId === request.conversationId && nth === request.nth
        const before = lead.requests?.find(isOf)
        const others = lead.requests?.filter((one) => !isOf(one)) ?? []
        const now = { ...request, startedAt: before?.startedAt ?? at, updatedAt: at }
        return { ...after, requests: keptRequests([...others, now]) }
      }
      case 'LeadStatusChanged':
        return { ...after, status: event.data.status }
      case 'LeadNoted':
        return { ...after, note: event.data.note }
    }
  },
})
