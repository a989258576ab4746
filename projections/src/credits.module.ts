/** The read models of credits. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { agentUsageProjection } from './agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from './credit-balances/credit-balances.projection.ts'
import {
  type CreditsQueryDeps,
  creditsQueries,
  tokensUsedThisMonth,
} from './credit-balances/credits.queries.ts'
import { creditHistoryProjection } from './credit-history/credit-history.projection.ts'
import { creditHistoryQueries } from './credit-history/credit-history.queries.ts'
import { creditUsageProjection } from './credit-usage/credit-usage.projection.ts'
import { creditUsageQueries } from './credit-usage/credit-usage.queries.ts'

type Settings = { MONTHLY_FREE_CREDITS: number }
type Needs = {
  credits: { mayHold: CreditsQueryDeps['mayHold'] }
  replies: { smallestHold: CreditsQueryDeps['smallestHold'] }
}

export const creditsReadModels = defineModule({
  name: 'credits read models',
  projections: [
    creditBalancesProjection,
    creditHistoryProjection,
    creditUsageProjection,
    agentUsageProjection,
  ],

  start: ({ config, reader, ports }: ModuleScope<Needs, Settings>) => ({
    handlers: {
      ...creditsQueries({
        reader,
        mayHold: ports.credits.mayHold,
        smallestHold: ports.replies.smallestHold,
      }),
      ...creditHistoryQueries({ reader, monthlyGrant: config.MONTHLY_FREE_CREDITS }),
      ...creditUsageQueries({ reader }),
    },
    provides: {
      credits: {
        tokensUsed: (tenant: string, agentId: string) => tokensUsedThisMonth({ reader }, tenant, agentId),
      },
    },
  }),
})
