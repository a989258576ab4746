/** The latest notifications of a workspace for one member or client. */
import { ERASED } from '@parley/contracts/message.ts'
import type {
  NotificationAbout,
  NotificationView,
  notificationEndpoints,
} from '@parley/contracts/notification/endpoints.ts'
import { isForClient } from '@parley/contracts/notification/for-clients.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
  shownPerLevel,
} from '@parley/contracts/notification/settings.ts'
import {
  type Call,
  type Handlers,
  type Principal,
  reply,
  replyWithTag,
} from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type NotificationDocument, notificationsProjection } from './notifications.projection.ts'
import { notifiedConversations } from './notified-conversations.ts'
import { type Recipient, recipientsProjection } from './recipients.projection.ts'

/** How many are read at once, and at most, to find those of a level for the principal. */
const READ = 50
const MOST_READ = 1_000
const SHOWN_AT_ONCE = 20

export function notificationQueries({
  reader,
}: {
  reader: Reader
}): Pick<
  Handlers<typeof notificationEndpoints>,
  'notifications.list' | 'notifications.history' | 'notifications.pushDevices'
> {
  return {
    async 'notifications.list'({ tenant, principal, may }) {
      const userId = idOf(principal)
      const concerned = concerns(principal)
      const [one, two, recipient] = await Promise.all([
        latest(tenant, 1, concerned),
        latest(tenant, 2, concerned),
        reader.get(recipientsProjection, tenant, userId),
      ])
      const shown = [...one, ...two].sort((a, b) => b.ts - a.ts)
      const items = await viewsOf(shown, { tenant, userId, recipient, may })
      const settings = {
        ...(await settingsOf(tenant, recipient)),
        ...(principal.kind === 'client' && principal.notifications),
      }
      return replyWithTag({ items, settings }, reader.newestIn([recipient]))
    },

    async 'notifications.pushDevices'({ tenant, principal }) {
      const { devices = [] } = (await reader.get(recipientsProjection, tenant, idOf(principal))) ?? {}
      const userAgents = await reader.open(
        tenant,
        devices.map(({ userAgent }) => userAgent),
      )
      const items = devices.map(({ subscriptionId, sessionId, addedAt }, nth) => ({
        subscriptionId,
        userAgent: userAgents[nth] ?? '',
        addedAt,
        current: 'sessionId' in principal && sessionId === principal.sessionId,
      }))
      return reply({ items: items.reverse() })
    },

    async 'notifications.history'({ tenant, principal, query, may }) {
      const userId = principal.kind === 'user' ? principal.userId : ''
      const recipient = await reader.get(recipientsProjection, tenant, userId)
      const { limit = SHOWN_AT_ONCE } = query
      const found: NotificationDocument[] = []
      let { cursor } = query
      do {
        const page = await reader.find(notificationsProjection, tenant, {
          index: 'byTime',
          where: {},
          order: 'desc',
          limit: limit - found.length,
          cursor,
        })
        found.push(...page.items.filter(meantFor(userId)))
        cursor = page.next
      } while (cursor !== undefined && found.length < limit)
      const items = await viewsOf(found, { tenant, userId, recipient, may })
      return reply(cursor === undefined ? { items } : { items, next: cursor })
    },
  }

  /** The latest of a level that are for the principal; those of a client may be few among the workspace's. */
  async function latest(
    tenant: string,
    notificationLevel: 1 | 2,
    concerned: (document: NotificationDocument) => boolean,
  ): Promise<NotificationDocument[]> {
    const found: NotificationDocument[] = []
    let cursor: string | undefined
    for (let read = 0; read < MOST_READ && found.length < shownPerLevel; read += READ) {
      const page = await reader.find(notificationsProjection, tenant, {
        index: 'byLevel',
        where: { notificationLevel },
        order: 'desc',
        limit: READ,
        cursor,
      })
      found.push(...page.items.filter(concerned))
      cursor = page.next
      if (cursor === undefined) break
    }
    return found.slice(0, shownPerLevel)
  }

  /** Who and what a notification is about is for those who may read the conversation. */
  async function viewsOf(
    documents: readonly NotificationDocument[],
    {
      tenant,
      userId,
      recipient,
      may,
    }: Pick<Call, 'tenant' | 'may'> & { userId: string; recipient: Recipient | undefined },
  ): Promise<NotificationView[]> {
    const abouts = may('conversation.read')
      ? await notifiedConversations(reader, tenant, documents, { leads: may('lead.read') })
      : new Map<string, NotificationAbout>()
    return documents.map((document) =>
      viewOf(document, userId, recipient, abouts.get(document.notificationId)),
    )
  }

  async function settingsOf(tenant: string, recipient: Recipient | undefined): Promise<NotificationSettings> {
    const { settings = defaultNotificationSettings } = recipient ?? {}
    const [timeZone = ERASED] = await reader.open(tenant, [settings.timeZone])
    return { ...settings, timeZone: timeZone === ERASED ? defaultNotificationSettings.timeZone : timeZone }
  }
}

function idOf(principal: Principal): string {
  if (principal.kind === 'client') return principal.clientId
  return principal.kind === 'user' ? principal.userId : ''
}

function concerns(principal: Principal): (document: NotificationDocument) => boolean {
  return principal.kind === 'client'
    ? (document) => isForClient(document, { ...principal, ...principal.notifications })
    : meantFor(idOf(principal))
}

const meantFor =
  (userId: string) =>
  ({ notifyOnly }: NotificationDocument) =>
    notifyOnly.length === 0 || notifyOnly.includes(userId)

function viewOf(
  document: NotificationDocument,
  userId: string,
  recipient: Recipient | undefined,
  about: NotificationAbout | undefined,
): NotificationView {
  const { notificationId, seenBy, raisedAt, ...rest } = document
  return {
    ID: notificationId,
    ...rest,
    ...(about === undefined ? {} : { about }),
    seen: seenBy.includes(userId) || raisedAt <= (recipient?.seenUpTo ?? ''),
  }
}
