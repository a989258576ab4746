import { z } from 'zod'
import { defineEvents, type EventOf, personal, personalSecret } from '../message.ts'
import { digests, notifyIfs, notifyThroughs } from './settings.ts'

/** 1: information. 2: a person is needed. */
export const notificationLevel = z.union([z.literal(1), z.literal(2)])

/**
 * Streams `notification-<notificationId>`, one notification of a workspace, and `recipient-<workspaceId>.<userId>`, the
 * notification settings of one member or client, whose id `userId` is, and the browsers that receive push notifications.
 * What `notificationsSettings` of a client say stands in the client. Contains no text of visitors, which is seen when the
 * notification is opened.
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
      emailDigest: z.enum(digests).optional(),
      pushDigest: z.enum(digests).optional(),
      quietHours: z.object({ from: z.string(), to: z.string() }).nullable().optional(),
      timeZone: personal({ of: 'userId' }).optional(),
      pushDetails: z.boolean().optional(),
    }),
  },
  /** A browser of theirs receives push notifications, as long as its session goes on. Replaces one of the same id. */
  PushSubscriptionAdded: {
    version: 1,
    summary: 'Turned on push notifications in a browser',
    data: z.object({
      userId: z.string(),
      subscriptionId: z.string(),
      sessionId: z.string(),
      /** The address of the push service: whoever knows it and the keys can send to this browser. */
      endpoint: personalSecret(personal({ of: 'userId' })),
      p256dh: personalSecret(personal({ of: 'userId' })),
      auth: personalSecret(personal({ of: 'userId' })),
      /** The user agent of the browser. */
      userAgent: personal({ of: 'userId' }),
    }),
  },
  PushSubscriptionRemoved: {
    version: 1,
    summary: 'Turned off push notifications in a browser',
    data: z.object({
      userId: z.string(),
      subscriptionId: z.string(),
      /** `gone`: the push service has ended it; `replaced`: there were too many. */
      reason: z.enum(['turned-off', 'session-ended', 'member-left', 'gone', 'replaced']),
    }),
  },
})
export type NotificationEvent = EventOf<typeof notificationEvents>
