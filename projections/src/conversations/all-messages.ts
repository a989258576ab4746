import { insertMessage, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { openMessages } from './conversation-views.ts'

/** Yields the messages of a conversation, oldest first, with their texts opened. */
export async function* allMessages(
  reader: Reader,
  tenant: string,
  conversationId: string,
): AsyncGenerator<MessageView> {
  let cursor: string | undefined
  do {
    const page = await reader.find(conversationMessagesProjection, tenant, {
      index: 'byConversation',
      where: { conversationId },
      limit: 200,
      cursor,
    })
    yield* (await openMessages(reader, tenant, page.items)).reduce(insertMessage, [])
    cursor = page.next
  } while (cursor !== undefined)
}
