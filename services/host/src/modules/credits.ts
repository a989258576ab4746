/** Credits: the ledger of a workspace, and what replies cost. */
import { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { costOf, mostOf, signUpCredits } from '@parley/credits/pricing.ts'
import { pick } from '@parley/kernel/projection.ts'
import { agentUsageProjection } from '@parley/projections/agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { creditsQueries, tokensUsedThisMonth } from '@parley/projections/credit-balances/credits.queries.ts'
import { defineModule } from './module.ts'
import { WEBHOOKS } from './topics.ts'

export const creditsModule = defineModule({
  name: 'credits',
  endpoints: creditsEndpoints,
  aggregates: [credits],
  projections: [creditBalancesProjection, agentUsageProjection],
  audited: creditsEvents,
  relays: [{ events: pick(creditsEvents, 'CreditsGranted'), topics: [WEBHOOKS] }],

  start({ engines, reader }) {
    const commands = creditsCommands({ handle: engines.commands.handle })
    return {
      handlers: creditsQueries({ reader }),
      ports: {
        credits: {
          ...commands,
          costOf,
          mostOf,
          grantForSignUp: (workspaceId, context) =>
            commands.grantCredits({ workspaceId, amount: signUpCredits, reason: 'sign-up' }, context),
          tokensUsed: (tenant, agentId) => tokensUsedThisMonth({ reader }, tenant, agentId),
        },
      },
    }
  },
})
