/** An agent's analytics: counting widget loads, queries, and resolving unanswered questions. */
import { analyticsHandlers } from '@parley/analytics/analytics.handlers.ts'
import { startLoadCounter } from '@parley/analytics/load-counter.ts'
import { question } from '@parley/analytics/question.decider.ts'
import { widgetLoads } from '@parley/analytics/widget-loads.decider.ts'
import { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import { agentOverviewQueries } from '@parley/projections/agent-overview/agent-overview.queries.ts'
import { analyticsQueries, isUnanswered } from '@parley/projections/analytics/analytics.queries.ts'
import { analyticsBucketsProjection } from '@parley/projections/analytics/analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from '@parley/projections/analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from '@parley/projections/analytics/analytics-messages.projection.ts'
import { analyticsRatingsProjection } from '@parley/projections/analytics/analytics-ratings.projection.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export const analyticsModule = defineModule({
  name: 'analytics',
  endpoints: analyticsEndpoints,
  aggregates: [question, widgetLoads],
  projections: [
    analyticsBucketsProjection,
    analyticsConversationsProjection,
    analyticsMessagesProjection,
    analyticsRatingsProjection,
  ],
  audited: pick(analyticsEvents, 'QuestionHandled', 'QuestionReopened'),

  async start({ engines, reader, ports, onFault }: RegionScope) {
    const { region, state } = engines
    const { handle, load } = engines.commands
    const loads = await startLoadCounter({
      handle,
      state,
      onFault: (error) => onFault('widget loads could not be appended yet', { region, err: error }),
    })
    return {
      handlers: {
        ...analyticsHandlers({
          handle,
          loads,
          geoAnalyticsOf: async (tenant, agentId) =>
            (await ports.agents.document(tenant, agentId))?.enableGeoAnalytics,
          isSource: async (tenant, agentId, sourceId) => {
            const state = (await load(knowledgeSource, sourceId, tenant))?.state
            return state?.stage === 'present' && state.agentId === agentId
          },
          isUnanswered: (...message) => isUnanswered(reader, ...message),
        }),
        ...analyticsQueries({ reader }),
        ...agentOverviewQueries({
          reader,
          async modelOf(tenant, agentId) {
            const {
              agentPlatform,
              vfSettings,
              vg_defaultModel = '',
            } = (await ports.agents.document(tenant, agentId)) ?? {}
            return agentPlatform === 'vf'
              ? { configured: Boolean(vfSettings?.apiKey), modelId: 'vf' }
              : ports.models.describe(vg_defaultModel)
          },
        }),
      },
      provides: { analytics: { flushLoads: () => loads.flush() } } satisfies Partial<Ports>,
      stop: () => loads.stop(),
    }
  },
})
