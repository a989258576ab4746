/** Reads the stored content of messages, including erased and damaged content. */
import { type Block, blockSchema, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import { ERASED } from '@parley/contracts/message.ts'

/** The text of a message, its text blocks joined. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

/** Reads stored content. Erased or damaged content becomes a text block with the stored text. */
export function blocksIn(content: string): Block[] {
  if (content === ERASED) return [{ type: 'text', text: ERASED }]
  try {
    const parsed = blockSchema.array().safeParse(JSON.parse(content))
    if (parsed.success) return parsed.data
  } catch {}
  return [{ type: 'text', text: content }]
}
