/**
 * Who of the team looks at a conversation at the moment, and who of them writes. It lives in memory alone and tells
 * of those who are connected to this process.
 */
import type { PresentPerson } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { Person } from '../conversation.care.ts'

export type Presence = {
  /** `changed` is called when somebody else comes, goes, begins or stops to write. Gives what ends it. */
  join(conversationId: string, person: Person, changed: () => void): () => void
  /** Somebody who says nothing more counts as writing until it fades. */
  writes(conversationId: string, person: Person, writing: boolean): void
  /** Each person once, whatever number of windows they have open. */
  others(conversationId: string, userId: string): PresentPerson[]
}

type Onlooker = { person: Person; changed: () => void }

export function createPresence(fadeMs: number): Presence {
  const onlookers = new Map<string, Set<Onlooker>>()
  const writing = new Map<string, NodeJS.Timeout>()

  return {
    join(conversationId, person, changed) {
      const own = onlookers.get(conversationId) ?? new Set()
      const onlooker = { person, changed }
      onlookers.set(conversationId, own.add(onlooker))
      tell(conversationId, person)
      return () => {
        own.delete(onlooker)
        if (own.size === 0 && onlookers.get(conversationId) === own) onlookers.delete(conversationId)
        tell(conversationId, person)
      }
    },

    writes(conversationId, person, isWriting) {
      const key = keyOf(conversationId, person.userId)
      clearTimeout(writing.get(key))
      const before = writing.delete(key)
      if (isWriting) writing.set(key, setTimeout(stop, fadeMs).unref())
      if (before !== isWriting) tell(conversationId, person)

      function stop() {
        writing.delete(key)
        tell(conversationId, person)
      }
    },

    others(conversationId, userId) {
      const people = new Map<string, PresentPerson>()
      for (const { person } of onlookers.get(conversationId) ?? []) {
        if (person.userId === userId) continue
        people.set(person.userId, { ...person, writing: writing.has(keyOf(conversationId, person.userId)) })
      }
      return [...people.values()].sort((one, other) => (one.userId < other.userId ? -1 : 1))
    },
  }

  function tell(conversationId: string, about: Person): void {
    for (const { person, changed } of onlookers.get(conversationId) ?? [])
      if (person.userId !== about.userId) changed()
  }
}

const keyOf = (conversationId: string, userId: string) => `${userId}/${conversationId}`
