/** One document for each member who has changed settings or seen notifications. */
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '@parley/contracts/notification/settings.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'

export type Recipient = { userId: string; settings: NotificationSettings; seenUpTo: string }

export const recipientsProjection = tenantProjection<Recipient>()({
  name: 'notification-recipients',
  version: 1,
  events: pick(notificationEvents, 'NotificationsSeen', 'NotificationSettingsChanged'),
  indexes: { byUser: ['userId'] },
  identify: (event) => event.data.userId,
  project(found, event) {
    const { userId } = event.data
    const before = found ?? { userId, settings: defaultNotificationSettings, seenUpTo: '' }
    if (event.type === 'NotificationsSeen') return { ...before, seenUpTo: event.data.upTo }
    const { notifyThrough, notifyIf } = event.data
    return { ...before, settings: { notifyThrough, notifyIf } }
  },
})
