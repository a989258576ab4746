/**
 * Tells whoever looks at a conversation what happens in it. Each reader is told the difference between what it
 * has and what is: a slow one gets less often more, and nothing piles up. Typing passes through memory alone; who of the
 * team is there, processes tell each other.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import type { Person } from '../conversation.care.ts'
import { type ConversationState, conversation, waitingIn } from '../conversation.decider.ts'
import { asVisitorReads } from '../translation/across.ts'
import { createPresence } from './presence.ts'

type Side = 'visitor' | 'team'

export type Following = {
  /** Something was appended to the conversation, by whichever process. */
  changed(conversationId: string): void
  /** The visitor writes, or a person of the team: the other side is shown it until it fades, and the team who. */
  typing(place: { tenant: string; conversationId: string }, by: 'visitor' | Person, typing: boolean): void
  /**
   * What is new after the message `after` (the newest where absent), until `signal` aborts. A person of the team
   * is told besides who else of the team is there.
   */
  follow(reader: {
    tenant: string
    conversationId: string
    by: 'visitor' | Person
    after?: number
    signal: AbortSignal
  }): AsyncGenerator<WatchEvent>
}

export type FollowingDeps = {
  load: CommandHandler['load']
  /** What processes share, so that people at different ones see each other. */
  state?: ReadStore
  /** Messages with addresses in their file blocks, which open for a while. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  /** How long somebody who said nothing more counts as writing, in ms. */
  fadeMs?: number
}

type Typing = { typing: boolean; name?: string }
type Reader = { side: Side; wake(): void; typing: Typing | undefined }

const FADE_MS = 6_000

export function createFollowing(deps: FollowingDeps): Following {
  const { load, withAddresses, state: shared, fadeMs = FADE_MS } = deps
  const readers = new Map<string, Set<Reader>>()
  const fading = new Map<string, NodeJS.Timeout>()
  const presence = createPresence({ fadeMs, ...(shared ? { state: shared } : {}) })

  return {
    changed(conversationId) {
      for (const reader of readers.get(conversationId) ?? []) reader.wake()
    },

    typing({ tenant, conversationId }, by, typing) {
      const side = sideOf(by)
      if (by !== 'visitor') presence.writes({ tenant, conversationId }, by, typing)
      const key = `${side}/${conversationId}`
      clearTimeout(fading.get(key))
      fading.delete(key)
      tell(conversationId, side, { typing, ...(by === 'visitor' ? {} : { name: by.displayName }) })
      if (!typing) return
      const fade = setTimeout(() => {
        fading.delete(key)
        tell(conversationId, side, { typing: false })
      }, fadeMs)
      fading.set(key, fade.unref())
    },

    async *follow({ tenant, conversationId, by, after, signal }) {
      let more = Promise.withResolvers<void>()
      const reader: Reader = { side: sideOf(by), wake: () => more.resolve(), typing: undefined }
      const own = readers.get(conversationId) ?? new Set()
      readers.set(conversationId, own.add(reader))
      signal.addEventListener('abort', reader.wake, { once: true })
      let told = after
      let state = ''
      let present = '[]'
      const leave = by === 'visitor' ? undefined : presence.join({ tenant, conversationId }, by, reader.wake)
      try {
        while (!signal.aborted) {
          more = Promise.withResolvers()
          const found = await load(conversation, conversationId, tenant)
          if (!found || found.state.deleted) return yield { type: 'erased' }
          told ??= found.state.messages.length - 1
          const said = found.state.messages.slice(told + 1)
          const fresh = by === 'visitor' ? said.map(asVisitorReads) : said
          for (const message of withAddresses(tenant, conversationId, fresh)) {
            yield { type: 'message', message }
            told = message.index
          }
          const now = stateOf(found.state)
          if (JSON.stringify(now) !== state) yield now
          state = JSON.stringify(now)
          if (by !== 'visitor') {
            const people = presence.others({ tenant, conversationId }, by.userId)
            if (JSON.stringify(people) !== present) yield { type: 'present', people }
            present = JSON.stringify(people)
          }
          if (reader.typing) {
            const { typing } = reader
            reader.typing = undefined
            yield { type: 'typing', ...typing }
          }
          await more.promise
        }
      } finally {
        signal.removeEventListener('abort', reader.wake)
        leave?.()
        own.delete(reader)
        if (own.size === 0 && readers.get(conversationId) === own) readers.delete(conversationId)
      }
    },
  }

  function tell(conversationId: string, by: Side, typing: Typing): void {
    for (const reader of readers.get(conversationId) ?? []) {
      if (reader.side === by) continue
      reader.typing = typing
      reader.wake()
    }
  }
}

const sideOf = (by: 'visitor' | Person): Side => (by === 'visitor' ? 'visitor' : 'team')

function stateOf(state: ConversationState): Extract<FollowEvent, { type: 'state' }> {
  const { owner, status, person, messages } = state
  return {
    type: 'state',
    owner,
    status,
    ...(person ? { person: person.displayName } : {}),
    index: messages.length - 1,
    pending: waitingIn(state).length > 0,
  }
}
