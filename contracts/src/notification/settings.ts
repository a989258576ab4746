/** How a member wants to be told (part 2 §3: `notificationsSettings`). Plain constants, for pages too. */
export const notifyThroughs = ['all', 'email', 'push', 'none'] as const
export type NotifyThrough = (typeof notifyThroughs)[number]
/** `requestsOnly`: what needs a person. */
export const notifyIfs = ['all', 'requestsOnly', 'none'] as const
export type NotifyIf = (typeof notifyIfs)[number]

export type NotificationSettings = { notifyThrough: NotifyThrough; notifyIf: NotifyIf }
export const defaultNotificationSettings: NotificationSettings = {
  notifyThrough: 'all',
  notifyIf: 'requestsOnly',
}

/** The specification cuts titles to so many characters (part 2 §9). */
export const longestTitle = 50
/** So many of each level are shown (part 2 §4). */
export const shownPerLevel = 5
/** A notification older than this, in seconds, disturbs nobody any more. */
export const recentSeconds = 180

/** Whether a notification of a level is one that the member wants to be told of. */
export function wantsToKnow({ notifyIf }: NotificationSettings, level: 1 | 2): boolean {
  return notifyIf === 'all' || (notifyIf === 'requestsOnly' && level === 2)
}

/** Whether one way of telling is among those chosen. */
export function tellsThrough({ notifyThrough }: NotificationSettings, way: 'email' | 'push'): boolean {
  return notifyThrough === 'all' || notifyThrough === way
}
