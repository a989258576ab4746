import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import {
  type NotificationSettings,
  recentSeconds,
  tellsThrough,
  wantsToKnow,
} from '@parley/contracts/notification/settings.ts'

/**
 * Returns the notifications to show as toasts: the latest of each level, if it is unseen, younger than 180 seconds
 * (part 2 §4), and wanted in the dashboard by the member. `items` are sorted newest first.
 */
export function dueNow(
  items: readonly NotificationView[],
  settings: Pick<NotificationSettings, 'notifyThrough' | 'notifyIf'>,
  now = Date.now(),
): NotificationView[] {
  if (!tellsThrough(settings, 'push')) return []
  return ([2, 1] as const).flatMap((level) => {
    const latest = items.find((item) => item.notificationLevel === level)
    const due = latest && !latest.seen && now / 1000 - latest.ts < recentSeconds
    return due && wantsToKnow(settings, level) ? [latest] : []
  })
}
