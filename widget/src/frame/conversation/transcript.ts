/** The messages on screen, as plain data. Every change gives a new list. */
import type { Block, FormField, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Extras, Said } from './saved.ts'

/** `sending` and `waiting` (for the network) are on their way; `unsent` needs the visitor. */
export type Delivery = 'sending' | 'waiting' | 'unsent'
export type ChatMessage = MessageView & {
  delivery?: Delivery
  /** Why it was not sent, for the visitor. */
  trouble?: string
  /** The server has it, so its index stands. */
  heard?: boolean
  /** Its text is still coming. */
  streaming?: boolean
}

/** Puts messages in, replacing those of the same id, in the order of their index; what waits to be sent is last. */
export function merge(list: readonly ChatMessage[], incoming: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(incoming.map(({ id }) => id))
  return [...list.filter(({ id }) => !ids.has(id)), ...incoming].sort((a, b) => place(a) - place(b))
}

const place = ({ index, delivery, heard }: ChatMessage) => (delivery && !heard ? index + 1e9 : index)

export function patch(list: readonly ChatMessage[], id: string, change: Partial<ChatMessage>): ChatMessage[] {
  return list.map((message) => (message.id === id ? { ...message, ...change } : message))
}

/** The visitor's own message, at the end until the server numbers it. */
export function ownMessage(list: readonly ChatMessage[], { id, text, at, ...extras }: Said): ChatMessage {
  const blocks: Block[] = text ? [{ type: 'text', text }] : []
  for (const file of extras.files ?? []) blocks.push({ type: 'file', ...file })
  if (extras.form) blocks.push({ type: 'form-answers', ...extras.form })
  return { id, index: nextIndex(list), role: 'visitor', blocks, at, delivery: 'sending' }
}

/** What the server is told of a message besides its text. */
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

/** The fields of a form that was shown. */
export function fieldsOf(list: readonly ChatMessage[], formId: string): FormField[] {
  for (const { blocks } of list)
    for (const block of blocks) if (block.type === 'form' && block.formId === formId) return block.fields
  return []
}

/** The server has the visitor's message: it takes its place behind everything that was said before. */
export function hear(list: readonly ChatMessage[], id: string): ChatMessage[] {
  const index = lastConfirmed(list) + 1
  return list.map((message) => {
    // One that came back by another way already stands where the server put it.
    if (message.id !== id || (!message.delivery && !message.heard)) return message
    const { delivery: _, trouble: __, ...rest } = message
    return message.heard ? rest : { ...rest, heard: true, index }
  })
}

/** More text of a reply that is being written. */
export function addDelta(list: readonly ChatMessage[], id: string, text: string, at: string): ChatMessage[] {
  const known = list.find((message) => message.id === id)
  const soFar = known?.streaming ? textOf(known) : ''
  const blocks = [{ type: 'text' as const, text: soFar + text }]
  if (known) return patch(list, id, { blocks, streaming: true })
  return [...list, { id, index: nextIndex(list), role: 'agent', blocks, at, streaming: true }]
}

/** Drops replies that broke off: the server has them whole, or will give them anew. */
export function dropBroken(list: readonly ChatMessage[]): ChatMessage[] {
  return list.filter(({ streaming }) => !streaming)
}

/** The visitor's message that a failed reply was to answer. */
export function askedBefore(list: readonly ChatMessage[], failed: ChatMessage): ChatMessage | undefined {
  return list.slice(0, list.indexOf(failed)).findLast(({ role }) => role === 'visitor')
}

export function textOf(message: MessageView): string {
  return message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

/** The highest index the server has confirmed, -1 for none. */
export function lastConfirmed(list: readonly ChatMessage[]): number {
  return list.reduce(
    (last, { index, delivery, streaming }) => (delivery || streaming ? last : Math.max(last, index)),
    -1,
  )
}

const nextIndex = (list: readonly ChatMessage[]) =>
  list.reduce((last, { index }) => Math.max(last, index), -1) + 1
