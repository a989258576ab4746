/** The read models of analytics. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { type AgentOverviewDeps, agentOverviewQueries } from './agent-overview/agent-overview.queries.ts'
import { agentWorkQueries } from './agent-work/agent-work.queries.ts'
import { failedDeliveriesProjection } from './agent-work/failed-deliveries.projection.ts'
import { analyticsQueries, isUnanswered } from './analytics/analytics.queries.ts'
import { analyticsBucketsProjection } from './analytics/analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from './analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from './analytics/analytics-messages.projection.ts'
import { analyticsRatingsProjection } from './analytics/analytics-ratings.projection.ts'

type Needs = { models: { ofAgent: AgentOverviewDeps['modelOf'] } }

export const analyticsReadModels = defineModule({
  name: 'analytics read models',
  projections: [
    analyticsBucketsProjection,
    analyticsConversationsProjection,
    analyticsMessagesProjection,
    analyticsRatingsProjection,
    failedDeliveriesProjection,
  ],

  start: ({ reader, ports }: ModuleScope<Needs>) => ({
    handlers: {
      ...analyticsQueries({ reader }),
      ...agentOverviewQueries({ reader, modelOf: ports.models.ofAgent }),
      ...agentWorkQueries({ reader, modelOf: ports.models.ofAgent }),
    },
    provides: {
      questions: {
        isUnanswered: (tenant: string, agentId: string, conversationId: string, messageId: string) =>
          isUnanswered(reader, tenant, agentId, conversationId, messageId),
      },
    },
  }),
})
