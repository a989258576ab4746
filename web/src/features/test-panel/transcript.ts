/** The messages of a test conversation, as plain data. Every change gives a new list. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'

export type TestMessage = MessageView & {
  /** Its text is still coming, or stopped coming before its end. */
  partial?: 'streaming' | 'stopped'
  /** Why the own message got no whole answer. */
  problem?: string
}

export function ownMessage(
  messages: readonly TestMessage[],
  id: string,
  text: string,
  at: string,
): TestMessage {
  return { id, index: nextIndex(messages), role: 'visitor', blocks: [{ type: 'text', text }], at }
}

/** Takes what the stream of a reply told. Deltas add up; the whole message takes their place. */
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
  // Somebody else answers now: what came of it is taken back.
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

/** Stops what is still coming, keeping what came. */
export function stopped(messages: readonly TestMessage[]): readonly TestMessage[] {
  return messages.map((message) =>
    message.partial === 'streaming' ? { ...message, partial: 'stopped' } : message,
  )
}

/** Makes room for another attempt at answering a message: what came of the former one goes. */
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

/** The own message that a failed reply was to answer. */
export function askedBefore(messages: readonly TestMessage[], failed: TestMessage): TestMessage | undefined {
  return messages.slice(0, messages.indexOf(failed)).findLast(({ role }) => role === 'visitor')
}

/** Whether it is a whole reply to something that was said, so that there is a trace of it. */
export function isReply(messages: readonly TestMessage[], message: TestMessage): boolean {
  if (message.role !== 'agent' || message.partial || message.failed) return false
  return messages.some(({ role, index }) => role === 'visitor' && index < message.index)
}

export function textOf(message: MessageView): string {
  return message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

const nextIndex = (messages: readonly TestMessage[]) =>
  messages.reduce((last, { index }) => Math.max(last, index), -1) + 1
