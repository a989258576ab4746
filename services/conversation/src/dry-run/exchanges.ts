/** What was said in a conversation, as lines of a visitor with what came of each, for test cases. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { textOf } from '../conversation.content.ts'

export type Exchange = {
  /** The ids of the visitor's message and of what followed until the next one. */
  messageIds: string[]
  says: string
  /** The first source of the agent's reply. */
  source?: string
  handedOver: boolean
}

/** Messages of the visitor without text are left out. */
export function exchangesIn(messages: readonly MessageView[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const message of messages) {
    if (message.role === 'visitor') {
      const says = textOf(message).trim()
      if (says !== '') exchanges.push({ messageIds: [message.id], says, handedOver: false })
      continue
    }
    const current = exchanges.at(-1)
    if (!current) continue
    current.messageIds.push(message.id)
    const source = message.sources?.[0]?.name
    if (source !== undefined && current.source === undefined) current.source = source
    if (message.blocks.some((block) => block.type === 'event' && block.event === 'handoff-requested'))
      current.handedOver = true
  }
  return exchanges
}
