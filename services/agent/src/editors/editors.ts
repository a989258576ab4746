/**
 * Who has an agent open to edit it, in this process and in others. Whoever watches is seen by all others who do. People
 * are known by their ids: what the processes share is not sealed, so it contains no names.
 */
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { sharePresence } from '@parley/kernel/running/shared-presence.ts'
import { z } from 'zod'

export type Editor = { userId: string; page: string; editing: boolean }

export type Editors = {
  /**
   * Yields the other members at the agent, each once, at first and after every change, until `signal` aborts. Meanwhile
   * they see `self`; without it the reader is not seen.
   */
  watch(reader: {
    tenant: string
    agentId: string
    self: Editor | undefined
    signal: AbortSignal
  }): AsyncGenerator<Editor[]>
  /** Tells other processes that nobody is here any more. */
  stop(): Promise<void>
}

/** `since` (ms since 1970): of several windows of a person, the page of the newest is shown. */
const seatSchema = z.object({
  agentId: z.string(),
  userId: z.string(),
  page: z.string(),
  editing: z.boolean(),
  since: z.number(),
})
type Seat = z.infer<typeof seatSchema>
type Watcher = { agentId: string; seat: Seat | undefined; wake: () => void }

/** `state` is shared by all processes. */
export function createEditors(state: ReadStore): Editors {
  /** By workspace. */
  const watchers = new Map<string, Set<Watcher>>()
  const shared = sharePresence<Seat>({
    state,
    collection: 'agent-editors',
    seatsOf,
    seatIn: (written) => seatSchema.safeParse(written).data,
    attends: (tenant) => watchers.has(tenant),
    onHeard(tenant, seats) {
      for (const agentId of new Set(seats.map((seat) => seat.agentId))) tell(tenant, agentId)
    },
  })

  return {
    async *watch({ tenant, agentId, self, signal }) {
      let changed = Promise.withResolvers<void>()
      const wake = () => changed.resolve()
      const seat = self && { agentId, ...self, since: Date.now() }
      const watcher = { agentId, seat, wake }
      const own = watchers.get(tenant) ?? new Set()
      watchers.set(tenant, own.add(watcher))
      signal.addEventListener('abort', wake, { once: true })
      moved(tenant, agentId)
      let told: string | undefined
      try {
        while (!signal.aborted) {
          changed = Promise.withResolvers()
          const others = othersAt(tenant, agentId, self?.userId)
          if (JSON.stringify(others) !== told) yield others
          told = JSON.stringify(others)
          await changed.promise
        }
      } finally {
        signal.removeEventListener('abort', wake)
        own.delete(watcher)
        if (own.size === 0 && watchers.get(tenant) === own) watchers.delete(tenant)
        moved(tenant, agentId)
      }
    },
    stop: shared.stop,
  }

  function moved(tenant: string, agentId: string): void {
    tell(tenant, agentId)
    shared.changed(tenant)
  }

  function tell(tenant: string, agentId: string): void {
    for (const watcher of watchers.get(tenant) ?? []) if (watcher.agentId === agentId) watcher.wake()
  }

  function seatsOf(tenant: string): Seat[] {
    return [...(watchers.get(tenant) ?? [])].flatMap(({ seat }) => (seat ? [seat] : []))
  }

  function othersAt(tenant: string, agentId: string, userId: string | undefined): Editor[] {
    const people = new Map<string, Seat>()
    for (const seat of [...seatsOf(tenant), ...shared.there(tenant)]) {
      if (seat.agentId !== agentId || seat.userId === userId) continue
      const known = people.get(seat.userId)
      const newest = known && known.since > seat.since ? known : seat
      people.set(seat.userId, { ...newest, editing: seat.editing || known?.editing === true })
    }
    return [...people.values()]
      .sort((one, other) => (one.userId < other.userId ? -1 : 1))
      .map((seat) => ({ userId: seat.userId, page: seat.page, editing: seat.editing }))
  }
}
