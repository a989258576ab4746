/** What stored contents of messages read, whatever became of them. */
import { type Block, blockSchema, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import { ERASED } from '@parley/contracts/message.ts'

/** The text of a message, its text blocks joined. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

/** Reads stored content; an erased or damaged one becomes a text block that says so. */
export function blocksIn(content: string): Block[] {
  if (content === ERASED) return [{ type: 'text', text: ERASED }]
  try {
    const parsed = blockSchema.array().safeParse(JSON.parse(content))
    if (parsed.success) return parsed.data
  } catch {}
  return [{ type: 'text', text: content }]
}

/** Reads stored names and texts; none where they are erased or damaged. */
export function namedTexts(json: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    )
  } catch {
    return {}
  }
}
