/** Reads the content of messages. */
import { type Block, type MessageView, wordsSaidIn } from '@parley/contracts/conversation/blocks.ts'

/** The text of a message: what was written in it, and what is said in its voice notes. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => wordsSaidIn(block) ?? []).join('\n\n')
}

/** Whether a block is a recording that has no transcript. */
export function isUnheard(block: Block): boolean {
  return block.type === 'file' && block.mimeType.startsWith('audio/') && !block.transcript
}
