/** Who of the clients may be told of what happens in conversations, and how they want it. */
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { Language } from '@parley/contracts/languages.ts'
import type { ClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { client } from './client.decider.ts'
import { type ClientAccessDeps, clientWithAccess } from './client-with-access.ts'

/** `agentIds`: those that it has by now. */
export type NotifiedClient = {
  email: string
  agentIds: readonly string[]
  notifications: ClientNotifications
  online: boolean
  /** That of its dashboard. */
  language: Language
  /** What its pages let it read. */
  reads: { conversations: boolean; leads: boolean }
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

export function clientNotifications(
  deps: ClientAccessDeps & { commands: Pick<CommandHandler, 'handle'> },
): ClientNotificationsOf {
  const { commands } = deps
  return {
    async find(tenant, clientId) {
      const known = await clientWithAccess(deps, tenant, clientId)
      if (!known?.may('notification.read')) return undefined
      const { email, notificationsSettings: notifications, status, widgetIDs } = known.found
      const { preferredLanguage: language } = known.found
      const reads = { conversations: known.may('conversation.read'), leads: known.may('lead.read') }
      return { email, agentIds: widgetIDs, notifications, online: status === 'online', language, reads }
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
