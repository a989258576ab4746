/** The command endpoints of clients, for one region. */
import type { clientEndpoints } from '@parley/contracts/client/endpoints.ts'
import { clientSubject } from '@parley/contracts/client/events.ts'
import { CLIENT_ID_LENGTH, clientRules, leastClientAccess } from '@parley/contracts/client/pages.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { type ClientSettings, client } from './client.decider.ts'
import { type CreateClientDeps, createClient } from './create-client.ts'
import { liveClient } from './live-client.ts'

export type ClientDeps = CreateClientDeps &
  Pick<CommandHandler, 'load'> & {
    agentExists(tenant: string, agentId: string): Promise<boolean>
    organisationDefaults: FindDefaults
  }

/** What new clients of an organisation have; undefined if there is no such organisation. */
export type FindDefaults = (
  tenant: string,
  organisationId: string,
) => Promise<
  { canAccess: readonly string[]; clientTabOrder: readonly string[]; preferredLanguage: Language } | undefined
>

export function clientHandlers(deps: ClientDeps): Handlers<typeof clientEndpoints> {
  const { handle, load, emails } = deps

  return {
    async 'clients.create'(call) {
      const { tenant, body } = call
      const clientId = derivedId(CLIENT_ID_LENGTH, tenant, call.context.cause.command)
      const done = await load(client, clientId, tenant)
      if (done) return reply({ clientId }, done.position)
      if (decidesRules(call)) return notAllowed
      const defaults = await deps.organisationDefaults(tenant, body.orgId)
      if (!defaults) return noOrganisation
      const refused = await refuseStrangers(tenant, body.widgetIDs)
      if (refused) return refused
      const access = defaults.canAccess.length > 0 ? defaults.canAccess : leastClientAccess
      const settings: ClientSettings = {
        orgId: body.orgId,
        name: body.name,
        squarePhotoURL: body.squarePhotoURL ?? '',
        canAccess: [...(body.canAccess ?? access)],
        clientTabOrder: [...(body.clientTabOrder ?? defaults.clientTabOrder)],
        widgetIDs: body.widgetIDs ?? [],
        isOrgAdmin: body.isOrgAdmin ?? false,
        allowCreateAgents: body.allowCreateAgents ?? false,
        canDelegateChats: body.canDelegateChats ?? false,
        hideAdvancedSettings: body.hideAdvancedSettings ?? false,
        ...(body.notificationsSettings && {
          notificationsSettings: {
            ...defaultClientNotifications,
            ...withoutUndefined(body.notificationsSettings),
          },
        }),
        preferredLanguage: body.preferredLanguage ?? defaults.preferredLanguage,
      }
      const { email, dashboardPassword } = body
      const created = await createClient(deps, { clientId, settings, email, dashboardPassword }, call.context)
      return created.ok ? reply({ clientId }, created.position) : created
    },

    async 'clients.save'(call) {
      const { tenant, params } = call
      const { clientId } = params
      const { dashboardPassword, email, ...settings } = call.body
      if (decidesRules(call)) return notAllowed
      const before = await liveClient(deps, tenant, clientId)
      if (!before) return missing
      const context = ofClient(call.context, clientId)
      const moves = settings.orgId !== undefined && settings.orgId !== before.orgId
      if (moves && !(await deps.organisationDefaults(tenant, settings.orgId ?? ''))) return noOrganisation
      const refused = await refuseStrangers(tenant, settings.widgetIDs, before.widgetIDs)
      if (refused) return refused
      const passwordHash =
        dashboardPassword === undefined ? undefined : await deps.hashPassword(dashboardPassword)
      const changesEmail = email !== undefined && emails.hashOf(email) !== before.emailHash
      const reserved = changesEmail ? await emails.reserve(email, clientId, context) : undefined
      if (reserved && !reserved.ok) return reserved
      const address = reserved?.address
      const command = { type: 'ChangeClient', clientId, settings, address, passwordHash } as const
      const handled = await handle(client, clientId, command, overwriting(client, context, clientChanged))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'clients.delete'(call) {
      const { clientId } = call.params
      const command = { type: 'DeleteClient', clientId } as const
      const context = overwriting(client, ofClient(call.context, clientId), clientChanged)
      const handled = await handle(client, clientId, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'clients.unlinkOpenId'(call) {
      const { clientId } = call.params
      const command = { type: 'UnlinkClientOpenId', clientId } as const
      const handled = await handle(client, clientId, command, ofClient(call.context, clientId))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }

  /** Agents that are newly assigned must be of the workspace; others may have been deleted since. */
  async function refuseStrangers(
    tenant: string,
    widgetIDs: readonly string[] = [],
    assigned: readonly string[] = [],
  ) {
    for (const agentId of widgetIDs)
      if (!assigned.includes(agentId) && !(await deps.agentExists(tenant, agentId)))
        return refuse('not-found', 'This agent does not exist.', 'widgetIDs')
    return undefined
  }
}

/** Whether a call changes what root admins alone decide, and its caller is none. */
function decidesRules({
  body,
  may,
}: Pick<Call, 'may'> & { body: Partial<Record<ClientRule, unknown>> }): boolean {
  return clientRules.some((name) => body[name] !== undefined) && !may('organisation.rules.manage')
}
type ClientRule = (typeof clientRules)[number]
const notAllowed = refuse('not-allowed', 'You are not allowed to do this.')

/** The events by which a client is changed. */
const clientChanged = [
  'ClientChanged',
  'ClientEmailChanged',
  'ClientPasswordChanged',
  'ClientAgentCreated',
] as const

function ofClient(context: CommandContext, clientId: string): CommandContext {
  return { ...context, subject: clientSubject(clientId) }
}

const missing = refuse('not-found', 'This client does not exist.')
const noOrganisation = refuse('not-found', 'This organization does not exist.', 'orgId')
