/** Captures leads from the details that visitors give in questions and forms, and that the page sends. */
import { type channels, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { lead, leadIdOf, visitorSubject } from './lead.decider.ts'
import { type LeadDeps, removeLead } from './lead.handlers.ts'

export type CaptureLeadsDeps = LeadDeps & {
  /** Data from the start of a conversation. */
  startedAs(
    conversationId: string,
    tenant: string,
  ): Promise<{ channel: (typeof channels)[number]; recorded?: boolean } | undefined>
}

/** Captures no leads from tests or unrecorded conversations. */
export function captureLeadsPolicy(deps: CaptureLeadsDeps) {
  return definePolicy({
    name: 'capture-leads',
    startFrom: 'origin',
    events: {
      FieldsCaptured: conversationEvents.FieldsCaptured,
      VisitorIdentified: conversationEvents.VisitorIdentified,
      ConversationDeleted: conversationEvents.ConversationDeleted,
      LeadDeleted: leadEvents.LeadDeleted,
    },
    unseals: true,
    async react(event) {
      const { agentId, visitorId } = event.data
      const subject = visitorSubject(agentId, visitorId)
      if (event.type === 'LeadDeleted') return deps.erase({ tenant: event.tenant, subject })
      const leadId = leadIdOf(agentId, visitorId)
      const context = { ...reactingTo(event, 'capture-leads'), subject }
      if (event.type === 'ConversationDeleted') {
        if (event.data.reason !== 'visitor-erased') return
        await removeLead(deps, leadId, { agentId, reason: 'visitor-erased' }, context)
        return
      }
      const conversationId = event.stream.slice('conversation-'.length)
      const started = await deps.startedAs(conversationId, event.tenant)
      if (!started || started.channel === 'test-panel' || started.recorded === false) return
      const fields = event.type === 'FieldsCaptured' ? event.data.fields : told(event.data)
      const request = event.type === 'FieldsCaptured' ? event.data.request : undefined
      const contact = event.type === 'FieldsCaptured' ? event.data.contact : undefined
      if (Object.keys(fields).length === 0 && request === undefined) return
      const by = event.type === 'FieldsCaptured' ? event.data.by : 'identify'
      const { channel } = started
      const command = {
        type: 'CaptureLead',
        leadId,
        agentId,
        visitorId,
        conversationId,
        channel,
        by,
        fields,
        ...(request === undefined ? {} : { request }),
        ...(contact === undefined ? {} : { contact }),
      } as const
      const handled = await deps.handle(lead, leadId, command, context)
      if (!handled.ok) throw new Error(`A lead could not be captured: ${handled.rejection.code}`)
    },
  })
}

/** The given details. An id alone, which only the page can resolve, makes no lead. */
function told({ name, email, phone }: { name?: string; email?: string; phone?: string }) {
  const entries = Object.entries({ name, email, phone }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ERASED,
  )
  return Object.fromEntries(entries)
}
