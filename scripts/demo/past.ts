/** Handles commands at a time in the past, on the log of a running platform. */

import { type CommandHandler, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import {
  type EventStore,
  type Expected,
  eventIdOf,
  type NewEvent,
  type StoredEvent,
} from '@parley/kernel/log/event-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { crawlEvents } from '@parley/projections/crawls/crawls.projection.ts'

export type Past = {
  commands: CommandHandler
  /** Sets the time of the next commands, in milliseconds since 1970. */
  setClock(at: number): void
  /** Appends what is held back in a stream, whose consequence is the running platform's. */
  release(stream: string): Promise<void>
  /** The event that is held back in a stream until its consequence follows. */
  keptBack(stream: string): StoredEvent | undefined
  /** How many events were appended so far. */
  appended(): number
}

/**
 * The running platform would react to these at once: it would reply to a message of last month itself, read a source
 * with today's date, mail an invitation that was accepted long ago and play tests. So they are appended together with
 * their consequences.
 */
const awaited = new Set<string>([
  'VisitorMessageReceived',
  'KnowledgeSourceAdded',
  'MemberInvited',
  'TestRunStarted',
  'TestCasePlayed',
  // A run of the crawler, until it is over.
  ...Object.keys(crawlEvents).filter((type) => type !== 'KnowledgeCrawlFinished'),
])

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
    async release(stream) {
      const held = kept.get(stream)
      if (!held) return
      kept.delete(stream)
      const outcome = await eventStore.append(stream, held.expected, held.events)
      if (outcome.ok) appended += held.events.length
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
