/**
 * Who a notification is about and what they said. A notification contains no text of a visitor, so that erasing them
 * leaves none in it: it is opened from the conversation whenever the notification is shown.
 */

import { ERASED } from '@parley/contracts/message.ts'
import type { NotificationView } from '@parley/contracts/notification/endpoints.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { listItem, openConversations } from '../conversations/conversation-views.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import type { NotificationDocument } from './notifications.projection.ts'

export type About = NonNullable<NotificationView['about']>

/** Returns what is known by notification id; nothing of conversations that were deleted or are not recorded. */
export async function notifiedConversations(
  reader: Pick<Reader, 'getMany' | 'open'>,
  tenant: string,
  notifications: readonly NotificationDocument[],
): Promise<Map<string, About>> {
  const ids = [...new Set(notifications.map(conversationIn).filter((id) => id !== undefined))]
  const documents = await reader.getMany(conversationsProjection, tenant, ids)
  const opened = await openConversations(
    reader,
    tenant,
    documents.filter((document) => document !== undefined),
  )
  const known = new Map(
    opened.map((one) => {
      const { visitorId, visitorName, question, preview, lastRole, visitorSaid } = listItem(one)
      const latest = lastRole === 'visitor' ? preview : visitorSaid
      return [one.document.conversationId, { visitorId, visitorName, question, latest }]
    }),
  )
  return new Map(
    notifications.flatMap((notification) => {
      const conversation = known.get(conversationIn(notification) ?? '')
      if (!conversation) return []
      const { visitorId, visitorName, question, latest } = conversation
      // A conversation is new with its first question, however it went on.
      const said = notification.notificationId.startsWith('conversation.') ? question : (latest ?? question)
      const about = {
        visitorId,
        ...(isReadable(visitorName) ? { visitorName } : {}),
        ...(isReadable(said) ? { said } : {}),
      }
      return [[notification.notificationId, about] as const]
    }),
  )
}

function conversationIn({ urlPathname }: Pick<NotificationDocument, 'urlPathname'>): string | undefined {
  return /[?&]conversation=([\w-]+)/.exec(urlPathname)?.[1]
}

function isReadable(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text !== ERASED
}
