/**
 * Tells whoever looks at a conversation what happens in it. Each reader is told the difference between what it
 * has and what is: a slow one gets less often more, and nothing piles up. Typing passes through memory alone.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { type ConversationState, conversation, waitingIn } from './conversation.decider.ts'

export type Side = 'visitor' | 'team'

export type Following = {
  /** Something was appended to the conversation, by whichever process. */
  changed(conversationId: string): void
  /** Somebody of this side writes; the other side is shown it until it fades. */
  typing(conversationId: string, side: Side, typing: boolean, name?: string): void
  /** What is new after the message `after` (the newest where absent), until `signal` aborts. */
  follow(reader: {
    tenant: string
    conversationId: string
    side: Side
    after?: number
    signal: AbortSignal
  }): AsyncGenerator<FollowEvent>
}

export type FollowingDeps = {
  load: CommandHandler['load']
  /** Messages with addresses in their file blocks, which open for a while. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  /** How long somebody who said nothing more counts as writing, in ms. */
  fadeMs?: number
}

type Typing = { typing: boolean; name?: string }
type Reader = { side: Side; wake(): void; typing: Typing | undefined }

const FADE_MS = 6_000

export function createFollowing({ load, withAddresses, fadeMs = FADE_MS }: FollowingDeps): Following {
  const readers = new Map<string, Set<Reader>>()
  const fading = new Map<string, NodeJS.Timeout>()

  return {
    changed(conversationId) {
      for (const reader of readers.get(conversationId) ?? []) reader.wake()
    },

    typing(conversationId, side, typing, name) {
      const key = `${side}/${conversationId}`
      clearTimeout(fading.get(key))
      fading.delete(key)
      tell(conversationId, side, { typing, ...(name === undefined ? {} : { name }) })
      if (!typing) return
      const fade = setTimeout(() => {
        fading.delete(key)
        tell(conversationId, side, { typing: false })
      }, fadeMs)
      fading.set(key, fade.unref())
    },

    async *follow({ tenant, conversationId, side, after, signal }) {
      let more = Promise.withResolvers<void>()
      const reader: Reader = { side, wake: () => more.resolve(), typing: undefined }
      const own = readers.get(conversationId) ?? new Set()
      readers.set(conversationId, own.add(reader))
      signal.addEventListener('abort', reader.wake, { once: true })
      let told = after
      let state = ''
      try {
        while (!signal.aborted) {
          more = Promise.withResolvers()
          const found = await load(conversation, conversationId, tenant)
          if (!found || found.state.deleted) return yield { type: 'erased' }
          told ??= found.state.messages.length - 1
          const fresh = found.state.messages.slice(told + 1)
          for (const message of withAddresses(tenant, conversationId, fresh)) {
            yield { type: 'message', message }
            told = message.index
          }
          const now = stateOf(found.state)
          if (JSON.stringify(now) !== state) yield now
          state = JSON.stringify(now)
          if (reader.typing) {
            const { typing } = reader
            reader.typing = undefined
            yield { type: 'typing', ...typing }
          }
          await more.promise
        }
      } finally {
        signal.removeEventListener('abort', reader.wake)
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
