/** The read models of notifications. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { notificationsProjection } from './notifications/notifications.projection.ts'
import { notificationQueries } from './notifications/notifications.queries.ts'
import { recipientsProjection } from './notifications/recipients.projection.ts'

export const notificationReadModels = defineModule({
  name: 'notification read models',
  projections: [notificationsProjection, recipientsProjection],

  start: ({ reader }: ModuleScope) => ({ handlers: notificationQueries({ reader }) }),
})
