/** Frees the domains of an organisation that was deleted, and forgets its secret. */
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { organisationOpenId } from './organisation-openid.decider.ts'

const name = 'openid-of-deleted-organisations'

export function removeOpenIdPolicy({ handle }: Pick<CommandHandler, 'handle'>) {
  return definePolicy({
    name,
    startFrom: 'origin',
    events: pick(organisationEvents, 'OrganisationDeleted'),
    async react(event) {
      const { organisationId } = event.data
      const command = { type: 'RemoveOrganisationOpenId', organisationId } as const
      const removed = await handle(organisationOpenId, event.tenant, command, reactingTo(event, name))
      if (!removed.ok) throw new Error(removed.rejection.code)
    },
  })
}
