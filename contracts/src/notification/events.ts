import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { notifyIfs, notifyThroughs } from './settings.ts'

/** 1: information. 2: a person is needed. */
export const notificationLevel = z.union([z.literal(1), z.literal(2)])

/**
 * Streams `notification-<notificationId>`, one notification of a workspace, and `recipient-<workspaceId>.<userId>`, the
 * notification settings of one member. Contains no text of visitors; members see it when they open the notification.
 */
export const notificationEvents = defineEvents({
  NotificationRaised: {
    version: 1,
    summary: 'Notified the team',
    data: z.object({
      notificationId: z.string(),
      title: z.string(),
      body: z.string(),
      /** Unix seconds; when it happened. */
      ts: z.number(),
      urlPathname: z.string(),
      notificationLevel,
      /** Members by id; empty for all. */
      notifyOnly: z.array(z.string()),
    }),
  },
  NotificationSeen: {
    version: 1,
    summary: 'Read a notification',
    data: z.object({ notificationId: z.string(), userId: z.string() }),
  },
  /** All notifications raised up to a moment, ISO 8601. */
  NotificationsSeen: {
    version: 1,
    summary: 'Read all notifications',
    data: z.object({ userId: z.string(), upTo: z.string() }),
  },
  NotificationSettingsChanged: {
    version: 1,
    summary: 'Changed notification settings',
    data: z.object({
      userId: z.string(),
      notifyThrough: z.enum(notifyThroughs),
      notifyIf: z.enum(notifyIfs),
    }),
  },
})
export type NotificationEvent = EventOf<typeof notificationEvents>
