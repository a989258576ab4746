/**
 * Which visitors have the chat open, in this process and in others. Only ids of conversations are shared. Others learn of
 * who came or left within seconds: a workspace may have thousands of visitors who come and go.
 */
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { sharePresence } from '@parley/kernel/running/shared-presence.ts'
import { z } from 'zod'

export type ConnectedVisitors = {
  /** Registers a visitor; returns a function that unregisters them. */
  join(place: { tenant: string; conversationId: string }): () => void
  /** The ids of the conversations, each once, those who came last first. */
  of(tenant: string): Promise<string[]>
  stop(): Promise<void>
}

const seatSchema = z.object({ conversationId: z.string(), since: z.number() })
type Seat = z.infer<typeof seatSchema>

/** Of a workspace, how many a process shares with others: those who came last. */
const MOST_SHARED = 500
const TELL_EVERY_MS = 3_000

/** `state` is shared by all processes; without it each process knows only its own visitors. */
export function createConnectedVisitors({
  state,
  tellEveryMs = TELL_EVERY_MS,
}: {
  state?: ReadStore
  tellEveryMs?: number
}): ConnectedVisitors {
  /** By workspace; bounded by the open streams. */
  const here = new Map<string, Set<Seat>>()
  const telling = new Map<string, NodeJS.Timeout>()
  const shared =
    state &&
    sharePresence<Seat>({
      state,
      collection: 'connected-visitors',
      seatsOf: (tenant) => newest([...(here.get(tenant) ?? [])]).slice(0, MOST_SHARED),
      seatIn: (written) => seatSchema.safeParse(written).data,
    })

  return {
    join({ tenant, conversationId }) {
      const seats = here.get(tenant) ?? new Set()
      const seat = { conversationId, since: Date.now() }
      here.set(tenant, seats.add(seat))
      tell(tenant)
      return () => {
        seats.delete(seat)
        if (seats.size === 0 && here.get(tenant) === seats) here.delete(tenant)
        tell(tenant)
      }
    },

    async of(tenant) {
      const seats = [...(here.get(tenant) ?? []), ...((await shared?.ask(tenant)) ?? [])]
      return [...new Set(newest(seats).map(({ conversationId }) => conversationId))]
    },

    async stop() {
      for (const timer of telling.values()) clearTimeout(timer)
      telling.clear()
      await shared?.stop()
    },
  }

  /** Tells others of all who came and left in the meantime at once. */
  function tell(tenant: string): void {
    if (!shared || telling.has(tenant)) return
    const due = () => {
      telling.delete(tenant)
      shared.changed(tenant)
    }
    telling.set(tenant, setTimeout(due, tellEveryMs).unref())
  }
}

function newest(seats: Seat[]): Seat[] {
  return seats.sort((one, other) => other.since - one.since)
}
