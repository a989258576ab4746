/** An agent's analytics: counting widget loads, and handling unanswered questions. */
import { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { type AnalyticsDeps, analyticsHandlers } from './analytics.handlers.ts'
import { startLoadCounter } from './load-counter.ts'
import { question } from './question.decider.ts'
import { widgetLoads } from './widget-loads.decider.ts'

type Needs = {
  agents: {
    document(
      tenant: string,
      agentId: string,
    ): Promise<{ enableGeoAnalytics?: boolean | undefined } | undefined>
  }
  knowledge: { isSource: AnalyticsDeps['isSource'] }
  questions: { isUnanswered: AnalyticsDeps['isUnanswered'] }
}

type Provides = {
  analytics: {
    /** Appends the widget loads counted so far. */
    flushLoads(): Promise<void>
  }
}

export const analyticsModule = defineModule({
  name: 'analytics',
  endpoints: analyticsEndpoints,
  aggregates: [question, widgetLoads],
  audited: pick(analyticsEvents, 'QuestionHandled', 'QuestionReopened'),

  async start({ engines, ports, onFault }: ModuleScope<Needs>) {
    const { region, state, commands } = engines
    const { handle } = commands
    const { agents, knowledge, questions } = ports
    const loads = await startLoadCounter({
      handle,
      state,
      onFault: (error) => onFault('widget loads could not be appended yet', { region, err: error }),
    })
    return {
      handlers: analyticsHandlers({
        handle,
        loads,
        geoAnalyticsOf: async (tenant, agentId) =>
          (await agents.document(tenant, agentId))?.enableGeoAnalytics,
        isSource: knowledge.isSource,
        isUnanswered: questions.isUnanswered,
      }),
      provides: { analytics: { flushLoads: () => loads.flush() } } satisfies Provides,
      stop: () => loads.stop(),
    }
  },
})
