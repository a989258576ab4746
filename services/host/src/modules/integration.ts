/** Integrations: the workspace's tools and their calls. */
import { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { toolEvents } from '@parley/contracts/integration/events.ts'
import { agentTools } from '@parley/integration/agent-tools.ts'
import { integrationHandlers } from '@parley/integration/integration.handlers.ts'
import { tool } from '@parley/integration/tool.decider.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { toolsProjection } from '@parley/projections/tools/tools.projection.ts'
import { countTools, toolQueries } from '@parley/projections/tools/tools.queries.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export const integrationModule = defineModule({
  name: 'integration',
  endpoints: integrationEndpoints,
  aggregates: [tool],
  projections: [toolsProjection],
  audited: toolEvents,

  start({ config, engines, reader }: RegionScope) {
    const { handle, load } = engines.commands
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    return {
      handlers: {
        ...integrationHandlers({
          handle,
          load,
          safeFetch,
          toolCount: (tenant) => countTools(reader, tenant),
        }),
        ...toolQueries({ reader }),
      },
      provides: { tools: agentTools({ load, safeFetch }) } satisfies Partial<Ports>,
    }
  },
})
