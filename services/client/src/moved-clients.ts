/** Clients as they move to another workspace: with their settings, without a password. */
import { randomBytes } from 'node:crypto'
import { clientSubject } from '@parley/contracts/client/events.ts'
import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import { defaultClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { SnapshotClient } from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { client } from './client.decider.ts'
import { type CreateClientDeps, createClient } from './create-client.ts'
import { liveClient } from './live-client.ts'

export function movedClients(deps: CreateClientDeps & Pick<CommandHandler, 'load'>) {
  const { emails, load } = deps

  return {
    /** Undefined for a client that was deleted. */
    async settingsOf(tenant: string, clientId: string): Promise<SnapshotClient | undefined> {
      const found = await liveClient(deps, tenant, clientId)
      if (!found) return undefined
      const { name, email, squarePhotoURL, canAccess, clientTabOrder, widgetIDs, isOrgAdmin } = found
      const { allowCreateAgents, canDelegateChats, hideAdvancedSettings } = found
      const { notificationsSettings, preferredLanguage } = found
      return {
        ...{ name, email, squarePhotoURL, canAccess, clientTabOrder, widgetIDs, isOrgAdmin },
        ...{ allowCreateAgents, canDelegateChats, hideAdvancedSettings },
        ...{ notificationsSettings, preferredLanguage },
      }
    },

    /** Whether an address is one of a client, in any region. */
    isEmailTaken: async (email: string) => (await emails.holderOf(email)) !== undefined,

    /** Undefined for a client that was deleted. */
    organisationOf: async (tenant: string, clientId: string) =>
      (await liveClient(deps, tenant, clientId))?.orgId,

    /** Deletes a client, unless it was deleted already. */
    async remove(clientId: string, context: CommandContext & { tenant: string }) {
      if (!(await liveClient(deps, context.tenant, clientId))) return { ok: true as const }
      const of = { ...context, subject: clientSubject(clientId) }
      return deps.handle(client, clientId, { type: 'DeleteClient', clientId }, of)
    },

    /** Creates a client with a password that nobody knows. Idempotent for the same context. */
    async create(given: SnapshotClient & { orgId: string }, context: CommandContext & { tenant: string }) {
      const { tenant } = context
      const clientId = derivedId(CLIENT_ID_LENGTH, tenant, context.cause.command)
      if (await load(client, clientId, tenant)) return { ok: true as const, clientId }
      const { email, notificationsSettings, ...rest } = given
      const { allowCreateAgents = false, canDelegateChats = false, hideAdvancedSettings = false } = rest
      const settings = {
        ...{ ...rest, allowCreateAgents, canDelegateChats, hideAdvancedSettings },
        notificationsSettings: { ...defaultClientNotifications, ...withoutUndefined(notificationsSettings) },
      }
      const dashboardPassword = randomBytes(32).toString('base64url')
      const created = await createClient(deps, { clientId, settings, email, dashboardPassword }, context)
      return created.ok ? { ok: true as const, clientId } : created
    },
  }
}
