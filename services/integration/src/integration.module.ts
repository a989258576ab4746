/** The integrations of a workspace: its tools and their calls. */
import { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { toolEvents } from '@parley/contracts/integration/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { agentTools } from './agent-tools.ts'
import { type IntegrationDeps, integrationHandlers } from './integration.handlers.ts'
import { signatureOf } from './signature.ts'
import { tool } from './tool.decider.ts'

type Needs = { tools: { count: IntegrationDeps['toolCount'] } }
type Settings = { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses }

export const integrationModule = defineModule({
  name: 'integration',
  endpoints: integrationEndpoints,
  aggregates: [tool],
  audited: toolEvents,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load } = engines.commands
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    return {
      handlers: integrationHandlers({ handle, load, safeFetch, toolCount: ports.tools.count }),
      provides: {
        tools: agentTools({ load, safeFetch }),
        signatures: { of: signatureOf },
      },
    }
  },
})
