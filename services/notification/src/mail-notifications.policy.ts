/** Mails a notification to the members who chose to receive it by mail. */
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  type NotificationSettings,
  tellsThrough,
  wantsToKnow,
} from '@parley/contracts/notification/settings.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'

export type MailNotificationsDeps = {
  /** The members of a workspace with their addresses. */
  membersOf(tenant: string): Promise<{ userId: string; email: string }[]>
  settingsOf(tenant: string, userId: string): Promise<NotificationSettings>
  /** `id` lets the receiving server recognise a repeated sending. Throws if it should be retried. */
  send(mail: { id: string; to: string; subject: string; text: string }): Promise<unknown>
  /** The address of the dashboard. */
  publicUrl: string
  now?: () => number
}

/** Notifications older than this, in seconds, are not mailed. */
const STALE_SECONDS = 3_600

export function mailNotificationsPolicy(deps: MailNotificationsDeps) {
  const { now = Date.now } = deps
  return definePolicy({
    name: 'mail-notifications',
    startFrom: 'current',
    events: pick(notificationEvents, 'NotificationRaised'),
    async react(event) {
      const { ts, title, body, urlPathname, notificationLevel, notifyOnly } = event.data
      if (now() / 1000 - ts > STALE_SECONDS) return
      for (const { userId, email } of await deps.membersOf(event.tenant)) {
        if (notifyOnly.length > 0 && !notifyOnly.includes(userId)) continue
        const settings = await deps.settingsOf(event.tenant, userId)
        if (!tellsThrough(settings, 'email') || !wantsToKnow(settings, notificationLevel)) continue
        const text = `${body}\n\nOpen it: ${deps.publicUrl}${urlPathname}\n\nYou can choose what you are told of under the bell of the dashboard.\n`
        await deps.send({ id: `${event.id}.${userId}`, to: email, subject: title, text })
      }
    },
  })
}
