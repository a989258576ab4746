/** Members' calls on notifications. Which ones were seen is stored per member. */
import type { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
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

export function notificationHandlers(deps: { handle: CommandHandler['handle'] }): Commands {
  const { handle } = deps
  return {
    async 'notifications.seen'(call) {
      const userId = personIn(call.principal)
      if (!userId) return people
      const command = { type: 'SeeNotification', userId } as const
      const handled = await handle(notification, call.params.notificationId, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'notifications.allSeen'(call) {
      const userId = personIn(call.principal)
      if (!userId) return people
      const command = { type: 'SeeAll', userId } as const
      const handled = await handle(recipient, recipientId(call.tenant, userId), command, call.context)
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

export function personIn(principal: Principal): string | undefined {
  return principal.kind === 'user' ? principal.userId : undefined
}
