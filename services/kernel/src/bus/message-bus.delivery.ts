import { setTimeout as pause } from 'node:timers/promises'
import { nextSlice } from '../running/loop-slice.ts'
import type { Consume, DeadLetter, Delivered, Message } from './message-bus.ts'

/** The outcome of a message: handled, given up after all attempts, or left for later because its member stops. */
export type Outcome =
  | { kind: 'handled' }
  | { kind: 'stopped' }
  | { kind: 'dead'; reason: string; attempts: number }

const longestPauseMs = 30_000
const longestReason = 500

/**
 * Passes a message to its handler until it resolves or the attempts are used up, with a doubling pause between them (at
 * most 30 s). An abort of `signal` ends the pause, never the handler.
 */
export async function deliver(
  message: Omit<Delivered, 'attempt'>,
  { handle, attempts = 5, backOffMs = 200 }: Consume,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await nextSlice()
      await handle({ ...message, attempt })
      return { kind: 'handled' }
    } catch (error) {
      if (attempt >= attempts) return { kind: 'dead', reason: reasonOf(error), attempts: attempt }
    }
    const stopped = await pause(Math.min(backOffMs * 2 ** (attempt - 1), longestPauseMs), false, {
      signal,
    }).catch(() => true)
    if (stopped || signal.aborted) return { kind: 'stopped' }
  }
}

/** Returns the name of the topic in which replayed dead letters wait for their group; no other group reads it. */
export function replayTopic(topic: string, group: string): string {
  return `${topic}.${group}.replay`
}

const header = {
  topic: 'dead-letter-topic',
  group: 'dead-letter-group',
  reason: 'dead-letter-reason',
  attempts: 'dead-letter-attempts',
  at: 'dead-letter-at',
  offset: 'dead-letter-offset',
}

/** Returns the headers that a message has on its dead-letter topic, in addition to its own. */
export function deadLetterHeaders(letter: Omit<DeadLetter, keyof Message> & Message): Record<string, string> {
  return {
    ...letter.headers,
    [header.topic]: letter.topic,
    [header.group]: letter.group,
    [header.reason]: letter.reason,
    [header.attempts]: String(letter.attempts),
    [header.at]: letter.at,
    [header.offset]: String(letter.offset),
  }
}

/** Parses a dead letter from its topic, with the message's own headers only. */
export function readDeadLetter(stored: Omit<Message, 'topic'>): DeadLetter {
  const headers = stored.headers ?? {}
  const own = ownHeaders(headers)
  return {
    topic: headers[header.topic] ?? '',
    key: stored.key,
    id: stored.id,
    value: stored.value,
    ...(own && { headers: own }),
    group: headers[header.group] ?? '',
    reason: headers[header.reason] ?? '',
    attempts: Number(headers[header.attempts] ?? 0),
    at: headers[header.at] ?? '',
    offset: Number(headers[header.offset] ?? 0),
  }
}

function ownHeaders(headers: Record<string, string>): Record<string, string> | undefined {
  const added = new Set(Object.values(header))
  const own = Object.entries(headers).filter(([name]) => !added.has(name))
  return own.length > 0 ? Object.fromEntries(own) : undefined
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, longestReason)
}

const replayed = 'dead-letter-replayed'

/**
 * For an engine that can't remove one message: a record on the dead-letter topic that removes a letter from the list.
 */
export function replayedMark({ key, id }: DeadLetter, at: number): Omit<Message, 'topic'> {
  return { key, id, value: '{}', headers: { [replayed]: String(at) } }
}

/** Returns the offset of the letter that such a record removes; undefined for any other record. */
export function replayedOffset({ headers }: Pick<Message, 'headers'>): number | undefined {
  const offset = headers?.[replayed]
  return offset === undefined ? undefined : Number(offset)
}
