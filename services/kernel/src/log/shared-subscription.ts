/**
 * One subscription to the log for everything in a process that follows it: each event is read once, however many
 * policies there are. A follower that is behind, because it begins earlier or is busy, reads what it lacks by itself and
 * only the types that it wants, then joins the others again. No follower delays another. One that wants none of the newest
 * events is told how far the log was searched a little later, for many batches at once.
 */

import { createSupervision, type Supervision } from '../running/supervised.ts'
import type { EventStore, ReadPart, StoredEvent } from './event-store.ts'

export type SharedSubscription = {
  /**
   * Yields events after a position, in order, at least once, each batch with the position up to which the log was
   * searched; a batch may be empty. Only events of `types` if given. Throws when the follower is behind and the log can't
   * be read. Ends when `signal` aborts.
   */
  follow(after: number, options: FollowOptions): AsyncIterable<ReadPart>
  stop(): Promise<void>
}

export type FollowOptions = { signal: AbortSignal; types?: readonly string[]; batchSize?: number }

export type SharedSubscriptionOptions = {
  eventStore: EventStore
  /** Where the subscription begins at the earliest; followers before it read what they lack by themselves. */
  from: number
  /** Restarts the subscription and receives its failures. */
  supervision?: Supervision
  /** The newest events kept for followers, at most. */
  mostEvents?: number
}

/** Above one of these the oldest events are dropped; who still needs them reads them from the log. */
const MOST_EVENTS = 2_000
const MOST_CHARACTERS = 4_000_000
const BATCH_SIZE = 500
/** How long, in ms, a follower may wait to be told of events that it does not want. */
const SEARCHED_WITHIN = 50

export function createSharedSubscription(options: SharedSubscriptionOptions): SharedSubscription {
  const { eventStore, from, supervision = createSupervision(), mostEvents = MOST_EVENTS } = options
  const stopping = new AbortController()
  /** Followers that wait for the next batch, with the types that they want. */
  const waiting = new Map<() => void, ReadonlySet<string> | undefined>()
  let searched: NodeJS.Timeout | undefined
  /** All events after `begin` up to `end`. */
  let kept: StoredEvent[] = []
  let characters = 0
  let [begin, end] = [from, from]
  let demanded: (() => void) | undefined
  let followers = 0
  let reading: AbortController | undefined
  let read: Promise<void> = Promise.resolve()

  return {
    async *follow(after, { signal: own, types, batchSize = BATCH_SIZE }) {
      const signal = AbortSignal.any([own, stopping.signal])
      const wanted = types && new Set(types)
      let position = after
      if (followers++ === 0) start(after)
      try {
        while (!signal.aborted) {
          if (position < begin) {
            for await (const part of eventStore.readUntil(end, {
              after: position,
              signal,
              types,
              batchSize,
            })) {
              position = part.position
              yield part
            }
          } else if (position < end) {
            const part = partAfter(position, wanted, batchSize)
            position = part.position
            yield part
          } else await beyond(signal, wanted)
        }
      } finally {
        // Without followers, nothing is read; the next one may begin much later in the log.
        if (--followers === 0) reading?.abort()
      }
    },
    async stop() {
      stopping.abort()
      clearTimeout(searched)
      await read
    },
  }

  function start(after: number): void {
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, stopping.signal])
    reading = own
    kept = []
    characters = 0
    begin = Math.max(after, from)
    end = begin
    const work = supervision.keep('subscription', signal, async (loop) => {
      for await (const batch of eventStore.subscribe(end, { signal, batchSize: BATCH_SIZE })) {
        if (signal.aborted) return
        keep(batch)
        loop.well()
        wakeFor(batch)
        await demand(signal)
      }
    })
    read = Promise.all([read, work]).then(() => undefined)
  }

  /** Resolves once a follower has everything: reading further ahead would only fill memory. */
  async function demand(signal: AbortSignal): Promise<void> {
    if (waiting.size > 0 || signal.aborted) return
    await new Promise<void>((resolve) => {
      const resume = () => {
        demanded = undefined
        signal.removeEventListener('abort', resume)
        resolve()
      }
      signal.addEventListener('abort', resume)
      demanded = resume
    })
  }

  function keep(batch: readonly StoredEvent[]): void {
    let dropped = 0
    for (const event of kept) {
      if (kept.length - dropped + batch.length <= mostEvents && characters <= MOST_CHARACTERS) break
      characters -= charactersOf(event)
      begin = event.position
      dropped++
    }
    kept = [...kept.slice(dropped), ...batch]
    for (const event of batch) characters += charactersOf(event)
    end = batch.at(-1)?.position ?? end
  }

  function partAfter(position: number, wanted: Set<string> | undefined, batchSize: number): ReadPart {
    const events: StoredEvent[] = []
    let reached = position
    for (let at = firstAfter(position); at < kept.length && events.length < batchSize; at++) {
      const event = kept[at]!
      if (!wanted || wanted.has(event.type)) events.push(event)
      reached = event.position
    }
    return { events, position: reached }
  }

  /** Returns the index of the first kept event after a position. */
  function firstAfter(position: number): number {
    let [low, high] = [0, kept.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (kept[middle]!.position > position) high = middle
      else low = middle + 1
    }
    return low
  }

  function beyond(signal: AbortSignal, wanted: ReadonlySet<string> | undefined): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        waiting.delete(resume)
        signal.removeEventListener('abort', resume)
        resolve()
      }
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', resume)
      waiting.set(resume, wanted)
      demanded?.()
    })
  }

  function wakeFor(batch: readonly StoredEvent[]): void {
    const types = [...new Set(batch.map(({ type }) => type))]
    for (const [resume, wanted] of [...waiting])
      if (!wanted || types.some((type) => wanted.has(type))) resume()
    if (waiting.size > 0) searched ??= setTimeout(wakeAll, SEARCHED_WITHIN)
  }

  function wakeAll(): void {
    searched = undefined
    for (const resume of [...waiting.keys()]) resume()
  }
}

const charactersOf = ({ data, metadata }: StoredEvent): number => data.length + metadata.length
