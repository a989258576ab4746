/** Reads the content of messages. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'

/** The text of a message, its text blocks joined. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}
