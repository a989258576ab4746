/**
 * Who currently looks at a conversation or writes in it, in this process and in others. People are known by their ids:
 * what the processes share is not sealed, so it contains no names.
 */
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { sharePresence } from '@parley/kernel/running/shared-presence.ts'
import { z } from 'zod'

export type Someone = 'visitor' | { userId: string }
export type Present = { userId: string; writing: boolean }

export type Presence = {
  /**
   * Registers a reader; `changed` is called when somebody else joins, leaves, or reports writing. Returns a function
   * that unregisters it.
   */
  join(place: Place, by: Someone, changed: () => void): () => void
  /** Reports that somebody writes; it expires if not repeated. */
  writes(place: Place, by: Someone, writing: boolean): void
  /** Other members, each once, however many windows they have open. */
  others(place: Place, userId: string): Present[]
  /** Whether a member looks at the conversation, in any process. */
  isPresent(place: Place, userId: string): Promise<boolean>
  /** The latest report of writing on the other side, with its time (ms since 1970). */
  writer(place: Place, by: Someone): { at: number; userId?: string } | undefined
  /** Tells other processes that nobody is here any more. */
  stop(): Promise<void>
}

type Place = { tenant: string; conversationId: string }
type Onlooker = { conversationId: string; by: Someone; changed: () => void }
type Word = { place: Place; by: Someone; said: LastSignal; fade: NodeJS.Timeout }

/** Without `userId` it is the visitor's; without `said` it is somebody who only looks. */
const seatSchema = z.object({
  conversationId: z.string(),
  userId: z.string().optional(),
  /** Whether they write or stopped: different processes may receive different reports, and the latest counts. */
  said: z.object({ writing: z.boolean(), at: z.number() }).optional(),
})
type Seat = z.infer<typeof seatSchema>
type LastSignal = NonNullable<Seat['said']>

/** `state` is shared by all processes; without it each process knows only of its own people. */
export function createPresence({ fadeMs, state }: { fadeMs: number; state?: ReadStore }): Presence {
  /** By workspace. */
  const onlookers = new Map<string, Set<Onlooker>>()
  const words = new Map<string, Word>()
  const shared =
    state &&
    sharePresence<Seat>({
      state,
      collection: 'presence',
      seatsOf,
      seatIn: (written) => seatSchema.safeParse(written).data,
      attends: (tenant) => onlookers.has(tenant),
      onHeard(tenant, seats) {
        for (const conversationId of new Set(seats.map((seat) => seat.conversationId)))
          tell({ tenant, conversationId })
      },
    })

  return {
    join(place, by, changed) {
      const { tenant, conversationId } = place
      const own = onlookers.get(tenant) ?? new Set()
      const onlooker = { conversationId, by, changed }
      onlookers.set(tenant, own.add(onlooker))
      moved(place, by)
      return () => {
        own.delete(onlooker)
        if (own.size === 0 && onlookers.get(tenant) === own) onlookers.delete(tenant)
        moved(place, by)
      }
    },

    writes(place, by, writing) {
      const key = keyOf(place, by)
      const before = words.get(key)
      if (!before && !writing && !shared) return
      clearTimeout(before?.fade)
      const said = { writing, at: Date.now() }
      words.set(key, { place, by, said, fade: setTimeout(forget, fadeMs).unref() })
      moved(place, by)

      function forget() {
        words.delete(key)
        moved(place, by)
      }
    },

    others(place, userId) {
      const seats = seatsAt(place)
      const people = new Map<string, Present>()
      for (const seat of seats)
        if (seat.userId !== undefined && !seat.said)
          people.set(seat.userId, { userId: seat.userId, writing: false })
      for (const writer of writersAmong(seats))
        if (writer.userId !== undefined) people.set(writer.userId, { userId: writer.userId, writing: true })
      people.delete(userId)
      return [...people.values()].sort((one, other) => (one.userId < other.userId ? -1 : 1))
    },

    async isPresent({ tenant, conversationId }, userId) {
      const seats = [...seatsOf(tenant), ...((await shared?.ask(tenant)) ?? [])]
      return seats.some(
        (seat) =>
          seat.conversationId === conversationId && seat.userId === userId && seat.said?.writing !== false,
      )
    },

    writer(place, by) {
      const across = writersAmong(seatsAt(place)).filter(
        ({ userId }) => (userId === undefined) !== (by === 'visitor'),
      )
      const last = across.sort((one, other) => other.said.at - one.said.at)[0]
      return last && { at: last.said.at, ...(last.userId === undefined ? {} : { userId: last.userId }) }
    },

    stop: async () => shared?.stop(),
  }

  function moved(place: Place, by: Someone): void {
    tell(place, by)
    shared?.changed(place.tenant)
  }

  function tell({ tenant, conversationId }: Place, about?: Someone): void {
    for (const onlooker of onlookers.get(tenant) ?? [])
      if (onlooker.conversationId === conversationId && (!about || idOf(onlooker.by) !== idOf(about)))
        onlooker.changed()
  }

  function seatsAt({ tenant, conversationId }: Place): Seat[] {
    return [...seatsOf(tenant), ...(shared?.there(tenant) ?? [])].filter(
      (seat) => seat.conversationId === conversationId,
    )
  }

  /**
   * Writers are present even if their request for the conversation went to another process. Visitors are not told who
   * looks.
   */
  function seatsOf(tenant: string): Seat[] {
    const looking = [...(onlookers.get(tenant) ?? [])].flatMap(({ conversationId, by }) =>
      by === 'visitor' ? [] : [{ conversationId, userId: by.userId }],
    )
    const said = [...words.values()]
      .filter(({ place }) => place.tenant === tenant)
      .map(({ place: { conversationId }, by, said }) => ({
        conversationId,
        ...(by === 'visitor' ? {} : { userId: by.userId }),
        said,
      }))
    return [...looking, ...said]
  }
}

function writersAmong(seats: readonly Seat[]): (Seat & { said: LastSignal })[] {
  const last = new Map<string, Seat & { said: LastSignal }>()
  for (const { said, ...seat } of seats) {
    const id = idOf(seat.userId === undefined ? 'visitor' : { userId: seat.userId })
    if (said && said.at >= (last.get(id)?.said.at ?? 0)) last.set(id, { ...seat, said })
  }
  return [...last.values()].filter(({ said }) => said.writing)
}

const idOf = (by: Someone) => (by === 'visitor' ? by : `team/${by.userId}`)
const keyOf = ({ tenant, conversationId }: Place, by: Someone) => `${tenant}/${conversationId}/${idOf(by)}`
