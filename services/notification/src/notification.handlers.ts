/** The calls of members and clients on notifications. Which ones were seen is stored for each of them. */
import type { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { isForClient } from '@parley/contracts/notification/for-clients.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, type Principal, reply } from '@parley/kernel/handler.ts'
import { overwriting } from '@parley/kernel/overwriting.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { notification } from './notification.decider.ts'
import { recipient, recipientId } from './recipient.decider.ts'

type Commands = Pick<
  Handlers<typeof notificationEndpoints>,
  'notifications.seen' | 'notifications.allSeen' | 'notifications.saveSettings'
>

export function notificationHandlers({ handle, load }: Pick<CommandHandler, 'handle' | 'load'>): Commands {
  return {
    async 'notifications.seen'({ tenant, principal, params, context }) {
      const { notificationId } = params
      const seer = seerIn(principal)
      if (!seer.ok) return seer
      if (principal.kind === 'client') {
        const raised = (await load(notification, notificationId, tenant))?.state.raised
        if (!raised || !isForClient(raised, principal)) return missing
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
      const userId = personIn(call.principal)
      if (!userId) return people
      const { timeZone, ...rest } = call.body
      const known = knownTimeZone(timeZone)
      if (timeZone !== undefined && known === undefined)
        return refuse('invalid-time-zone', 'There is no such time zone.', 'timeZone')
      const settings = known === undefined ? rest : { ...rest, timeZone: known }
      const command = { type: 'ChangeSettings', userId, settings } as const
      const context = overwriting(recipient, call.context, ['NotificationSettingsChanged'])
      const handled = await handle(recipient, recipientId(call.tenant, userId), command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}

export const people = refuse('not-allowed', 'Only a signed-in person has notifications of their own.')

const missing = refuse('not-found', 'This notification does not exist.')
const viewing = refuse('viewing-as', 'This belongs to the client alone. Leave the view first.')

/** Whose the mark is: of a person or a client. */
function seerIn(principal: Principal) {
  if (principal.kind === 'client')
    return principal.viewer ? viewing : { ok: true as const, id: principal.clientId }
  return principal.kind === 'user' ? { ok: true as const, id: principal.userId } : people
}

export function personIn(principal: Principal): string | undefined {
  return principal.kind === 'user' ? principal.userId : undefined
}
