/** Bursts: several messages of a visitor that one reply answers. */
import { type Block, type MessageView, wordsSaidIn } from '@parley/contracts/conversation/blocks.ts'
import { isAnsweredAgain } from '../../approval/approvals.ts'
import { isUnheard } from '../../conversation.content.ts'
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
  const whole = mergedBlocks(blocks)
  return {
    ...state,
    visitorMessages: state.visitorMessages.filter(({ messageId }) => !others.has(messageId)),
    messages: state.messages
      .filter(({ id }) => !others.has(id))
      .map((message) => (message.id === last.messageId ? { ...message, blocks: whole } : message)),
  }
}

/** One text in the order of writing and speaking, divided by the recordings of which it isn't known yet what is said. */
function mergedBlocks(blocks: readonly Block[]): Block[] {
  const said: Block[] = []
  const others: Block[] = []
  for (const block of blocks) {
    const words = wordsSaidIn(block)
    const last = said.at(-1)
    if (words !== undefined && last?.type === 'text')
      said.splice(-1, 1, { ...last, text: `${last.text}\n${words}` })
    else if (words !== undefined) said.push({ type: 'text', text: words })
    if (isUnheard(block)) said.push(block)
    else if (block.type === 'file') others.push(withoutTranscript(block))
    else if (block.type !== 'text') others.push(block)
  }
  return [...said, ...others]
}

/** What is said in it stands in the text. */
function withoutTranscript({ transcript: _, ...file }: Extract<Block, { type: 'file' }>): Block {
  return file
}
