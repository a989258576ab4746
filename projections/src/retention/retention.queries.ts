/** What retention asks: its rules, and the conversations that are older than they allow. */
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { type RetentionRule, retentionRulesProjection } from './retention-rules.projection.ts'
import { unrecordedConversationsProjection } from './unrecorded-conversations.projection.ts'

const SOME = 200

export function retentionQueries(reader: Reader) {
  return {
    async *rules(): AsyncGenerator<RetentionRule> {
      for (let cursor: string | undefined; ; ) {
        const query = { index: 'byDays', limit: SOME, cursor }
        const page = await reader.findPublic(retentionRulesProjection, query)
        yield* page.items
        cursor = page.next
        if (cursor === undefined) return
      }
    },

    /** Conversations of an agent whose last message is older; a limited number, oldest first. */
    async olderThan(tenant: string, agentId: string, moment: string): Promise<string[]> {
      const found = await Promise.all(
        [true, false].map((listed) =>
          reader.find(conversationsProjection, tenant, {
            index: 'byAgent',
            where: { agentId, listed, lastMessageAt: { lt: moment } },
            limit: SOME,
          }),
        ),
      )
      return found.flatMap(({ items }) => items.map(({ conversationId }) => conversationId))
    },

    /** The same for conversations that are not recorded, of all tenants. */
    async unrecordedOlderThan(moment: string) {
      const found = await reader.findPublic(unrecordedConversationsProjection, {
        index: 'byLastMessage',
        where: { lastMessageAt: { lt: moment } },
        limit: SOME,
      })
      return found.items
    },
  }
}
