/** One document for each member who has changed settings, seen notifications or turned on push notifications. */
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '@parley/contracts/notification/settings.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** Personal texts stay sealed: the time zone once it was saved, and user agents. */
export type Recipient = {
  userId: string
  settings: NotificationSettings
  seenUpTo: string
  /** The oldest first. */
  devices: { subscriptionId: string; sessionId: string; userAgent: string; addedAt: string }[]
}

export const recipientsProjection = tenantProjection<Recipient>()({
  name: 'notification-recipients',
  version: 2,
  events: pick(
    notificationEvents,
    'NotificationsSeen',
    'NotificationSettingsChanged',
    'PushSubscriptionAdded',
    'PushSubscriptionRemoved',
  ),
  indexes: { byUser: ['userId'] },
  identify: (event) => event.data.userId,
  project(found, event) {
    const { userId } = event.data
    const before = found ?? { userId, settings: defaultNotificationSettings, seenUpTo: '', devices: [] }
    switch (event.type) {
      case 'NotificationsSeen':
        return { ...before, seenUpTo: event.data.upTo }
      case 'NotificationSettingsChanged': {
        const { userId: _, ...changed } = event.data
        return { ...before, settings: { ...before.settings, ...changed } }
      }
      case 'PushSubscriptionAdded': {
        const { subscriptionId, sessionId, userAgent } = event.data
        const device = { subscriptionId, sessionId, userAgent, addedAt: event.at }
        return { ...before, devices: [...without(before, subscriptionId), device] }
      }
      case 'PushSubscriptionRemoved':
        return { ...before, devices: without(before, event.data.subscriptionId) }
    }
  },
})

const without = ({ devices }: Recipient, id: string) =>
  devices.filter(({ subscriptionId }) => subscriptionId !== id)
