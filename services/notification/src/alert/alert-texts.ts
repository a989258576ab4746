/** What a mail and a push notification say. They contain no text of a visitor. */
import type { PushPayload } from '@parley/contracts/notification/push.ts'

export type Alerted = {
  notificationId: string
  title: string
  body: string
  urlPathname: string
  notificationLevel: 1 | 2
}

/** Titles that a push notification of several lists. */
const MOST_LISTED = 3
const settingsHint = 'You can choose what you are notified about under the bell of the dashboard.\n'

export function mailOf(alerted: readonly Alerted[], address: string): { subject: string; text: string } {
  const [only] = alerted
  if (only && alerted.length === 1)
    return {
      subject: only.title,
      text: `${only.body}\n\nOpen it: ${address}${only.urlPathname}\n\n${settingsHint}`,
    }
  const entries = alerted.map(
    ({ title, body, urlPathname }) => `${title}\n${body}\nOpen it: ${address}${urlPathname}\n`,
  )
  return { subject: `${alerted.length} notifications`, text: `${entries.join('\n')}\n${settingsHint}` }
}

/** `details`: whether it says what it is about. `logo`: of whom it comes from. `seenPath` returns the path that marks a notification as seen. */
export function pushOf(
  alerted: readonly Alerted[],
  of: { details: boolean; logo?: string | undefined; seenPath(notificationId: string): string },
): PushPayload {
  const { details, logo, seenPath } = of
  const icon = logo ? { icon: logo } : {}
  const [only] = alerted
  if (only && alerted.length === 1)
    return {
      title: details ? only.title : 'New notification',
      body: details ? only.body : 'Open the dashboard to read it.',
      url: only.urlPathname,
      tag: only.notificationId,
      seen: seenPath(only.notificationId),
      ...icon,
    }
  const titles = [...new Set(alerted.map(({ title }) => title))]
  const more = titles.length > MOST_LISTED ? ['…'] : []
  const paths = new Set(alerted.map(({ urlPathname }) => urlPathname))
  const [path = '/app/'] = paths
  return {
    title: `${alerted.length} new notifications`,
    body: details
      ? [...titles.slice(0, MOST_LISTED), ...more].join('\n')
      : 'Open the dashboard to read them.',
    url: paths.size === 1 ? path : '/app/',
    tag: 'digest',
    ...icon,
  }
}

export const testPush: PushPayload = {
  title: 'Test notification',
  body: 'Push notifications work in this browser.',
  url: '/app/',
  tag: 'test',
}
