/** Single messages and ranges of messages of a conversation, however old. */

import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { openMessages } from './conversation-views.ts'

export function transcriptQueries(
  reader: Reader,
  /** Resolves when the read model shows a position; throws if it does not in time. */
  waitFor: (position: number) => Promise<void>,
) {
  return {
    async range(
      { tenant, conversationId, position }: { tenant: string; conversationId: string; position: number },
      from: number,
      until: number,
    ): Promise<MessageView[]> {
      await waitFor(position)
      const found = await everyDocument(reader, conversationMessagesProjection, tenant, {
        index: 'byConversation',
        where: { conversationId, index: { gte: from, lt: until } },
        limit: Math.min(until - from, 1_000),
      })
      return openMessages(reader, tenant, found)
    },

    async find(
      { tenant, conversationId }: { tenant: string; conversationId: string },
      messageId: string,
    ): Promise<MessageView | undefined> {
      const { items } = await reader.find(conversationMessagesProjection, tenant, {
        index: 'byMessage',
        where: { conversationId, messageId },
        limit: 1,
      })
      const [message] = await openMessages(reader, tenant, items)
      return message
    },
  }
}
