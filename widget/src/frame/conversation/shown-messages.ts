import type { ChatState } from './state.ts'
import type { ChatMessage } from './transcript.ts'

const ofPeople = new Set(['human-joined', 'handed-back'])

/** The messages that the chat shows: those about who joins and leaves only where the team wants visitors to read them. */
export function shownMessages({
  messages,
  handoff,
}: Pick<ChatState, 'messages' | 'handoff'>): readonly ChatMessage[] {
  if (!handoff?.quiet) return messages
  return messages.filter(
    ({ blocks }) => !blocks.some((block) => block.type === 'event' && ofPeople.has(block.event)),
  )
}
