/**
 * Messages of a conversation however old they are: the newest from its state, older ones from the read model, in pages.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationState, VisitorMessage } from './conversation.state.ts'
import { firstIndexIn } from './conversation.window.ts'

/** The read model of all messages. */
export type Transcripts = {
  /** Returns the messages with an index from `from` to before `until`, in order, as of a position of the log. */
  range(
    of: { tenant: string; conversationId: string; position: number },
    from: number,
    until: number,
  ): Promise<MessageView[]>
  find(of: { tenant: string; conversationId: string }, messageId: string): Promise<MessageView | undefined>
}

/** A conversation as `load` found it. */
export type FoundConversation = { tenant: string; position: number; state: ConversationState }

/** Returns the messages with an index from `from` to before `until`, in order. */
export async function messagesBetween(
  transcripts: Transcripts,
  { tenant, position, state }: FoundConversation,
  from: number,
  until: number,
): Promise<MessageView[]> {
  const first = firstIndexIn(state)
  const recent = state.messages.filter(({ index }) => index >= from && index < until)
  if (from >= first || !state.started) return recent
  const { conversationId } = state.started
  const older = await transcripts.range({ tenant, conversationId, position }, from, Math.min(until, first))
  return [...older, ...recent]
}

/** Yields all messages from an index on, in pages. */
export async function* messagesFrom(
  transcripts: Transcripts,
  found: FoundConversation,
  from: number,
): AsyncGenerator<MessageView[]> {
  for (let next = from; next < found.state.messageCount; next += PAGE)
    yield await messagesBetween(transcripts, found, next, next + PAGE)
}

const PAGE = 200

/** Returns a message from the state or else from the read model. */
export async function messageOf(
  transcripts: Transcripts,
  { tenant, state }: Pick<FoundConversation, 'tenant' | 'state'>,
  messageId: string,
): Promise<MessageView | undefined> {
  const recent = state.messages.findLast(({ id }) => id === messageId)
  if (recent || !state.started || firstIndexIn(state) === 0) return recent
  return transcripts.find({ tenant, conversationId: state.started.conversationId }, messageId)
}

/** Returns the state with the messages of a burst that it no longer has, such as one that is retried much later. */
export async function withBurstMessages(
  transcripts: Transcripts,
  tenant: string,
  state: ConversationState,
  burst: readonly VisitorMessage[],
): Promise<ConversationState> {
  const older: MessageView[] = []
  for (const { messageId } of burst) {
    if (state.messages.some(({ id }) => id === messageId)) continue
    const message = await messageOf(transcripts, { tenant, state }, messageId)
    if (message) older.push(message)
  }
  return older.length === 0 ? state : { ...state, messages: [...older, ...state.messages] }
}
