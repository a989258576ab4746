/** One document for each notification of a workspace. */
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type NotificationDocument = {
  notificationId: string
  title: string
  body: string
  /** Unix seconds. */
  ts: number
  urlPathname: string
  notificationLevel: 1 | 2
  notifyOnly: string[]
  /** When it was raised, which may be long after it happened. ISO 8601. */
  raisedAt: string
  seenBy: string[]
}

export const notificationsProjection = tenantProjection<NotificationDocument>()({
  name: 'notifications',
  version: 2,
  events: pick(notificationEvents, 'NotificationRaised', 'NotificationSeen'),
  indexes: { byLevel: ['notificationLevel', 'ts'], byTime: ['ts'] },
  identify: (event) => event.data.notificationId,
  project(found, event) {
    if (event.type === 'NotificationRaised') return { ...event.data, raisedAt: event.at, seenBy: [] }
    return found && { ...found, seenBy: [...found.seenBy, event.data.userId] }
  },
})
