/** The messages of a test conversation as immutable data. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'

export type TestMessage = MessageView & {
  /** The text is still streaming, or was stopped before its end. */
  partial?: 'streaming' | 'stopped'
  /** Why the user's message has no complete reply. */
  problem?: string
}

export function ownMessage(
  messages: readonly TestMessage[],
  id: string,
  blocks: Block[],
  at: string,
): TestMessage {
  return { id, index: nextIndex(messages), role: 'visitor', blocks, at }
}

/** Applies an event of a reply stream. Deltas are appended; the whole message replaces them. */
export function told(
  messages: readonly TestMessage[],
  event: ReplyStreamEvent,
  at: string,
): readonly TestMessage[] {
  if (event.type === 'message') {
    const whole = event.message
    const known = messages.some(({ id }) => id === whole.id)
    return known
      ? messages.map((message) => (message.id === whole.id ? whole : message))
      : [...messages, whole]
  }
  if (event.type === 'done') return messages
  // Another owner answers now, so the text is removed.
  if (event.type === 'discarded') return messages.filter(({ id }) => id !== event.id)
  const known = messages.find(({ id }) => id === event.id)
  const text = (known ? textOf(known) : '') + event.text
  const message: TestMessage = {
    id: event.id,
    index: known?.index ?? nextIndex(messages),
    role: 'agent',
    blocks: [{ type: 'text', text }],
    at: known?.at ?? at,
    partial: 'streaming',
  }
  return known ? messages.map((each) => (each === known ? message : each)) : [...messages, message]
}

/** Marks streaming messages as stopped and keeps their text. */
export function stopped(messages: readonly TestMessage[]): readonly TestMessage[] {
  return messages.map((message) =>
    message.partial === 'streaming' ? { ...message, partial: 'stopped' } : message,
  )
}

/** Removes the failed or partial reply to a message before the message is sent again. */
export function withoutAnswer(messages: readonly TestMessage[], id: string): readonly TestMessage[] {
  const asked = messages.findIndex((message) => message.id === id)
  return messages
    .filter((message, place) => place <= asked || !(message.failed || message.partial))
    .map((message) => (message.id === id ? { ...message, problem: undefined } : message))
}

export function withProblem(
  messages: readonly TestMessage[],
  id: string,
  problem: string,
): readonly TestMessage[] {
  return messages
    .filter(({ partial }) => partial !== 'streaming')
    .map((message) => (message.id === id ? { ...message, problem } : message))
}

/** Returns the user's message that a failed reply was to answer. */
export function askedBefore(messages: readonly TestMessage[], failed: TestMessage): TestMessage | undefined {
  return messages.slice(0, messages.indexOf(failed)).findLast(({ role }) => role === 'visitor')
}

/** Whether the message is a complete reply to a message of the user, so that it has a trace. */
export function isReply(messages: readonly TestMessage[], message: TestMessage): boolean {
  if (message.role !== 'agent' || message.partial || message.failed) return false
  return messages.some(({ role, index }) => role === 'visitor' && index < message.index)
}

export function textOf(message: MessageView): string {
  return message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

/** The ids of the files that were uploaded for it. */
export function filesOf({ blocks }: MessageView): string[] {
  return blocks.flatMap((block) => (block.type === 'file' ? (block.fileId ?? []) : []))
}

const nextIndex = (messages: readonly TestMessage[]) =>
  messages.reduce((last, { index }) => Math.max(last, index), -1) + 1
