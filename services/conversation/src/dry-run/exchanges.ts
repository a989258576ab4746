/** What was said in a conversation, as lines of a visitor with what came of each, for test cases and replays. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { RecordedReply } from '@parley/contracts/evaluation/test-result.ts'
import { textOf } from '../conversation.content.ts'
import { textRead } from './text-read.ts'

export type Exchange = {
  /** The ids of the visitor's message and of what followed until the next one. */
  messageIds: string[]
  says: string
  /** The first source of the agent's reply. */
  source?: string
  handedOver: boolean
  /** Without the tools, which messages don't have. */
  recorded: Omit<RecordedReply, 'tools'>
}

/** Messages of the visitor without text are left out. */
export function exchangesIn(messages: readonly MessageView[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const message of messages) {
    if (message.role === 'visitor') {
      const says = textOf(message).trim()
      const recorded = { reply: '', by: 'nobody', sources: [], handedOver: false } as const
      if (says !== '')
        exchanges.push({
          messageIds: [message.id],
          says,
          handedOver: false,
          recorded: { ...recorded, sources: [] },
        })
      continue
    }
    const current = exchanges.at(-1)
    if (!current) continue
    current.messageIds.push(message.id)
    const { recorded } = current
    if (message.role !== 'system' && !message.failed) {
      recorded.by = message.role === 'human' ? 'person' : recorded.by === 'person' ? 'person' : 'agent'
      recorded.reply = [recorded.reply, textRead(message.blocks)].filter(Boolean).join('\n\n')
      recorded.sources.push(...(message.sources ?? []).map(({ name }) => name))
    }
    const source = message.sources?.[0]?.name
    if (source !== undefined && current.source === undefined) current.source = source
    if (message.blocks.some((block) => block.type === 'event' && block.event === 'handoff-requested')) {
      current.handedOver = true
      recorded.handedOver = true
    }
  }
  return exchanges
}
