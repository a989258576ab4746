/** Every read model of a region. */
import type { AnyProjection } from '@parley/kernel/projection.ts'
import { agentUsageProjection } from '@parley/projections/agent-usage/agent-usage.projection.ts'
import { agentVersionsProjection } from '@parley/projections/agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { agentsProjection } from '@parley/projections/agents/agents.projection.ts'
import { analyticsBucketsProjection } from '@parley/projections/analytics/analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from '@parley/projections/analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from '@parley/projections/analytics/analytics-messages.projection.ts'
import { analyticsRatingsProjection } from '@parley/projections/analytics/analytics-ratings.projection.ts'
import { auditTrail } from '@parley/projections/audit-trail/audit-trail.projection.ts'
import { awaitedPeopleProjection } from '@parley/projections/awaited-people/awaited-people.projection.ts'
import { bearersProjection } from '@parley/projections/bearers/bearers.projection.ts'
import { conversationMessagesProjection } from '@parley/projections/conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '@parley/projections/conversations/conversations.projection.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { knowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.projection.ts'
import { knowledgeIngestions } from '@parley/projections/knowledge-ingestions/knowledge-ingestions.projection.ts'
import { knowledgePages } from '@parley/projections/knowledge-pages/knowledge-pages.projection.ts'
import { knowledgeRefreshes } from '@parley/projections/knowledge-refreshes/knowledge-refreshes.projection.ts'
import { knowledgeSources } from '@parley/projections/knowledge-sources/knowledge-sources.projection.ts'
import { leadsProjection } from '@parley/projections/leads/leads.projection.ts'
import { membershipsProjection } from '@parley/projections/memberships/memberships.projection.ts'
import { notificationsProjection } from '@parley/projections/notifications/notifications.projection.ts'
import { recipientsProjection } from '@parley/projections/notifications/recipients.projection.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import { replyTracesProjection } from '@parley/projections/reply-traces/reply-traces.projection.ts'
import { retentionRulesProjection } from '@parley/projections/retention/retention-rules.projection.ts'
import { unrecordedConversationsProjection } from '@parley/projections/retention/unrecorded-conversations.projection.ts'
import { sessions } from '@parley/projections/sessions/sessions.projection.ts'
import { toolsProjection } from '@parley/projections/tools/tools.projection.ts'
import { workspacesProjection } from '@parley/projections/workspaces/workspaces.projection.ts'

export const allProjections: readonly AnyProjection[] = [
  agentsProjection,
  agentDocumentsProjection,
  agentVersionsProjection,
  publicAgentsProjection,
  bearersProjection,
  sessions,
  knowledgeSources,
  knowledgeChunks,
  knowledgePages,
  knowledgeRefreshes,
  knowledgeIngestions,
  creditBalancesProjection,
  agentUsageProjection,
  workspacesProjection,
  membershipsProjection,
  conversationsProjection,
  conversationMessagesProjection,
  leadsProjection,
  awaitedPeopleProjection,
  retentionRulesProjection,
  unrecordedConversationsProjection,
  analyticsBucketsProjection,
  analyticsConversationsProjection,
  analyticsMessagesProjection,
  analyticsRatingsProjection,
  notificationsProjection,
  recipientsProjection,
  auditTrail,
  toolsProjection,
  replyTracesProjection,
]
