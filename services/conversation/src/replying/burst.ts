/** What a visitor said in one breath: several messages that one reply answers. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Asked, ConversationState } from '../conversation.decider.ts'

/** What the agent is to answer now, in the order it was said; of what failed, message `again` alone. */
export function burstDue(state: ConversationState, again: string | undefined): Asked[] {
  if (state.owner !== 'agent') return []
  const due = state.asked.filter(
    ({ messageId, outcome }) => outcome === 'waiting' || (outcome === 'failed' && messageId === again),
  )
  // What a dialog may have heard ends by itself, without what was said after it.
  const told = due.filter((one) => one.told)
  return told.length > 0 ? told : due
}

/** The messages of a burst, in order. */
export function messagesOf(burst: readonly Asked[], { messages }: ConversationState): MessageView[] {
  const ids = new Set(burst.map(({ messageId }) => messageId))
  return messages.filter(({ id }) => ids.has(id))
}

/** The state with a burst as the one message that its last one ends: what the reply answers. */
export function withBurstAsOne(state: ConversationState, burst: readonly Asked[]): ConversationState {
  const last = burst.at(-1)!
  const others = new Set(burst.slice(0, -1).map(({ messageId }) => messageId))
  if (others.size === 0) return state
  const blocks = messagesOf(burst, state).flatMap((message) => message.blocks)
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const whole: MessageView['blocks'] = [
    { type: 'text', text },
    ...blocks.filter(({ type }) => type !== 'text'),
  ]
  return {
    ...state,
    asked: state.asked.filter(({ messageId }) => !others.has(messageId)),
    messages: state.messages
      .filter(({ id }) => !others.has(id))
      .map((message) => (message.id === last.messageId ? { ...message, blocks: whole } : message)),
  }
}
