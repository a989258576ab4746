/**
 * Which messages are to be summarised. A model is shown the newest messages (`turn/generate/prompt.ts`); older ones are
 * summarised before they are no longer shown, so that nothing is in neither.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationState } from '../conversation.state.ts'
import { saidIn } from '../turn/generate/prompt.ts'

/** Messages without a summary, and their characters, from which on one is due. A model is shown more of both. */
const DUE = { messages: 14, characters: 12_000 }
/** The newest of them stay as they are. */
const KEPT = { messages: 6, characters: 6_000 }
/** Summarised at once at most. */
const MOST_MESSAGES = 40

/** Returns the indexes from the first message to before the last; undefined if nothing is due. */
export function dueStretch({
  messageCount,
  messages,
  summary,
}: Pick<ConversationState, 'messageCount' | 'messages' | 'summary'>):
  | { from: number; until: number }
  | undefined {
  const from = summary?.upTo ?? 0
  const open = messages.filter(({ index }) => index >= from).toSorted((a, b) => a.index - b.index)
  const isDue = messageCount - from >= DUE.messages || charactersOf(open) >= DUE.characters
  if (!isDue) return undefined
  let until = messageCount
  for (const message of open.toReversed()) {
    const kept = open.filter(({ index }) => index >= message.index)
    if (kept.length > KEPT.messages || charactersOf(kept) > KEPT.characters) break
    until = message.index
  }
  // A reply without end is still shown with the question before it.
  until = Math.min(until, messageCount - 2, from + MOST_MESSAGES)
  return until > from ? { from, until } : undefined
}

function charactersOf(messages: readonly MessageView[]): number {
  return messages.reduce((sum, message) => sum + saidIn(message).length, 0)
}
