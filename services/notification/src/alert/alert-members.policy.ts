/** Has a notification mailed and pushed to the members who chose that, at once or with their next digest. */
import type { AlertInput } from '@parley/contracts/notification/alert-events.ts'
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import {
  type AlertWay,
  alertWays,
  type NotificationSettings,
  tellsThrough,
  wantsToKnow,
} from '@parley/contracts/notification/settings.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-manager.ts'
import { pick } from '@parley/kernel/projection.ts'
import { dueAt } from './due.ts'

export type AlertMembersDeps = {
  take: RunningProcess<AlertInput>['take']
  /** The members of a workspace. */
  membersOf(tenant: string): Promise<{ userId: string }[]>
  /** A member's settings, and whether a browser of theirs receives push notifications. */
  recipientOf(tenant: string, userId: string): Promise<{ settings: NotificationSettings; hasPush: boolean }>
  now?: () => number
}

/** Notifications older than this, in seconds, are neither mailed nor pushed. */
const STALE_SECONDS = 3_600

export function alertMembersPolicy(deps: AlertMembersDeps) {
  const { now = Date.now, take } = deps
  return definePolicy({
    name: 'alert-members',
    startFrom: 'current',
    events: pick(notificationEvents, 'NotificationRaised'),
    async react({ id, tenant, data }) {
      const { notificationId, ts, notificationLevel, notifyOnly } = data
      if (now() / 1000 - ts > STALE_SECONDS) return
      for (const { userId } of await deps.membersOf(tenant)) {
        if (notifyOnly.length > 0 && !notifyOnly.includes(userId)) continue
        const { settings, hasPush } = await deps.recipientOf(tenant, userId)
        if (!wantsToKnow(settings, notificationLevel)) continue
        for (const way of alertWays) {
          if (!tellsThrough(settings, way) || (way === 'push' && !hasPush)) continue
          const dueMs = dueAt(settings, way, now())
          const due = dueMs === undefined ? null : new Date(dueMs).toISOString()
          const instance = alertId({ tenant, userId, way, one: dueMs ?? notificationId })
          const input = { type: 'AlertRaised', way, userId, notificationId, due } as const
          await take({ tenant, instance }, input, `raised/${id}`)
        }
      }
    },
  })
}

/** What is due at one moment is sent together, and has one id. */
function alertId(of: { tenant: string; userId: string; way: AlertWay; one: string | number }): string {
  return `${of.tenant}.${of.userId}.${of.way}.${of.one}`
}
