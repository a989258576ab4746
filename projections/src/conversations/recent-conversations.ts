import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from './conversations.projection.ts'

/** Conversations looked at for each one that is returned: in some, the visitor said nothing. */
const LOOKED_AT = 10

/**
 * The newest conversations of visitors with an agent in which they said something, by id, newest first. `from`, `until`:
 * when the last message was written.
 */
export async function recentConversations(
  reader: Reader,
  tenant: string,
  agentId: string,
  { most, from, until }: { most: number; from?: string | undefined; until?: string | undefined },
): Promise<string[]> {
  const times = {
    ...(from === undefined ? {} : { gte: from }),
    ...(until === undefined ? {} : { lt: until }),
  }
  const where = { agentId, listed: true }
  const { items } = await reader.find(conversationsProjection, tenant, {
    index: 'byAgent',
    where: Object.keys(times).length > 0 ? { ...where, lastMessageAt: times } : where,
    order: 'desc',
    limit: most * LOOKED_AT,
  })
  return items
    .filter(({ visitorMessages }) => visitorMessages > 0)
    .slice(0, most)
    .map(({ conversationId }) => conversationId)
}
