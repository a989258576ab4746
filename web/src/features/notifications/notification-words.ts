import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import { agentNewsIn } from '@parley/contracts/notification/news.ts'
import { t } from '../../design/language.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'

type Notified = Pick<NotificationView, 'title' | 'about'>

/** Why a browser can't receive push notifications. */
export const pushProblems = {
  iPhone:
    'On an iPhone or iPad, add the dashboard to the Home Screen first and turn push notifications on there.',
  unsupported: 'This browser does not support push notifications.',
  insecure: 'Push notifications need a dashboard that is opened by https.',
  denied:
    'Notifications of this site are blocked in this browser. Allow them in the settings of the site, then reload the page.',
}
/** Why a test notification did not arrive. */
export const pushOutcomes = {
  gone: 'This browser receives no push notifications any more. Turn them on again.',
  refused: 'The push service of this browser refused the notification.',
  unreachable: 'The push service of this browser could not be reached. Try again in a minute.',
}

const unnamed = /^A visitor(?= )/

/** The title with the visitor's name: `Mara Lind asks for a person`. */
export function notificationTitle({ title, about }: Notified): string {
  if (!about || !unnamed.test(title)) return t(title)
  return t(title.replace(unnamed, '{name}'), { name: visitorNameOf(about) })
}

/** Where it happened. */
export function bodyOf({ body }: Pick<NotificationView, 'body'>): string {
  const known = agentNewsIn(body)
  return known ? t(known.news, { agent: known.agent }) : body
}

/** `ada@example.com, Guests: 4`: labels only where a value doesn't tell what it is. */
function detailsIn(captured: Record<string, string>): string | undefined {
  const told = Object.entries(captured)
    .filter(([field]) => field !== 'name')
    .map(([field, text]) => (field === 'email' || field === 'phone' ? text : `${field}: ${text}`))
  return told.length === 0 ? undefined : told.join(', ')
}

/** What the visitor said or gave, with their name unless the title has it: `Mara Lind: “Where is my parcel?”`. */
export function saidIn({ title, about }: Notified): string | undefined {
  if (!about) return undefined
  const quoted = about.captured
    ? detailsIn(about.captured)
    : about.said === undefined
      ? undefined
      : `“${about.said}”`
  if (unnamed.test(title)) return quoted
  const name = visitorNameOf(about)
  return quoted === undefined ? name : `${name}: ${quoted}`
}
