/** Reads the content of messages. */
import { type Block, type MessageView, wordsSaidIn } from '@parley/contracts/conversation/blocks.ts'

/** The text of a message: what was written in it, and what is said in its voice notes. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => wordsSaidIn(block) ?? []).join('\n\n')
}

const isRecording = (block: Block) => block.type === 'file' && block.mimeType.startsWith('audio/')

/** Whether a block is a recording that has no transcript. */
export function isUnheard(block: Block): boolean {
  return block.type === 'file' && isRecording(block) && !block.transcript
}

/** Whether a message is a recording of which nobody knows what is said, without words beside it. */
export function isRecordingAlone(message: Pick<MessageView, 'blocks'>): boolean {
  return textOf(message) === '' && message.blocks.some(isRecording)
}
