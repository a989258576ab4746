/**
 * The events that a policy has read and not yet reacted to. Events of different streams are reacted to concurrently,
 * those of one stream in order. Tenants share the slots, so tenants whose reactions wait for slow servers delay no
 * other: while slots are free, events are read ahead to find those of others.
 */

import { callsOfServers, createFairQueue } from '../limits/fair-queue.ts'
import type { StoredEvent } from '../log/event-store.ts'
import { tenantOf } from '../log/recorded-event.ts'
import { nextSlice } from '../running/loop-slice.ts'

export type ReactionWindow = {
  /** Takes events in the order of the log, and the position up to which it was searched. */
  add(events: readonly StoredEvent[], searched: number): void
  /** Resolves when more events can be taken, or `signal` aborts. Rejects if an event could not be read again. */
  room(): Promise<void>
  /** Resolves when no reaction is in progress. */
  idle(): Promise<void>
}

export type ReactionWindowOptions = {
  /** After it aborts no reaction is begun. */
  signal: AbortSignal
  /** Resolves when the policy is done with the event, or `signal` aborts. */
  react(event: StoredEvent): Promise<void>
  /** Reads an event again that waited too long to be kept. */
  read(stream: string, revision: number): Promise<StoredEvent | undefined>
  /** Called when the policy is done with all events up to a position, which is one of those that `add` was given. */
  onReached(position: number): void
  /** Called when an event could not be read again: no further reaction is begun. */
  onFailed(): void
}

type Place = Pick<StoredEvent, 'position' | 'stream' | 'revision'> & { tenant: string }
type Waiting = Place & { event: StoredEvent | undefined }

/** Events that wait, and how many while slots are free. */
const MOST = 400
const MOST_AHEAD = 20_000
/** Above this, events that wait are read again when it is their turn. */
const MOST_CHARACTERS = 8_000_000

export function createReactionWindow(options: ReactionWindowOptions): ReactionWindow {
  const { signal, react, read, onReached, onFailed } = options
  const slots = createFairQueue(callsOfServers, look)
  /** Positions that were read, ascending, and whether the policy is done with what stands there. */
  const positions = new Map<number, boolean>()
  /** Events that the policy is not done with. */
  let open = 0
  /** The events of each stream, the first of them in progress or waiting for a slot. */
  const lines = new Map<string, Waiting[]>()
  const inProgress = new Set<Promise<void>>()
  const waiting = new Set<() => void>()
  let characters = 0
  let failure: { error: unknown } | undefined
  signal.addEventListener('abort', look, { once: true })

  return {
    add(events, searched) {
      for (const event of events) {
        const kept = characters + sizeOf(event) <= MOST_CHARACTERS ? event : undefined
        characters += sizeOf(kept)
        positions.set(event.position, false)
        open++
        enqueue({ ...placeOf(event), event: kept })
      }
      if (!positions.has(searched)) positions.set(searched, true)
      reach()
    },
    async room() {
      while (!signal.aborted && !failure && !hasRoom())
        await new Promise<void>((resolve) => waiting.add(resolve))
      if (failure) throw failure.error
    },
    async idle() {
      while (inProgress.size > 0) await Promise.all(inProgress)
    },
  }

  function hasRoom(): boolean {
    return open < MOST || (slots.free() > 0 && open < MOST_AHEAD)
  }

  function enqueue(one: Waiting): void {
    const line = lines.get(one.stream)
    if (line) line.push(one)
    else {
      const begun = [one]
      lines.set(one.stream, begun)
      void follow(one.stream, begun)
    }
  }

  async function follow(stream: string, line: Waiting[]): Promise<void> {
    for (let next = line[0]; next && !signal.aborted && !failure; next = line[0]) {
      const one = next
      await slots.run(one, () => track(take(one)))
      line.shift()
    }
    lines.delete(stream)
  }

  async function take({ event, stream, revision, position }: Waiting): Promise<void> {
    if (signal.aborted || failure) return
    try {
      await nextSlice()
      const found = event ?? (await read(stream, revision))
      if (found) await react(found)
    } catch (error) {
      failure ??= { error }
      onFailed()
    }
    characters -= sizeOf(event)
    if (signal.aborted || failure) return look()
    open--
    positions.set(position, true)
    reach()
  }

  async function track(work: Promise<void>): Promise<void> {
    inProgress.add(work)
    try {
      await work
    } finally {
      inProgress.delete(work)
    }
  }

  function reach(): void {
    let reached: number | undefined
    for (const [position, done] of positions) {
      if (!done) break
      positions.delete(position)
      reached = position
    }
    if (reached !== undefined) onReached(reached)
    look()
  }

  function look(): void {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
}

function placeOf(event: StoredEvent): Place {
  const { position, stream, revision } = event
  return { position, stream, revision, tenant: tenantOf(event) }
}

function sizeOf(event: StoredEvent | undefined): number {
  return event ? event.data.length + event.metadata.length : 0
}
