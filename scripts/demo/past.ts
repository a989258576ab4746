/** Commands that are handled at a moment of the past, on the log of a platform that is running. */

import { type CommandHandler, createCommandHandler } from '@parley/kernel/command-handling.ts'
import {
  type EventStore,
  type Expected,
  eventIdOf,
  type NewEvent,
  type StoredEvent,
} from '@parley/kernel/event-store.ts'
import type { Keyring } from '@parley/kernel/sealing.ts'

export type Past = {
  commands: CommandHandler
  /** Sets the moment at which the next commands happen, in milliseconds since 1970. */
  setClock(at: number): void
  /** The event that is kept back in a stream until its consequence is there. */
  keptBack(stream: string): StoredEvent | undefined
  /** How many events were appended so far. */
  appended(): number
}

/**
 * The running platform acts on these as soon as it sees them: it would answer a message of last month itself, and
 * read a source with today's date. So they are appended together with what follows from them.
 */
const awaited = new Set(['VisitorMessageReceived', 'KnowledgeSourceAdded'])

export function createPast(eventStore: EventStore, keyring: Keyring): Past {
  const kept = new Map<string, { expected: Expected; events: NewEvent[] }>()
  let clock = 0
  let appended = 0

  const store: EventStore = {
    ...eventStore,
    async append(stream, expected, events) {
      const before = kept.get(stream)
      const all = [...(before?.events ?? []), ...events]
      const from = before?.expected ?? expected
      if (awaited.has(events.at(-1)?.type ?? '')) {
        kept.set(stream, { expected: from, events: all })
        return { ok: true, revision: (from === 'none' ? -1 : from) + all.length, position: -1 }
      }
      kept.delete(stream)
      const outcome = await eventStore.append(stream, from, all)
      if (outcome.ok) appended += all.length
      return outcome
    },
  }

  return {
    commands: createCommandHandler({ eventStore: store, keyring, now: () => new Date(clock) }),
    setClock(at) {
      clock = at
    },
    keptBack(stream) {
      const { expected, events = [] } = kept.get(stream) ?? { expected: 'none' }
      const event = events.at(-1)
      const revision = (expected === 'none' ? -1 : expected) + events.length
      return event && { ...event, id: eventIdOf(stream, revision, event), stream, revision, position: -1 }
    },
    appended: () => appended,
  }
}
