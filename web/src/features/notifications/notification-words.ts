import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import { t } from '../../design/language.ts'
import { visitorNameOf } from '../../design/visitor-name.ts'

type Notified = Pick<NotificationView, 'title' | 'about'>

/** What the server says of an agent. */
export const agentNews = [
  'In a conversation with {agent} that you have taken over.',
  'In a conversation with {agent}. Nobody was there when it was asked.',
  'In a conversation with {agent}.',
  'A visitor wrote to {agent}.',
  'A visitor of {agent} left their details.',
  '{agent} goes on by itself with a visitor who waited for a person.',
] as const

const unnamed = /^A visitor(?= )/

/** The title with the visitor's name: `Mara Lind asks for a person`. */
export function notificationTitle({ title, about }: Notified): string {
  if (!about || !unnamed.test(title)) return t(title)
  return t(title.replace(unnamed, '{name}'), { name: visitorNameOf(about) })
}

/** Where it happened. */
export function bodyOf({ body }: Pick<NotificationView, 'body'>): string {
  for (const news of agentNews) {
    const [before = '', after = ''] = news.split('{agent}')
    if (body.startsWith(before) && body.endsWith(after))
      return t(news, { agent: body.slice(before.length, body.length - after.length) })
  }
  return body
}

/** What the visitor said, with their name unless the title has it: `Mara Lind: “Where is my parcel?”`. */
export function saidIn({ title, about }: Notified): string | undefined {
  if (!about) return undefined
  const quoted = about.said === undefined ? undefined : `“${about.said}”`
  if (unnamed.test(title)) return quoted
  const name = visitorNameOf(about)
  return quoted === undefined ? name : `${name}: ${quoted}`
}
