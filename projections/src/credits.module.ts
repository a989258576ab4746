/** The read models of credits. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { agentUsageProjection } from './agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from './credit-balances/credit-balances.projection.ts'
import {
  type CreditsQueryDeps,
  creditsQueries,
  tokensUsedThisMonth,
} from './credit-balances/credits.queries.ts'

type Needs = {
  credits: { mayHold: CreditsQueryDeps['mayHold'] }
  replies: { smallestHold: CreditsQueryDeps['smallestHold'] }
}

export const creditsReadModels = defineModule({
  name: 'credits read models',
  projections: [creditBalancesProjection, agentUsageProjection],

  start: ({ reader, ports }: ModuleScope<Needs>) => ({
    handlers: creditsQueries({
      reader,
      mayHold: ports.credits.mayHold,
      smallestHold: ports.replies.smallestHold,
    }),
    provides: {
      credits: {
        tokensUsed: (tenant: string, agentId: string) => tokensUsedThisMonth({ reader }, tenant, agentId),
      },
    },
  }),
})
