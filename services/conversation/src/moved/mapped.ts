/** Events of conversations and leads with the ids that things have at the new place. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { LeadEvent } from '@parley/contracts/conversation/lead-events.ts'

/** The ids at the new place, by those at the old one. */
export type NewIds = {
  agentId: string
  /** Of a conversation of the same agent. */
  conversation(id: string): string
  visitor(id: string): string
  source(id: string): string
  /** Of whatever else is named and does not move, such as a function. */
  other(id: string): string
  /** Of a member or client who wrote or decided something. */
  person(id: string): Promise<string>
  /** Of a member or client of the workspace; undefined if there is no such person there. */
  assignee(id: string): Promise<string | undefined>
}

/** Nothing of it is charged, none of its ways to a channel exists, and no version of an agent moves. */
export async function mappedConversationEvent(
  event: ConversationEvent,
  ids: NewIds,
): Promise<ConversationEvent> {
  const { agentId } = ids
  switch (event.type) {
    case 'ConversationStarted': {
      const { channelId: _, agentVersion: __, recorded: ___, ...data } = event.data
      const conversationId = ids.conversation(data.conversationId)
      const visitorId = ids.visitor(data.visitorId)
      return { ...event, data: { ...data, agentId, conversationId, visitorId, imported: true } }
    }
    case 'AgentGreeted': {
      const { flow: _, impersonal: __, ...data } = event.data
      return { ...event, data: { ...data, agentId } }
    }
    case 'AgentReplied': {
      const { flow: _, holdId: __, reservationId: ___, payingOrganisationId: ____, ...data } = event.data
      const sources = data.sources.map((source) => ({ ...source, sourceId: ids.source(source.sourceId) }))
      return { ...event, data: { ...data, agentId, sources } }
    }
    case 'ReplyFailed': {
      const { holdId: _, ...data } = event.data
      return { ...event, data: { ...data, agentId } }
    }
    case 'VisitorIdentified':
    case 'FieldsCaptured':
      return {
        ...event,
        data: { ...event.data, agentId, visitorId: ids.visitor(event.data.visitorId) },
      } as ConversationEvent
    case 'HumanReplied':
    case 'NoteAdded':
      return {
        ...event,
        data: { ...event.data, agentId, userId: await ids.person(event.data.userId) },
      } as ConversationEvent
    case 'OwnershipChanged':
    case 'ToolApprovalDecided': {
      const { userId } = event.data
      const by = userId === undefined ? {} : { userId: await ids.person(userId) }
      const of = event.type === 'OwnershipChanged' ? {} : { toolId: ids.other(event.data.toolId) }
      return { ...event, data: { ...event.data, agentId, ...by, ...of } } as ConversationEvent
    }
    case 'ToolApprovalRequested':
      return { ...event, data: { ...event.data, agentId, toolId: ids.other(event.data.toolId) } }
    case 'ConversationAssigned': {
      const { assignee: old, ...data } = event.data
      const assignee = old === undefined ? undefined : await ids.assignee(old)
      return { ...event, data: { ...data, agentId, ...(assignee === undefined ? {} : { assignee }) } }
    }
    default:
      return { ...event, data: { ...event.data, agentId } } as ConversationEvent
  }
}

export function mappedLeadEvent(event: LeadEvent, ids: NewIds, leadId: string): LeadEvent {
  const { agentId } = ids
  switch (event.type) {
    case 'LeadCaptured': {
      const visitorId = ids.visitor(event.data.visitorId)
      const conversationId = ids.conversation(event.data.conversationId)
      const of = requestOf(event.data, ids)
      return { ...event, data: { ...event.data, agentId, leadId, visitorId, conversationId, ...of } }
    }
    case 'LeadFieldsChanged': {
      const { conversationId: old, ...data } = event.data
      const captured = old === undefined ? {} : { conversationId: ids.conversation(old) }
      return { ...event, data: { ...data, agentId, ...captured, ...requestOf(data, ids) } }
    }
    case 'LeadRequestChanged': {
      const conversationId = ids.conversation(event.data.conversationId)
      return { ...event, data: { ...event.data, agentId, conversationId } }
    }
    default:
      return { ...event, data: { ...event.data, agentId } } as LeadEvent
  }
}

function requestOf({ request }: { request?: { conversationId: string; nth: number } }, ids: NewIds) {
  return request ? { request: { ...request, conversationId: ids.conversation(request.conversationId) } } : {}
}
