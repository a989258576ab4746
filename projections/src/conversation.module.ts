/** The read models of conversations: the inbox, transcripts, leads, traces, and what retention asks. */
import { readingEndpoints } from '@parley/contracts/conversation/reading-endpoints.ts'
import { visitEndpoints } from '@parley/contracts/conversation/visit-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { awaitedPeople, awaitedPeopleProjection } from './awaited-people/awaited-people.projection.ts'
import {
  pendingApprovals,
  pendingApprovalsProjection,
} from './awaited-people/pending-approvals.projection.ts'
import { openOfAssignee } from './conversations/assigned-conversations.ts'
import { conversationActsProjection } from './conversations/conversation-acts.projection.ts'
import { conversationMessagesProjection } from './conversations/conversation-messages.projection.ts'
import { conversationsProjection } from './conversations/conversations.projection.ts'
import { type ConversationQueriesDeps, conversationQueries } from './conversations/conversations.queries.ts'
import { historyOfAgents } from './conversations/history-of-agents.ts'
import { recentConversations } from './conversations/recent-conversations.ts'
import { transcriptQueries } from './conversations/transcripts.queries.ts'
import { visitorConversations } from './conversations/visitor-conversations.ts'
import { visitorDataQueries } from './conversations/visitor-data.queries.ts'
import { audienceLeads } from './leads/audience-leads.ts'
import { leadsProjection } from './leads/leads.projection.ts'
import { leadQueries } from './leads/leads.queries.ts'
import { replyTracesProjection } from './reply-traces/reply-traces.projection.ts'
import { type ReplyTraceDeps, replyTraceQueries } from './reply-traces/reply-traces.queries.ts'
import { retentionQueries } from './retention/retention.queries.ts'
import { retentionRulesProjection } from './retention/retention-rules.projection.ts'
import { unrecordedConversationsProjection } from './retention/unrecorded-conversations.projection.ts'
import { shownUpToHead } from './shown-up-to-head.ts'
import { visitsProjection } from './visits/visits.projection.ts'
import { type VisitQueriesDeps, visitQueries } from './visits/visits.queries.ts'

type Needs = {
  conversations: { isOfAgent: ReplyTraceDeps['isOfAgent']; connected: VisitQueriesDeps['connected'] }
  files: { withAddresses: NonNullable<ConversationQueriesDeps['withAddresses']> }
}

type AudienceAsked = [of: Parameters<typeof audienceLeads>[2], page: Parameters<typeof audienceLeads>[3]]

/** How long older messages are waited for, in ms. */
const TRANSCRIPT_WAIT_MS = 5_000

export const conversationReadModels = defineModule({
  name: 'conversation read models',
  endpoints: { ...readingEndpoints, ...visitEndpoints },
  projections: [
    conversationsProjection,
    conversationMessagesProjection,
    conversationActsProjection,
    leadsProjection,
    awaitedPeopleProjection,
    pendingApprovalsProjection,
    replyTracesProjection,
    retentionRulesProjection,
    unrecordedConversationsProjection,
    visitsProjection,
  ],

  start({ engines, reader, projections, ports }: ModuleScope<Needs>) {
    const { conversations, files } = ports
    return {
      handlers: {
        ...conversationQueries({ reader, withAddresses: files.withAddresses }),
        ...leadQueries({ reader }),
        ...visitQueries({ reader, connected: conversations.connected }),
        ...replyTraceQueries({ reader, isOfAgent: conversations.isOfAgent }),
      },
      provides: {
        assignedConversations: {
          /** The ids of the open conversations of agents that are assigned to somebody, as the log has them by now. */
          async openOf(tenant: string, assignee: string, agentIds: readonly string[]) {
            await shownUpToHead({ engines, projections })
            return openOfAssignee(reader, tenant, assignee, agentIds)
          },
        },
        historyOfAgents: historyOfAgents(reader, () => shownUpToHead({ engines, projections })),
        awaitedPeople: { since: awaitedPeople(engines.readStore, projections.collectionOf) },
        pendingApprovals: { since: pendingApprovals(engines.readStore, projections.collectionOf) },
        leads: {
          /** The leads of an audience, page by page. */
          audience: (tenant: string, ...of: AudienceAsked) => audienceLeads(reader, tenant, ...of),
        },
        recent: {
          /** The newest conversations of visitors with an agent who said something, by id. */
          conversationsOf: (tenant: string, agentId: string, of: Parameters<typeof recentConversations>[3]) =>
            recentConversations(reader, tenant, agentId, of),
        },
        retention: retentionQueries(reader),
        /** Messages that are older than what a conversation's state has. */
        transcripts: transcriptQueries(reader, (position) =>
          untilProjected(projections, position, TRANSCRIPT_WAIT_MS),
        ),
        visitors: {
          ...visitorDataQueries(reader),
          /** Conversations of one visitor with one agent, newest first, as the visitor may see them. */
          conversationsOf: (tenant: string, agentId: string, visitorId: string) =>
            visitorConversations(reader, tenant, agentId, visitorId),
        },
      },
    }
  },
})
