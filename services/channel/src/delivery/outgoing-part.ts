/** What of a message is handed to an adapter, and whether it still may be. Pure; the simulator has the same rules. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ChannelAdapter, Outgoing } from '../channel-adapter.ts'
import { templateOf } from '../whatsapp/templates/sent-template.ts'

/**
 * `isLate`: the time in which the agent may answer is over. `isClosed`: this message may not be sent any more, since only
 * templates, and within their longer time people, may come so late. `ageMs`: how long ago the contact wrote last.
 */
export function lateness(
  {
    replyWindowMs = Infinity,
    personReplyWindowMs = replyWindowMs,
    templates,
  }: ChannelAdapter['capabilities'],
  { role, blocks }: Pick<MessageView, 'role' | 'blocks'>,
  ageMs: number,
): { isLate: boolean; isClosed: boolean } {
  const isLate = ageMs > replyWindowMs
  const isTemplate = templates === true && templateOf(blocks) !== undefined
  return { isLate, isClosed: isLate && !isTemplate && (role !== 'human' || ageMs > personReplyWindowMs) }
}

/** One part of a message, as it is sent. */
export function outgoingPart(
  { conversationId, contactId, isLate }: { conversationId: string; contactId: string; isLate: boolean },
  message: MessageView,
  parts: readonly MessageView['blocks'][],
  part: number,
): Outgoing {
  return {
    ...{ conversationId, contactId, message: { ...message, blocks: parts[part]! } },
    // Unlike the key of the try, it stays the same when it is tried again.
    key: part === 0 ? message.id : `${message.id}.${part + 1}`,
    ...(isLate ? { isLate } : {}),
    ...(parts.length === 1 ? {} : { part: { number: part + 1, of: parts.length } }),
  }
}
