/** The messages on screen, as plain data. Every change gives a new list. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'

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
export function ownMessage(list: readonly ChatMessage[], id: string, text: string, at: string): ChatMessage {
  return {
    id,
    index: nextIndex(list),
    role: 'visitor',
    blocks: [{ type: 'text', text }],
    at,
    delivery: 'sending',
  }
}

/** The server has the visitor's message: it takes its place behind everything that was said before. */
export function hear(list: readonly ChatMessage[], id: string): ChatMessage[] {
  const index = lastConfirmed(list) + 1
  return list.map((message) => {
    if (message.id !== id) return message
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
