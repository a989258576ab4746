import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import {
  type NotificationSettings,
  recentSeconds,
  tellsThrough,
  wantsToKnow,
} from '@parley/contracts/notification/settings.ts'

/**
 * What deserves a toast: of each level the latest one, unseen and younger than 180 seconds (part 2 §4), where the
 * member wants to be told of it in the dashboard. `items` come newest first.
 */
export function dueNow(
  items: readonly NotificationView[],
  settings: NotificationSettings,
  now = Date.now(),
): NotificationView[] {
  if (!tellsThrough(settings, 'push')) return []
  return ([2, 1] as const).flatMap((level) => {
    const latest = items.find((item) => item.notificationLevel === level)
    const due = latest && !latest.seen && now / 1000 - latest.ts < recentSeconds
    return due && wantsToKnow(settings, level) ? [latest] : []
  })
}
