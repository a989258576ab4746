/** One document for each lead; its details stay sealed. */
import { type LeadStatus, leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

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
      const { at, conversationId, ...captured } = event.data
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
      case 'LeadStatusChanged':
        return { ...after, status: event.data.status }
      case 'LeadNoted':
        return { ...after, note: event.data.note }
    }
  },
})
