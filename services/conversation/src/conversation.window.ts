/**
 * What the state keeps of a transcript: the newest messages, which the next turn needs. Older messages are read from
 * the read model (`transcripts.ts`), so that a conversation costs the same however long it is.
 */
import { insertMessage, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationState, VisitorMessage } from './conversation.state.ts'

/** More than a model is shown of the history (`turn/generate/prompt.ts`), notices and failures included. */
export const MOST_MESSAGES = 60
/** Of their JSON. The newest message is kept whatever its size. */
export const MOST_CHARACTERS = 100_000
/** Visitor's messages of which the outcome is known, so that one sent again is neither stored nor answered twice. */
export const MOST_VISITOR_MESSAGES = 200
/** Forms that can still be filled in. */
const MOST_FORMS = 20

/** A form that was shown, with the names of its fields. */
export type ShownForm = { formId: string; names: readonly string[] }

export type Window = Pick<ConversationState, 'messageCount' | 'messages' | 'forms'>

/** Returns the window after a further message of the transcript. */
export function withMessage({ messageCount, messages, forms }: Window, message: MessageView): Window {
  return {
    messageCount: messageCount + 1,
    messages: newest(insertMessage(messages, message)),
    forms: [...forms, ...formsIn(message)].slice(-MOST_FORMS),
  }
}

/** Returns the visitor's messages with one more, which is answered by the agent, or left to a person. */
export function withVisitorMessage(
  {
    visitorMessages,
    visitorMessageCount,
  }: Pick<ConversationState, 'visitorMessages' | 'visitorMessageCount'>,
  message: Pick<VisitorMessage, 'messageId' | 'outcome'>,
): Pick<ConversationState, 'visitorMessages' | 'visitorMessageCount'> {
  const added = { ...message, failures: 0, nth: visitorMessageCount }
  return {
    visitorMessages: [...visitorMessages, added].slice(-MOST_VISITOR_MESSAGES),
    visitorMessageCount: visitorMessageCount + 1,
  }
}

/** Returns the index of the first message that the state still has. */
export function firstIndexIn({ messageCount, messages }: Pick<Window, 'messageCount' | 'messages'>): number {
  return messageCount - messages.length
}

/**
 * Returns the messages with the highest indexes that there is room for, in the order given: one that was delivered late is not the
 * last.
 */
export function newest(messages: readonly MessageView[]): readonly MessageView[] {
  const inOrder = messages.toSorted((one, other) => one.index - other.index)
  let from = Math.max(0, inOrder.length - MOST_MESSAGES)
  let characters = inOrder.slice(from).reduce((sum, message) => sum + sizeOf(message), 0)
  while (characters > MOST_CHARACTERS && from < inOrder.length - 1) {
    characters -= sizeOf(inOrder[from]!)
    from++
  }
  const first = inOrder[from]?.index ?? 0
  return from === 0 ? messages : messages.filter(({ index }) => index >= first)
}

const sizes = new WeakMap<MessageView, number>()

function sizeOf(message: MessageView): number {
  const known = sizes.get(message)
  if (known !== undefined) return known
  const size = JSON.stringify(message).length
  sizes.set(message, size)
  return size
}

function formsIn({ blocks }: MessageView): ShownForm[] {
  return blocks.flatMap((block) =>
    block.type === 'form' ? [{ formId: block.formId, names: block.fields.map(({ name }) => name) }] : [],
  )
}
