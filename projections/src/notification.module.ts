/** The read models of notifications. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { notificationsProjection } from './notifications/notifications.projection.ts'
import { notificationQueries } from './notifications/notifications.queries.ts'
import { notifiedConversations } from './notifications/notified-conversations.ts'
import { recipientsProjection } from './notifications/recipients.projection.ts'
import { shownUpToHead } from './shown-up-to-head.ts'

type Asked = Parameters<typeof notifiedConversations>
type NotifiedAsked = [of: Asked[2], may: Asked[3]]

export const notificationReadModels = defineModule({
  name: 'notification read models',
  projections: [notificationsProjection, recipientsProjection],

  start: ({ engines, reader, projections }: ModuleScope) => ({
    handlers: notificationQueries({ reader }),
    provides: {
      notified: {
        /** Whom notifications are about and what those said or gave, by notification id, as the log has it by now. */
        async aboutsOf(tenant: string, ...of: NotifiedAsked) {
          await shownUpToHead({ engines, projections })
          return notifiedConversations(reader, tenant, ...of)
        },
      },
    },
  }),
})
