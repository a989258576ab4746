/** The read models of analytics. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AgentOverviewDeps, agentOverviewQueries } from './agent-overview/agent-overview.queries.ts'
import { agentWorkQueries } from './agent-work/agent-work.queries.ts'
import { failedDeliveriesProjection } from './agent-work/failed-deliveries.projection.ts'
import { analyticsQueries, isUnanswered } from './analytics/analytics.queries.ts'
import { analyticsBucketsProjection } from './analytics/analytics-buckets.projection.ts'
import { analyticsConversationsProjection } from './analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from './analytics/analytics-messages.projection.ts'
import { analyticsRatingsProjection } from './analytics/analytics-ratings.projection.ts'
import { canaryQueries, type RunningCanary } from './analytics/canary.queries.ts'
import { type ComparedVersions, canaryArms } from './analytics/canary-figures.ts'
import { firstOfAgent } from './analytics/first-moments.ts'
import { monthlyFigures } from './analytics/monthly-figures.ts'
import { rangesOf } from './analytics/periods.ts'
import { agentDaysProjection } from './workspace-overview/agent-days.projection.ts'
import { compareAgents } from './workspace-overview/compared-agents.ts'
import { workspaceOverviewQueries } from './workspace-overview/workspace-overview.queries.ts'

type Needs = {
  agents: { canary(tenant: string, agentId: string): Promise<RunningCanary | undefined> }
  models: { ofAgent: AgentOverviewDeps['modelOf'] }
}

const FIGURES_WITHIN_MS = 10_000

export const analyticsReadModels = defineModule({
  name: 'analytics read models',
  projections: [
    analyticsBucketsProjection,
    analyticsConversationsProjection,
    analyticsMessagesProjection,
    analyticsRatingsProjection,
    failedDeliveriesProjection,
    agentDaysProjection,
  ],

  start: ({ reader, ports, projections }: ModuleScope<Needs>) => ({
    handlers: {
      ...analyticsQueries({ reader }),
      ...canaryQueries({ reader, canary: (tenant, agentId) => ports.agents.canary(tenant, agentId) }),
      ...agentOverviewQueries({ reader, modelOf: ports.models.ofAgent }),
      ...agentWorkQueries({ reader, modelOf: ports.models.ofAgent }),
      ...workspaceOverviewQueries({ reader, modelOf: ports.models.ofAgent }),
    },
    provides: {
      canaries: {
        /** Counts what the log holds through a position. Throws if the read models don't show it in time. */
        async figures(tenant: string, agentId: string, canary: ComparedVersions, through: number) {
          if (!(await projections.waitFor(through, FIGURES_WITHIN_MS)))
            throw new Error('the figures of a canary are behind')
          const { canary: tried, control } = await canaryArms(reader, { tenant, agentId }, canary)
          return { canary: tried.rates, control: control.rates }
        },
      },
      figures: {
        /** The figures of all agents of a workspace, on days of a time zone. */
        async compared(tenant: string, days: { from: string; to: string; timeZone: string }) {
          const asked = rangesOf(days, Date.now())
          if (!asked.ok) throw new Error(asked.rejection.message)
          return compareAgents({ reader, tenant }, asked.range, asked.before)
        },
        /** When the first of what is counted of an agent happened; undefined while nothing did. */
        sinceOf: async (tenant: string, agentId: string) =>
          (await firstOfAgent({ reader, tenant, agentId })).since,
        /** What the monthly report says of some of the agents of a workspace. */
        ofMonth: (
          of: { tenant: string; agentIds: readonly string[]; withLeads: boolean },
          days: { from: string; to: string; timeZone: string },
          before: { from: string; to: string; timeZone: string },
        ) => monthlyFigures({ reader, ...of }, days, before),
      },
      questions: {
        isUnanswered: (tenant: string, agentId: string, conversationId: string, messageId: string) =>
          isUnanswered(reader, tenant, agentId, conversationId, messageId),
      },
    },
  }),
})
