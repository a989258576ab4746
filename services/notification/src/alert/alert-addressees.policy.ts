/** Has a notification mailed and pushed to the members and clients who chose that, at once or with their next digest. */
import type { AlertInput } from '@parley/contracts/notification/alert-events.ts'
import { notificationEvents } from '@parley/contracts/notification/events.ts'
import { type AlertWay, alertWays, tellsThrough } from '@parley/contracts/notification/settings.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Addressees } from './addressees.ts'
import { dueAt } from './due.ts'

export type AlertAddresseesDeps = {
  take: RunningProcess<AlertInput>['take']
  addressees: Pick<Addressees, 'of'>
  now?: () => number
}

/** Notifications older than this, in seconds, are neither mailed nor pushed. */
const STALE_SECONDS = 3_600

export function alertAddresseesPolicy({ addressees, now = Date.now, take }: AlertAddresseesDeps) {
  return definePolicy({
    // Where it stands in the log is kept under this name.
    name: 'alert-members',
    startFrom: 'current',
    events: pick(notificationEvents, 'NotificationRaised'),
    async react({ id, tenant, data }) {
      const { notificationId, ts } = data
      if (now() / 1000 - ts > STALE_SECONDS) return
      for (const { userId, settings, subscriptions } of await addressees.of(tenant, data)) {
        for (const way of alertWays) {
          if (!tellsThrough(settings, way) || (way === 'push' && subscriptions.length === 0)) continue
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
