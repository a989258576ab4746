/** Credits: the ledger of a workspace, and what replies cost. */
import { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { CHARGE_REPLIES } from '@parley/conversation/turn/charge/charge-replies.policy.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { endReservations } from '@parley/credits/end-reservations.ts'
import { costOf, estimateMaxCost, signUpCredits } from '@parley/credits/pricing.ts'
import { createReservations } from '@parley/credits/reservations.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { checkpointOf } from '@parley/kernel/policy-runner.ts'
import { pick } from '@parley/kernel/projection.ts'
import { agentUsageProjection } from '@parley/projections/agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { creditsQueries, tokensUsedThisMonth } from '@parley/projections/credit-balances/credits.queries.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'
import { WEBHOOKS } from './topics.ts'

export const creditsModule = defineModule({
  name: 'credits',
  endpoints: creditsEndpoints,
  aggregates: [credits],
  projections: [creditBalancesProjection, agentUsageProjection],
  audited: creditsEvents,
  relays: [{ events: pick(creditsEvents, 'CreditsGranted'), topics: [WEBHOOKS] }],

  start({ engines, reader, ports, onFault }: RegionScope) {
    const { eventStore, state } = engines
    const { handle, load, refresh } = engines.commands
    const commands = creditsCommands({ handle })
    const reservations = createReservations({
      handle,
      load,
      ledger: commands,
      onFault: (error) => onFault('reserved credits could not be renewed or returned', { err: error }),
    })
    const ending = endReservations({
      handle,
      load,
      refresh,
      deadlines: createDeadlines(state),
      head: () => eventStore.head(),
      chargedThrough: () => state.checkpoint(checkpointOf({ name: CHARGE_REPLIES })),
    })
    return {
      handlers: creditsQueries({
        reader,
        mayHold: reservations.mayHold,
        smallestHold: (document) => ports.conversations.smallestHold(document),
      }),
      policies: [ending.policy],
      deadlines: [ending.deadlineWork],
      stop: reservations.close,
      provides: {
        credits: {
          ...commands,
          ...reservations,
          costOf,
          estimateMaxCost,
          grantForSignUp: (workspaceId, context) =>
            commands.grantCredits({ workspaceId, amount: signUpCredits, reason: 'sign-up' }, context),
          tokensUsed: (tenant, agentId) => tokensUsedThisMonth({ reader }, tenant, agentId),
        },
      } satisfies Partial<Ports>,
    }
  },
})
