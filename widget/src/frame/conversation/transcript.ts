/** The messages on screen as immutable data. */
import type { Block, FormField, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Extras, Said } from './saved.ts'

/** `sending` and `waiting` (for the network) are in progress; `unsent` needs the server back, or an action of the visitor. */
export type Delivery = 'sending' | 'waiting' | 'unsent'
export type ChatMessage = MessageView & {
  delivery?: Delivery
  /** Why it was not sent, for the visitor. */
  trouble?: string
  /** It was not sent since the server could not be reached, and is sent once it can be. */
  resend?: boolean
  /** The server has the message, so its index is final. */
  heard?: boolean
  /** The text is still streaming. */
  streaming?: boolean
}

/** Adds messages, replacing those with the same id. Sorts by index, with unsent messages last. */
export function merge(list: readonly ChatMessage[], incoming: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(incoming.map(({ id }) => id))
  return [...list.filter(({ id }) => !ids.has(id)), ...incoming].sort((a, b) => place(a) - place(b))
}

const place = ({ index, delivery, heard }: ChatMessage) => (delivery && !heard ? index + 1e9 : index)

export function patch(list: readonly ChatMessage[], id: string, change: Partial<ChatMessage>): ChatMessage[] {
  return list.map((message) => (message.id === id ? { ...message, ...change } : message))
}

/** Creates a message of the visitor, at the end until the server assigns its index. */
export function ownMessage(list: readonly ChatMessage[], { id, text, at, ...extras }: Said): ChatMessage {
  const blocks: Block[] = text ? [{ type: 'text', text }] : []
  for (const file of extras.files ?? []) blocks.push({ type: 'file', ...file })
  if (extras.form) blocks.push({ type: 'form-answers', ...extras.form })
  return { id, index: nextIndex(list), role: 'visitor', blocks, at, delivery: 'sending' }
}

/** Returns the fields that a message is sent with besides its text. */
export function extrasOf(message: MessageView): { files?: string[]; form?: Extras['form'] } {
  const files = message.blocks.flatMap((block) =>
    block.type === 'file' && block.fileId ? [block.fileId] : [],
  )
  const form = message.blocks.find((block) => block.type === 'form-answers')
  return {
    ...(files.length > 0 && { files }),
    ...(form && { form: { formId: form.formId, answers: form.answers } }),
  }
}

/** Returns the fields of a form of this conversation. */
export function fieldsOf(list: readonly ChatMessage[], formId: string): FormField[] {
  for (const { blocks } of list)
    for (const block of blocks) if (block.type === 'form' && block.formId === formId) return block.fields
  return []
}

/** Marks the visitor's message as received by the server and moves it after all earlier messages. */
export function hear(list: readonly ChatMessage[], id: string): ChatMessage[] {
  const index = lastConfirmed(list) + 1
  return list.map((message) => {
    // A message that another stream delivered already has its final index.
    if (message.id !== id || (!message.delivery && !message.heard)) return message
    const { delivery: _, trouble: __, resend: ___, ...rest } = message
    return message.heard ? rest : { ...rest, heard: true, index }
  })
}

/** Appends text to a streaming reply. */
export function addDelta(list: readonly ChatMessage[], id: string, text: string, at: string): ChatMessage[] {
  const known = list.find((message) => message.id === id)
  const soFar = known?.streaming ? textOf(known) : ''
  const blocks = [{ type: 'text' as const, text: soFar + text }]
  if (known) return patch(list, id, { blocks, streaming: true })
  return [...list, { id, index: nextIndex(list), role: 'agent', blocks, at, streaming: true }]
}

/** Removes interrupted replies. The server has them complete or streams them again. */
export function dropBroken(list: readonly ChatMessage[]): ChatMessage[] {
  return list.filter(({ streaming }) => !streaming)
}

/** Returns the visitor's message that a failed reply was to answer. */
export function askedBefore(list: readonly ChatMessage[], failed: ChatMessage): ChatMessage | undefined {
  return list.slice(0, list.indexOf(failed)).findLast(({ role }) => role === 'visitor')
}

export function textOf(message: MessageView): string {
  return message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

/** Returns the highest index that the server has confirmed, or -1. */
export function lastConfirmed(list: readonly ChatMessage[]): number {
  return list.reduce(
    (last, { index, delivery, streaming }) => (delivery || streaming ? last : Math.max(last, index)),
    -1,
  )
}

const nextIndex = (list: readonly ChatMessage[]) =>
  list.reduce((last, { index }) => Math.max(last, index), -1) + 1
