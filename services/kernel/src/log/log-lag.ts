/**
 * How far something is behind the log, in events and seconds. The positions of some engines are offsets in a file, so
 * that their difference says neither.
 */
import type { EventStore, StoredEvent } from './event-store.ts'
import { START } from './event-store.ts'

/** `seconds`: since the first event that is lacking was appended. */
export type Lag = { events: number; seconds: number }

export type LogLag = {
  /** Notes events in the order of the log, as they are appended; repeated ones are ignored. */
  note(events: readonly Pick<StoredEvent, 'position'>[]): void
  /** Returns the lag of a position. Beyond the events that are remembered, at most `MOST_COUNTED` more are counted. */
  behind(position: number, head: number): Promise<Lag>
}

/** The newest events whose positions are remembered. */
const REMEMBERED = 16_384
const MOST_COUNTED = 10_001

/** `from`: the position after which events are noted. */
export function createLogLag({
  eventStore,
  from,
  now = Date.now,
  remembered = REMEMBERED,
}: {
  eventStore: Pick<EventStore, 'readAll'>
  from: number
  now?: () => number
  remembered?: number
}): LogLag {
  const positions = new Float64Array(remembered)
  const times = new Float64Array(remembered)
  /** Events noted so far; the one with the number n is at n % remembered. */
  let noted = 0
  let newest = from
  /** All events after this position are remembered. */
  let oldest = from

  return {
    note(events) {
      const at = now()
      for (const { position } of events) {
        if (position <= newest) continue
        const place = noted % remembered
        if (noted >= remembered) oldest = positions[place] ?? oldest
        positions[place] = position
        times[place] = at
        newest = position
        noted += 1
      }
    },
    async behind(position, head) {
      if (position >= head) return { events: 0, seconds: 0 }
      if (position >= oldest) {
        const first = firstAfter(position)
        const seconds = first < noted ? secondsSince(times[first % remembered] ?? now()) : 0
        return { events: noted - first, seconds }
      }
      const earlier = await eventStore.readAll(Math.max(position, START), MOST_COUNTED)
      const unremembered = earlier.filter((event) => event.position <= oldest).length
      const [first] = earlier
      return {
        events: unremembered + noted - firstAfter(oldest),
        seconds: first ? secondsSince(timeOf(first)) : 0,
      }
    },
  }

  /** Returns the number of the first remembered event after a position. */
  function firstAfter(position: number): number {
    let [low, high] = [Math.max(0, noted - remembered), noted]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((positions[middle % remembered] ?? 0) > position) high = middle
      else low = middle + 1
    }
    return low
  }

  function secondsSince(time: number): number {
    return Math.max(0, Math.round((now() - time) / 100) / 10)
  }
}

function timeOf({ metadata }: StoredEvent): number {
  return Date.parse(JSON.parse(metadata).at)
}
