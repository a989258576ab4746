/** A visitor's own conversations. */
import type { EarlierConversation } from '@parley/contracts/conversation/returning-endpoints.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { openConversations, previewOf } from './conversation-views.ts'
import { conversationsProjection } from './conversations.projection.ts'

const MOST = 20

/** Returns the conversations in which the visitor wrote, newest first, without those of the test panel. */
export async function visitorConversations(
  reader: Reader,
  tenant: string,
  agentId: string,
  visitorId: string,
): Promise<Omit<EarlierConversation, 'visitorToken'>[]> {
  const { items } = await reader.find(conversationsProjection, tenant, {
    index: 'byVisitor',
    where: { agentId, visitorId },
    order: 'desc',
    limit: MOST,
  })
  const spoken = items.filter((item) => item.channel !== 'test-panel' && item.visitorMessages > 0)
  const opened = await openConversations(reader, tenant, spoken)
  return opened.flatMap(
    ({ document: { conversationId, startedAt, lastMessageAt }, last, lastTranslated }) => {
      const preview = previewOf(lastTranslated ?? last)
      return preview === ERASED ? [] : [{ conversationId, startedAt, lastMessageAt, preview }]
    },
  )
}
