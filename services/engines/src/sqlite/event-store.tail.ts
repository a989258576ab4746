import type { StoredEvent } from '@parley/kernel/log/event-store.ts'

/** Enough for followers under load; above it the tail is cleared. */
const MOST_EVENTS = 1_000
const MOST_CHARACTERS = 2_000_000

export type Tail = {
  /** Adds what this process has appended, in the order of the log. */
  add(appended: readonly StoredEvent[]): void
  /** Returns the events after a position, at most `limit`; undefined if the log must be read instead. */
  after(position: number, limit: number): StoredEvent[] | undefined
  /** Whether the position is the last one appended by this process. */
  endsAt(position: number): boolean
}

/**
 * Keeps the newest events of a log in memory, so that followers need not read back what this process has just written.
 * It contains consecutive positions only: it is cleared when another process has appended in between.
 */
export function keepTail(): Tail {
  let events: StoredEvent[] = []
  let characters = 0
  return {
    add(appended) {
      const added = appended.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
      const neighbours = events.at(-1)?.position === (appended[0]?.position ?? 0) - 1
      if (!neighbours || events.length >= MOST_EVENTS || characters + added > MOST_CHARACTERS) {
        events = []
        characters = 0
      }
      events.push(...appended)
      characters += added
    },
    after(position, limit) {
      const first = events[0]
      const last = events.at(-1)
      if (!first || !last || position < first.position - 1 || position >= last.position) return undefined
      const from = position + 1 - first.position
      return events.slice(from, from + limit)
    },
    endsAt: (position) => events.at(-1)?.position === position,
  }
}
