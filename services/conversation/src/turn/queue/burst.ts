/** Bursts: several messages of a visitor that one reply answers. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { isAnsweredAgain } from '../../approval/approvals.ts'
import type { ConversationState, VisitorMessage } from '../../conversation.decider.ts'

/** Returns the messages that the agent is to answer now, in order. Of the failed ones, includes only `again`. */
export function nextBurst(state: ConversationState, again: string | undefined): VisitorMessage[] {
  if (state.owner !== 'agent') return []
  const due = state.visitorMessages.filter(
    ({ messageId, outcome }) => outcome === 'waiting' || (outcome === 'failed' && messageId === again),
  )
  // What was decided on an earlier message is told by itself.
  const decided = due.find((one) => isAnsweredAgain(state, one))
  if (decided) return [decided]
  // Messages that a third party's dialog may have received are answered separately from later ones.
  const dispatched = due.filter((one) => one.dispatched)
  return dispatched.length > 0 ? dispatched : due
}

/** Returns the messages of a burst, in order. */
export function burstMessages(
  burst: readonly VisitorMessage[],
  { messages }: ConversationState,
): MessageView[] {
  const ids = new Set(burst.map(({ messageId }) => messageId))
  return messages.filter(({ id }) => ids.has(id))
}

/** Returns the state with a burst merged into one message, which has the id of the last. */
export function mergeBurst(state: ConversationState, burst: readonly VisitorMessage[]): ConversationState {
  const last = burst.at(-1)!
  const others = new Set(burst.slice(0, -1).map(({ messageId }) => messageId))
  if (others.size === 0) return state
  const blocks = burstMessages(burst, state).flatMap((message) => message.blocks)
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const whole: MessageView['blocks'] = [
    { type: 'text', text },
    ...blocks.filter(({ type }) => type !== 'text'),
  ]
  return {
    ...state,
    visitorMessages: state.visitorMessages.filter(({ messageId }) => !others.has(messageId)),
    messages: state.messages
      .filter(({ id }) => !others.has(id))
      .map((message) => (message.id === last.messageId ? { ...message, blocks: whole } : message)),
  }
}
