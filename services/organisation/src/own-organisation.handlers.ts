/** What the admin of an organisation changes of it, for one region. */
import type { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { organisation } from './organisation.decider.ts'

export function ownOrganisationHandlers({
  handle,
}: Pick<CommandHandler, 'handle'>): Pick<Handlers<typeof ownOrganisationEndpoints>, 'ownOrganisation.save'> {
  return {
    async 'ownOrganisation.save'({ principal, context, body: settings }) {
      if (principal.kind !== 'client') return refuse('not-found', 'Not found.')
      const { orgId: organisationId } = principal
      const command = { type: 'ChangeOrganisation', organisationId, settings } as const
      const onSettings = overwriting(organisation, context, ['OrganisationChanged'])
      const handled = await handle(organisation, organisationId, command, onSettings)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}
