/** How the admin of an organisation adds a client to it, for one region. */
import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { client } from '../client.decider.ts'
import type { FindDefaults } from '../client.handlers.ts'
import { type CreateClientDeps, createClient } from '../create-client.ts'
import { liveClient } from '../live-client.ts'
import { notFound } from '../sign-in/own-calls.ts'
import { accessOfAddedUser } from './user-access.ts'

const notAllowed = (field: string) => refuse('not-allowed', 'You are not allowed to do this.', field)

export function addUserHandlers(
  deps: CreateClientDeps & Pick<CommandHandler, 'load'> & { organisationDefaults: FindDefaults },
): Pick<Handlers<typeof ownOrganisationEndpoints>, 'ownOrganisation.addUser'> {
  return {
    async 'ownOrganisation.addUser'({ tenant, principal, context, body }) {
      if (principal.kind !== 'client') return notFound
      const { orgId, agentIds = [], canAccess: ofAdmin } = principal
      const clientId = derivedId(CLIENT_ID_LENGTH, tenant, orgId, context.cause.command)
      const done = await deps.load(client, clientId, tenant)
      if (done) return reply({ clientId }, done.position)
      const { name, squarePhotoURL = '', widgetIDs, email, dashboardPassword } = body
      const { allowCreateAgents, canDelegateChats, notificationsSettings: notifications } = body
      const advanced = withoutUndefined({ allowCreateAgents, canDelegateChats })
      const [field] = Object.keys(advanced)
      if (field !== undefined && (await hidesAdvanced(tenant, principal.clientId))) return notAllowed(field)
      // What an agency pays for is given by whoever has it.
      if (allowCreateAgents && !principal.allowCreateAgents) return notAllowed('allowCreateAgents')
      // Others of the workspace are refused like those that do not exist.
      if (widgetIDs.some((agentId) => !agentIds.includes(agentId)))
        return refuse('not-found', 'This agent does not exist.', 'widgetIDs')
      const defaults = await deps.organisationDefaults(tenant, orgId)
      if (!defaults) return notFound
      const canAccess = accessOfAddedUser(defaults.canAccess, ofAdmin)
      const clientTabOrder = [...defaults.clientTabOrder]
      const { preferredLanguage } = defaults
      const settings = {
        orgId,
        name,
        squarePhotoURL,
        widgetIDs,
        canAccess,
        clientTabOrder,
        preferredLanguage,
        ...advanced,
        ...(notifications && {
          notificationsSettings: { ...defaultClientNotifications, ...withoutUndefined(notifications) },
        }),
      }
      const created = await createClient(deps, { clientId, settings, email, dashboardPassword }, context)
      return created.ok ? reply({ clientId }, created.position) : created
    },
  }

  /** Whether the agency decides on the Advanced Settings of users alone. */
  async function hidesAdvanced(tenant: string, adminId: string): Promise<boolean> {
    return (await liveClient(deps, tenant, adminId))?.hideAdvancedSettings !== false
  }
}
