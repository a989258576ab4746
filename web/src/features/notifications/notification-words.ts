import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import { visitorNameOf } from '../../design/visitor-name.ts'

type Notified = Pick<NotificationView, 'title' | 'about'>

const unnamed = /^A visitor(?= )/

/** The title with the visitor's name: `Mara Lind asks for a person`. */
export function notificationTitle({ title, about }: Notified): string {
  return about ? title.replace(unnamed, () => visitorNameOf(about)) : title
}

/** What the visitor said, with their name unless the title has it: `Mara Lind: “Where is my parcel?”`. */
export function saidIn({ title, about }: Notified): string | undefined {
  if (!about) return undefined
  const quoted = about.said === undefined ? undefined : `“${about.said}”`
  if (unnamed.test(title)) return quoted
  const name = visitorNameOf(about)
  return quoted === undefined ? name : `${name}: ${quoted}`
}
