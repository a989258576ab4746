import { insertMessage, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { openMessages } from './conversation-views.ts'

/** Yields the messages of a conversation, oldest first, with their texts opened. */
export async function* allMessages(
  reader: Reader,
  tenant: string,
  conversationId: string,
): AsyncGenerator<MessageView> {
  const query = { index: 'byConversation', where: { conversationId }, limit: 200 }
  for await (const page of everyPage(reader, conversationMessagesProjection, tenant, query))
    yield* (await openMessages(reader, tenant, page)).reduce(insertMessage, [])
}
