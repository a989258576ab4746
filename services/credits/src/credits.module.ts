/** Credits: the ledger of a workspace, and what replies cost. */
import type { PlanLimits } from '@parley/contracts/billing/plan-limits.ts'
import { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { signUpCredits } from '@parley/contracts/credits/prices.ts'
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { chargeOnce } from './charge-once.ts'
import { creditsCommands } from './credits.commands.ts'
import { credits } from './credits.decider.ts'
import { monthlyRoomOf, monthOf } from './credits.state.ts'
import { type EndReservationsDeps, endReservations } from './end-reservations.ts'
import { type OrganisationsOf, organisationCredits } from './ledgers.ts'
import { monthlyGrant } from './monthly-grant.ts'
import { createPricing } from './reply-cost.ts'
import { createReservations } from './reservations.ts'
import { createTransfers } from './transfers.ts'

type Needs = {
  agentHolders: { organisationsOf: OrganisationsOf }
  quotas: { of(tenant: string): Promise<Pick<PlanLimits, 'maxMonthlyCredits'>> }
  replies: { chargedThrough: EndReservationsDeps['chargedThrough'] }
  workspaces: { membersOf(workspaceId: string): Promise<string[]> }
}
type Settings = { MONTHLY_FREE_CREDITS: number; catalogue: ModelCatalogue }

export const creditsModule = defineModule({
  name: 'credits',
  endpoints: creditsEndpoints,
  aggregates: [credits, organisationCredits],
  audited: creditsEvents,
  relays: [{ events: pick(creditsEvents, 'CreditsGranted'), topics: [WEBHOOKS] }],

  start({ config, engines, ports, onFault }: ModuleScope<Needs, Settings>) {
    const { eventStore, state } = engines
    const { handle, load, refresh } = engines.commands
    const commands = creditsCommands({ handle })
    const reservations = createReservations({
      handle,
      load,
      refresh,
      organisationsOf: ports.agentHolders.organisationsOf,
      monthlyLimitOf: async (workspaceId) => (await ports.quotas.of(workspaceId)).maxMonthlyCredits,
      onFault: (error) => onFault('reserved credits could not be renewed or returned', { err: error }),
    })
    const { close, ...held } = reservations
    const deadlines = createDeadlines(state)
    const { policy: completing, ...transfers } = createTransfers({ handle })
    const monthly = monthlyGrant({
      amount: config.MONTHLY_FREE_CREDITS,
      ledger: commands,
      deadlines,
      hasMembers: async (workspaceId) => (await ports.workspaces.membersOf(workspaceId)).length > 0,
    })
    const ending = endReservations({
      handle,
      load,
      refresh,
      deadlines,
      head: () => eventStore.head(),
      chargedThrough: ports.replies.chargedThrough,
    })
    return {
      policies: [ending.policy, monthly.policy, completing],
      deadlines: [ending.deadlineWork, ...monthly.deadlineWork],
      stop: close,
      provides: {
        credits: {
          chargeReplies: commands.chargeReplies,
          chargeOutsideTurn: chargeOnce({
            load,
            refresh,
            organisationsOf: ports.agentHolders.organisationsOf,
            chargeOutsideTurn: commands.chargeOutsideTurn,
          }),
          ...transfers,
          ...held,
          ...createPricing(config.catalogue),
          /** The credits that a workspace used in the present calendar month (UTC) of its own ledger, held ones included. */
          async usedInMonth(workspaceId: string) {
            const found = await load(credits, workspaceId, workspaceId)
            if (!found) return 0
            const most = 1_000_000_000
            return most - monthlyRoomOf(found.state, monthOf(Date.now()), most) / 1_000
          },
          /** Grants the credits of a sign-up. Idempotent with the same context. */
          grantForSignUp: (workspaceId: string, context: CommandContext) =>
            commands.grantCredits({ workspaceId, amount: signUpCredits, reason: 'sign-up' }, context),
        },
      },
    }
  },
})
