/**
 * Who a notification is about, and what they said or gave. A notification contains no text of a visitor, so that erasing
 * them leaves none in it: it is opened from the conversation and the lead whenever the notification is shown or mailed.
 */
import { ERASED } from '@parley/contracts/message.ts'
import type { NotificationAbout } from '@parley/contracts/notification/endpoints.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationMessagesProjection } from '../conversations/conversation-messages.projection.ts'
import { listItem, openConversations, openMessages, previewOf } from '../conversations/conversation-views.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { openLeads } from '../leads/leads.queries.ts'
import type { NotificationDocument } from './notifications.projection.ts'

type Notified = Pick<NotificationDocument, 'notificationId' | 'ts' | 'urlPathname'>
type Known = Pick<ReturnType<typeof listItem>, 'visitorId' | 'visitorName' | 'question' | 'agentId'> & {
  conversationId: string
  latest: string | undefined
  lastMessageAt: string
}
type From = { reader: Pick<Reader, 'find' | 'getMany' | 'open'>; tenant: string }

/** Messages that are read to find what a visitor had said. */
const MOST_READ = 50
/** Maximum characters of all details that are shown. */
const MOST_CAPTURED = 500

/**
 * Returns what is known by notification id; nothing of conversations that were deleted or are not recorded. `leads`:
 * whether details of leads may be read.
 */
export async function notifiedConversations(
  reader: From['reader'],
  tenant: string,
  notifications: readonly Notified[],
  may: { leads: boolean },
): Promise<Map<string, NotificationAbout>> {
  const from = { reader, tenant }
  const ids = [...new Set(notifications.map(conversationIn).filter((id) => id !== undefined))]
  const documents = await reader.getMany(conversationsProjection, tenant, ids)
  const opened = await openConversations(
    reader,
    tenant,
    documents.filter((document) => document !== undefined),
  )
  const known = new Map<string, Known>(
    opened.map((one) => {
      const { preview, lastRole, visitorSaid, ...item } = listItem(one)
      const { conversationId } = one.document
      const latest = lastRole === 'visitor' ? preview : visitorSaid
      return [conversationId, { ...item, conversationId, latest }]
    }),
  )
  const abouts = await Promise.all(
    notifications.map(async (notification) => {
      const conversation = known.get(conversationIn(notification) ?? '')
      return conversation && ([notification.notificationId, await about(notification, conversation)] as const)
    }),
  )
  return new Map(abouts.filter((one) => one !== undefined))

  async function about(notification: Notified, conversation: Known): Promise<NotificationAbout> {
    const { visitorId, visitorName } = conversation
    const who = { visitorId, ...named(visitorName) }
    const kind = kindOf(notification)
    if (kind === 'lead' || kind === 'request') {
      const captured = may.leads ? await capturedIn(from, notification, conversation) : undefined
      // The conversation may have had another name since.
      return captured ? { ...who, ...named(captured.name), captured } : who
    }
    const said = await saidBy(from, notification, conversation)
    return isReadable(said) ? { ...who, said } : who
  }
}

const named = (visitorName: string | undefined) => (isReadable(visitorName) ? { visitorName } : {})

/** What the visitor had said when it was raised: a conversation is new with its first question, however it went on. */
async function saidBy(
  { reader, tenant }: From,
  notification: Notified,
  { conversationId, question, latest, lastMessageAt }: Known,
): Promise<string | undefined> {
  if (kindOf(notification) === 'conversation') return question
  // Within the second of the notification.
  const until = new Date((notification.ts + 1) * 1000).toISOString()
  if (lastMessageAt < until) return latest ?? question
  const { items } = await reader.find(conversationMessagesProjection, tenant, {
    index: 'byConversation',
    where: { conversationId },
    order: 'desc',
    limit: MOST_READ,
  })
  const message = items.find(({ role, at }) => role === 'visitor' && at < until)
  const [view] = message ? await openMessages(reader, tenant, [message]) : []
  return view ? previewOf(view.blocks) : question
}

/** The details of the request of a lead, else of the lead; names, e-mail addresses and phone numbers first. */
async function capturedIn(
  { reader, tenant }: From,
  { notificationId }: Notified,
  { agentId, visitorId, conversationId }: Known,
): Promise<Record<string, string> | undefined> {
  const { items } = await reader.find(leadsProjection, tenant, {
    index: 'byVisitor',
    where: { agentId, visitorId },
    limit: 1,
  })
  const [lead] = await openLeads(reader, tenant, items)
  const nth = kindOf({ notificationId }) === 'request' ? Number(notificationId.split('.').at(-1)) : 1
  const request = lead?.requests.find((one) => one.conversationId === conversationId && one.nth === nth)
  const { name, email, phone, ...others } = request?.fields ?? lead?.fields ?? {}
  let left = MOST_CAPTURED
  const shown = Object.entries({ name, email, phone, ...others }).flatMap(([field, text]) => {
    if (!isReadable(text) || left <= 0) return []
    const short = text.length > left ? `${text.slice(0, left - 1)}…` : text
    left -= field.length + short.length
    return [[field, short] as const]
  })
  return shown.length > 0 ? Object.fromEntries(shown) : undefined
}

function kindOf({ notificationId }: Pick<Notified, 'notificationId'>): string {
  return notificationId.slice(0, notificationId.indexOf('.'))
}

function conversationIn({ urlPathname }: Pick<Notified, 'urlPathname'>): string | undefined {
  return /[?&]conversation=([\w-]+)/.exec(urlPathname)?.[1]
}

function isReadable(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text !== ERASED
}
