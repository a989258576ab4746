/** How a member wants to be notified (part 2 §3: `notificationsSettings`). Plain constants, also for pages. */
export const notifyThroughs = ['all', 'email', 'push', 'none'] as const
export type NotifyThrough = (typeof notifyThroughs)[number]
/** `requestsOnly`: only what needs a person. */
export const notifyIfs = ['all', 'requestsOnly', 'none'] as const
export type NotifyIf = (typeof notifyIfs)[number]

export type NotificationSettings = { notifyThrough: NotifyThrough; notifyIf: NotifyIf }
export const defaultNotificationSettings: NotificationSettings = {
  notifyThrough: 'all',
  notifyIf: 'requestsOnly',
}

/** Maximum characters of a title (specification part 2 §9). */
export const longestTitle = 50
/** Maximum notifications shown per level (part 2 §4). */
export const shownPerLevel = 5
/** Age in seconds above which a notification is no longer shown as a toast (part 2 §4). */
export const recentSeconds = 180

/** Whether the member wants notifications of this level. */
export function wantsToKnow({ notifyIf }: NotificationSettings, level: 1 | 2): boolean {
  return notifyIf === 'all' || (notifyIf === 'requestsOnly' && level === 2)
}

/** Whether the member chose this channel. */
export function tellsThrough({ notifyThrough }: NotificationSettings, way: 'email' | 'push'): boolean {
  return notifyThrough === 'all' || notifyThrough === way
}
