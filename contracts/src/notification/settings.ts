/** How a member or a client wants to be notified (part 2 §3: `notificationsSettings`). Plain constants, also for pages. */
export const notifyThroughs = ['all', 'email', 'push', 'none'] as const
export type NotifyThrough = (typeof notifyThroughs)[number]
/** `requestsOnly`: only what needs a person. */
export const notifyIfs = ['all', 'requestsOnly', 'none'] as const
export type NotifyIf = (typeof notifyIfs)[number]
/** How often what happened is sent: each notification by itself, or those of an hour or a day together. */
export const digests = ['immediately', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]
/** The ways in which a notification leaves the dashboard. */
export const alertWays = ['email', 'push'] as const
export type AlertWay = (typeof alertWays)[number]

/** Every day from one time of day to another, `HH:MM`, past midnight if `to` is not later. */
export type QuietHours = { from: string; to: string }

export type NotificationSettings = {
  notifyThrough: NotifyThrough
  notifyIf: NotifyIf
  emailDigest: Digest
  pushDigest: Digest
  /** Nothing is mailed or pushed in them; it is sent together when they end. */
  quietHours: QuietHours | null
  /** IANA name of the member's time zone, for quiet hours and digests. */
  timeZone: string
  /** Whether a push notification says what it is about. */
  pushDetails: boolean
}
export const defaultNotificationSettings: NotificationSettings = {
  notifyThrough: 'all',
  notifyIf: 'requestsOnly',
  emailDigest: 'immediately',
  pushDigest: 'immediately',
  quietHours: null,
  timeZone: 'UTC',
  pushDetails: true,
}

/** What the agency of a client chooses for it, as the client does itself; the rest is the client's own. */
export type ClientNotifications = Pick<NotificationSettings, 'notifyThrough' | 'notifyIf'>
/** How a client is told until somebody chooses otherwise (part 2 §3). */
export const defaultClientNotifications: ClientNotifications = {
  notifyThrough: defaultNotificationSettings.notifyThrough,
  notifyIf: defaultNotificationSettings.notifyIf,
}

/** Maximum characters of a title (specification part 2 §9). */
export const longestTitle = 50
/** Maximum notifications shown per level (part 2 §4). */
export const shownPerLevel = 5
/** Age in seconds above which a notification is no longer shown as a toast (part 2 §4). */
export const recentSeconds = 180
/** The hour of the day, in the member's time zone, at which a daily digest is sent. */
export const dailyDigestHour = 8
/** Maximum browsers of a member that receive push notifications of a workspace; a further one replaces the oldest. */
export const mostPushSubscriptions = 20

/** Whether the member wants notifications of this level. */
export function wantsToKnow({ notifyIf }: Pick<NotificationSettings, 'notifyIf'>, level: 1 | 2): boolean {
  return notifyIf === 'all' || (notifyIf === 'requestsOnly' && level === 2)
}

/** Whether the member chose this way. */
export function tellsThrough(
  { notifyThrough }: Pick<NotificationSettings, 'notifyThrough'>,
  way: AlertWay,
): boolean {
  return notifyThrough === 'all' || notifyThrough === way
}
