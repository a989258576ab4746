/**
 * Provides the port `billing.planOf`: which plan a workspace has. All have the same one until there is a context
 * `billing` (`services/billing`), whose module replaces this one in `modules/contexts.ts` and answers with the plan that
 * a workspace pays for, at Stripe for example. Its hook `appended` calls the port `quotas.planChanged` for each event
 * that changes a plan, in every process, because the quotas are cached.
 */
import type { PlanName } from '@parley/contracts/billing/plans.ts'
import { defineModule } from '@parley/kernel/modules/module.ts'

export type Billing = {
  billing: {
    /** The plan of a workspace. Throws while it can't be told. */
    planOf(tenant: string): Promise<PlanName>
  }
}

export const billingModule = defineModule({
  name: 'billing',
  start() {
    const provides: Billing = { billing: { planOf: async () => 'standard' } }
    return { provides }
  },
})
