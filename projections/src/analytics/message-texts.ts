import { ERASED } from '@parley/contracts/message.ts'
import {
  conversationMessagesProjection,
  messageAt,
} from '../conversations/conversation-messages.projection.ts'
import type { AnalyzedMessage } from './analytics-messages.projection.ts'
import type { Measuring } from './measuring.ts'

/** Returns the texts of a visitor's messages from the transcripts; `[erased]` for those that are gone. */
export async function textsOf(
  { reader, tenant }: Pick<Measuring, 'reader' | 'tenant'>,
  messages: readonly Pick<AnalyzedMessage, 'conversationId' | 'index'>[],
): Promise<string[]> {
  const found = await reader.getMany(
    conversationMessagesProjection,
    tenant,
    messages.map(({ conversationId, index }) => messageAt(conversationId, index)),
  )
  return reader.open(
    tenant,
    found.map((message) => message?.said ?? ERASED),
  )
}
