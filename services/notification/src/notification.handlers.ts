/** The calls of members and clients on notifications. Which ones were seen is stored for each of them. */
import type { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { isForClient } from '@parley/contracts/notification/for-clients.ts'
import type { ClientNotifications } from '@parley/contracts/notification/settings.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, type Principal, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { notification } from './notification.decider.ts'
import { recipient, recipientId } from './recipient.decider.ts'

type Commands = Pick<
  Handlers<typeof notificationEndpoints>,
  'notifications.seen' | 'notifications.allSeen' | 'notifications.saveSettings'
>

export type NotificationDeps = Pick<CommandHandler, 'handle' | 'load'> & {
  /** Saves what stands with a client, since its agency chooses it too. */
  saveOfClient(
    tenant: string,
    clientId: string,
    notifications: ClientNotifications,
    context: CommandContext,
  ): ReturnType<CommandHandler['handle']>
}

export function notificationHandlers({ handle, load, saveOfClient }: NotificationDeps): Commands {
  return {
    async 'notifications.seen'({ tenant, principal, params, context }) {
      const { notificationId } = params
      const seer = seerIn(principal)
      if (!seer.ok) return seer
      if (principal.kind === 'client') {
        const raised = (await load(notification, notificationId, tenant))?.state.raised
        if (!raised || !isForClient(raised, { ...principal, ...principal.notifications })) return missing
      }
      const command = { type: 'SeeNotification', userId: seer.id } as const
      const handled = await handle(notification, notificationId, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'notifications.allSeen'({ tenant, principal, context }) {
      const seer = seerIn(principal)
      if (!seer.ok) return seer
      const command = { type: 'SeeAll', userId: seer.id } as const
      const handled = await handle(recipient, recipientId(tenant, seer.id), command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'notifications.saveSettings'(call) {
      const { principal, tenant } = call
      const seer = seerIn(principal)
      if (!seer.ok) return seer
      const userId = seer.id
      const { timeZone, ...rest } = call.body
      const known = knownTimeZone(timeZone)
      if (timeZone !== undefined && known === undefined)
        return refuse('invalid-time-zone', 'There is no such time zone.', 'timeZone')
      const settings = known === undefined ? rest : { ...rest, timeZone: known }
      const command = { type: 'ChangeSettings', userId, settings } as const
      const context = overwriting(recipient, call.context, ['NotificationSettingsChanged'])
      const handled = await handle(recipient, recipientId(tenant, userId), command, context)
      if (!handled.ok) return handled
      if (principal.kind !== 'client') return reply({ success: true }, handled.position)
      const { notifyIf, notifyThrough } = call.body
      const saved = await saveOfClient(tenant, userId, { notifyIf, notifyThrough }, call.context)
      return saved.ok ? reply({ success: true }, Math.max(handled.position, saved.position)) : saved
    },
  }
}

const people = refuse('not-allowed', 'Only a signed-in person has notifications of their own.')

const missing = refuse('not-found', 'This notification does not exist.')
const viewing = refuse('viewing-as', 'This belongs to the client alone. Leave the view first.')

/** The person or client whose notifications are meant, with their session. Refuses others, and whoever views as a client. */
export function seerIn(principal: Principal) {
  if (principal.kind === 'client' && principal.agencyAdmin) return people
  if (principal.kind === 'client')
    return principal.viewer
      ? viewing
      : { ok: true as const, id: principal.clientId, sessionId: principal.sessionId }
  return principal.kind === 'user'
    ? { ok: true as const, id: principal.userId, sessionId: principal.sessionId }
    : people
}
