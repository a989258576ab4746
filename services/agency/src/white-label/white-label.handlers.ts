/** The white-label trial of a workspace, for one region. */
import type { WhiteLabelMode } from '@parley/contracts/agency/white-label.ts'
import type { whiteLabelEndpoints } from '@parley/contracts/agency/white-label-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Entitlement } from './entitlement.ts'
import { whiteLabel } from './white-label.decider.ts'

export function whiteLabelHandlers(deps: {
  mode: WhiteLabelMode
  handle: CommandHandler['handle']
  entitlement: Pick<Entitlement, 'of'>
}): Handlers<typeof whiteLabelEndpoints> {
  return {
    async 'whiteLabel.get'({ tenant }) {
      return reply(await deps.entitlement.of(tenant))
    },

    async 'rpc.activateWhitelabelTrial'({ tenant, context }) {
      if (deps.mode !== 'trial')
        return refuse('trial-not-offered', 'White label is part of this installation. There is no trial.')
      const command = { type: 'StartTrial', userId: context.actor.id } as const
      const handled = await deps.handle(whiteLabel, tenant, command, context)
      if (!handled.ok) return handled
      const endsAt = new Date(handled.state?.endsAt ?? 0).toISOString()
      return reply({ success: true, endsAt }, handled.position)
    },
  }
}
