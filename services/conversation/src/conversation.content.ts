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

/** Reads stored names and texts. Returns an empty record if they are erased or damaged. */
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
