import { ERASED } from '@parley/contracts/message.ts'
import {
  type ConversationMessage,
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
  const opened = await reader.open(tenant, found.flatMap(partsOf))
  let next = 0
  return found.map((message) => {
    const parts = opened.slice(next, next + partsOf(message).length)
    next += parts.length
    return parts.filter((text) => text !== '').join('\n\n')
  })
}

/** What was written, and what is said in voice notes; sealed. */
function partsOf(message: ConversationMessage | undefined): string[] {
  if (!message) return [ERASED]
  return [message.said, ...(message.transcripts ?? []).map(({ text }) => text)]
}
