/** Who of the clients may be told of what happens in conversations, and how they want it. */
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { Language } from '@parley/contracts/languages.ts'
import type { ClientNotifications } from '@parley/contracts/notification/settings.ts'
import { holds, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { client } from './client.decider.ts'
import { liveClient } from './live-client.ts'
import { accessDisabled, type FindOrganisation } from './sign-in/client-access.ts'

/** `agentIds`: those that it has by now. */
export type NotifiedClient = {
  email: string
  agentIds: readonly string[]
  notifications: ClientNotifications
  online: boolean
  /** That of its dashboard. */
  language: Language
}

export type ClientNotificationsOf = {
  /** As the log has it by now; undefined for whoever is no live client with access that may read notifications. */
  find(tenant: string, clientId: string): Promise<NotifiedClient | undefined>
  /** Saves what the client chose for itself. */
  save(
    tenant: string,
    clientId: string,
    notifications: ClientNotifications,
    context: CommandContext,
  ): ReturnType<CommandHandler['handle']>
}

export function clientNotifications(deps: {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  organisationOf: FindOrganisation
}): ClientNotificationsOf {
  const { commands, organisationOf } = deps
  return {
    async find(tenant, clientId) {
      await commands.refresh(client.category, clientId)
      const found = await liveClient(commands, tenant, clientId)
      if (!found || accessDisabled(await organisationOf(tenant, found.orgId))) return undefined
      const { canAccess, email, notificationsSettings: notifications, status, widgetIDs } = found
      const { preferredLanguage: language } = found
      const holder = { role: 'client', permissions: permissionsOnPages(canAccess) } as const
      if (!holds(holder, 'notification.read')) return undefined
      return { email, agentIds: widgetIDs, notifications, online: status === 'online', language }
    },

    save(tenant, clientId, notificationsSettings, context) {
      const settings = { notificationsSettings }
      const command = { type: 'ChangeClient', clientId, settings, bySelf: true } as const
      return commands.handle(client, clientId, command, {
        ...context,
        tenant,
        subject: clientSubject(clientId),
      })
    },
  }
}
