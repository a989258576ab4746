/** Who of the team looks at a conversation at the moment, and who of them writes: here, and at other processes. */
import type { PresentPerson } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import type { Person } from '../conversation.care.ts'
import { type Seat, sharePresence } from './shared-presence.ts'

export type Presence = {
  /** `changed` is called when somebody else comes, goes, begins or stops to write. Gives what ends it. */
  join(place: Place, person: Person, changed: () => void): () => void
  /** Somebody who says nothing more counts as writing until it fades. */
  writes(place: Place, person: Person, writing: boolean): void
  /** Each person once, whatever number of windows they have open. */
  others(place: Place, userId: string): PresentPerson[]
}

type Place = { tenant: string; conversationId: string }
type Onlooker = { tenant: string; person: Person; changed: () => void }
type Writer = { place: Place; person: Person; fade: NodeJS.Timeout }

/** `state` is what processes share; without it each knows of its own people alone. */
export function createPresence({ fadeMs, state }: { fadeMs: number; state?: ReadStore }): Presence {
  const onlookers = new Map<string, Set<Onlooker>>()
  const writers = new Map<string, Writer>()
  const shared = state && sharePresence({ state, seatsOf, onHeard: (conversationId) => tell(conversationId) })

  return {
    join(place, person, changed) {
      const { tenant, conversationId } = place
      const own = onlookers.get(conversationId) ?? new Set()
      const onlooker = { tenant, person, changed }
      onlookers.set(conversationId, own.add(onlooker))
      moved(place, person)
      return () => {
        own.delete(onlooker)
        if (own.size === 0 && onlookers.get(conversationId) === own) onlookers.delete(conversationId)
        moved(place, person)
      }
    },

    writes(place, person, isWriting) {
      const key = keyOf(place.conversationId, person.userId)
      const before = writers.get(key)
      clearTimeout(before?.fade)
      writers.delete(key)
      if (isWriting) writers.set(key, { place, person, fade: setTimeout(stop, fadeMs).unref() })
      if ((before !== undefined) !== isWriting) moved(place, person)

      function stop() {
        writers.delete(key)
        moved(place, person)
      }
    },

    others({ tenant, conversationId }, userId) {
      const here = seatsOf(tenant).filter((seat) => seat.conversationId === conversationId)
      const people = new Map<string, PresentPerson>()
      for (const { userId, displayName, writing } of [
        ...here,
        ...(shared?.there(tenant, conversationId) ?? []),
      ])
        people.set(userId, { userId, displayName, writing: writing || people.get(userId)?.writing === true })
      people.delete(userId)
      return [...people.values()].sort((one, other) => (one.userId < other.userId ? -1 : 1))
    },
  }

  function moved({ tenant, conversationId }: Place, person: Person): void {
    tell(conversationId, person)
    shared?.changed(tenant)
  }

  function tell(conversationId: string, about?: Person): void {
    for (const { person, changed } of onlookers.get(conversationId) ?? [])
      if (person.userId !== about?.userId) changed()
  }

  /** Whoever writes is there, also where what they look at came from another process. */
  function seatsOf(tenant: string): Seat[] {
    const looking = [...onlookers].flatMap(([conversationId, own]) =>
      [...own]
        .filter((onlooker) => onlooker.tenant === tenant)
        .map(({ person }) => ({
          conversationId,
          ...person,
          writing: writers.has(keyOf(conversationId, person.userId)),
        })),
    )
    const writing = [...writers.values()]
      .filter(({ place }) => place.tenant === tenant)
      .map(({ place, person }) => ({ conversationId: place.conversationId, ...person, writing: true }))
    return [...looking, ...writing]
  }
}

const keyOf = (conversationId: string, userId: string) => `${userId}/${conversationId}`
