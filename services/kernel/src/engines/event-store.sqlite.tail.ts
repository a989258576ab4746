import type { StoredEvent } from '../event-store.ts'

/** As much as followers under load are behind; beyond it the tail begins anew. */
const MOST_EVENTS = 1_000
const MOST_CHARACTERS = 2_000_000

export type Tail = {
  /** Takes what this process has appended, in the order of the log. */
  add(appended: readonly StoredEvent[]): void
  /** The events after a position, at most `limit`; undefined where the log has to be asked. */
  after(position: number, limit: number): StoredEvent[] | undefined
  /** Whether nothing was appended after it, as far as this process knows. */
  endsAt(position: number): boolean
}

/**
 * The newest events of a log in memory, so that those who follow it need not read back what this process has just
 * written. It holds neighbours only: where another process has appended in between, it begins anew.
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
