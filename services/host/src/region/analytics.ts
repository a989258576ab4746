/** Composes an agent's figures: counting the widget's loads, asking, and taking care of unanswered questions. */
import { analyticsHandlers } from '@parley/analytics/analytics.handlers.ts'
import { startLoadCounter } from '@parley/analytics/load-counter.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import { analyticsQueries, isUnanswered } from '@parley/projections/analytics/analytics.queries.ts'
import type { RegionEngines } from '../region.ts'

export async function composeAnalytics(options: {
  engines: RegionEngines
  reader: Reader
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  onFault(message: string, details: object): void
}) {
  const { engines, reader, document } = options
  const { region, state } = engines
  const { handle, load } = engines.commands
  const loads = await startLoadCounter({
    handle,
    state,
    onFault: (error) => options.onFault('widget loads could not be appended yet', { region, err: error }),
  })
  return {
    handlers: {
      ...analyticsHandlers({
        handle,
        loads,
        geoAnalyticsOf: async (tenant, agentId) => (await document(tenant, agentId))?.enableGeoAnalytics,
        isSource: async (tenant, agentId, sourceId) => {
          const state = (await load(knowledgeSource, sourceId, tenant))?.state
          return state?.stage === 'present' && state.agentId === agentId
        },
        isUnanswered: (...message) => isUnanswered(reader, ...message),
      }),
      ...analyticsQueries({ reader }),
    },
    flushLoads: () => loads.flush(),
    stop: () => loads.stop(),
  }
}
