/**
 * Streams the changes of a conversation to its readers. Each reader is sent the difference between what it was sent
 * last and the present state: a slow reader gets fewer, larger updates, and nothing is queued. Processes share who is
 * writing and which members are present.
 */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { PresentPerson, WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { type ConversationState, conversation, waitingMessages } from '../conversation.decider.ts'
import { messagesFrom, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'
import type { ShownReplies } from '../visiting/shown-replies.ts'
import { createConnectedVisitors } from './connected-visitors.ts'
import { createPresence, type Present, type Someone } from './presence.ts'

export type Following = {
  /** Called when any process appended to the conversation. */
  changed(conversationId: string): void
  /**
   * Records that the visitor or a member is writing. The other side sees it until it expires; the team also sees who.
   */
  typing(place: { tenant: string; conversationId: string }, by: Someone, typing: boolean): void
  /** Whether a member has the conversation open, in any process. */
  isWatching(place: { tenant: string; conversationId: string }, userId: string): Promise<boolean>
  /**
   * Streams what is new after the message `after` (defaults to the newest), until `signal` aborts. Members also receive
   * who else of the team is present.
   */
  follow(reader: {
    tenant: string
    conversationId: string
    by: Someone
    after?: number
    signal: AbortSignal
  }): AsyncGenerator<WatchEvent>
  /** The conversations whose visitor has the chat open, in any process, those who came last first. */
  connected(tenant: string): Promise<string[]>
  stop(): Promise<void>
}

export type FollowingDeps = {
  load: CommandHandler['load']
  /** Shared by all processes, so that people connected to different ones see each other. */
  state?: ReadStore
  /** Returns messages whose file blocks have addresses, which expire. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
  /** Returns the name of a member of the team, or of what acts for the team. */
  nameOf(userId: string): Promise<string>
  transcripts: Transcripts
  shownReplies?: ShownReplies
  /** How long somebody counts as writing without a new report, in ms. */
  fadeMs?: number
}

const FADE_MS = 6_000

export function createFollowing(deps: FollowingDeps): Following {
  const { load, withAddresses, nameOf, transcripts, state: shared, fadeMs = FADE_MS } = deps
  const readers = new Map<string, Set<() => void>>()
  const presence = createPresence({ fadeMs, ...(shared ? { state: shared } : {}) })
  const visitors = createConnectedVisitors(shared ? { state: shared } : {})

  return {
    changed(conversationId) {
      for (const wake of readers.get(conversationId) ?? []) wake()
    },

    typing: presence.writes,
    isWatching: presence.isPresent,
    connected: visitors.of,
    async stop() {
      await Promise.all([presence.stop(), visitors.stop()])
    },

    async *follow({ tenant, conversationId, by, after, signal }) {
      const place = { tenant, conversationId }
      let more = Promise.withResolvers<void>()
      const wake = () => more.resolve()
      const own = readers.get(conversationId) ?? new Set()
      readers.set(conversationId, own.add(wake))
      signal.addEventListener('abort', wake, { once: true })
      let told = after
      let state = ''
      let present = '[]'
      let writer: ReturnType<typeof presence.writer>
      const leave = presence.join(place, by, wake)
      const disconnect = by === 'visitor' ? visitors.join(place) : undefined
      try {
        while (!signal.aborted) {
          more = Promise.withResolvers()
          const found = await load(conversation, conversationId, tenant)
          if (!found || found.state.deleted) return yield { type: 'erased' }
          told ??= found.state.messageCount - 1
          for await (const said of messagesFrom(transcripts, found, told + 1)) {
            // A message that a channel delivered late is not the last one.
            const inOrder = said.toSorted((one, other) => one.index - other.index)
            const fresh = by === 'visitor' ? inOrder.map(asVisitorReads) : inOrder
            for (const message of withAddresses(tenant, conversationId, fresh)) {
              yield { type: 'message', message }
              told = message.index
            }
            if (by === 'visitor' && found.state.started)
              deps.shownReplies?.(tenant, found.state.started, inOrder)
            if (signal.aborted) return
          }
          const now = stateOf(found.state)
          if (JSON.stringify(now) !== state) yield now
          state = JSON.stringify(now)
          if (by !== 'visitor') {
            const others = presence.others(place, by.userId)
            if (JSON.stringify(others) !== present) yield { type: 'present', people: await named(others) }
            present = JSON.stringify(others)
          }
          const writes = presence.writer(place, by)
          if (writes?.at !== writer?.at || writes?.userId !== writer?.userId) {
            const name = writes?.userId === undefined ? {} : { name: await nameOf(writes.userId) }
            yield { type: 'typing', typing: writes !== undefined, ...name }
          }
          writer = writes
          await more.promise
        }
      } finally {
        signal.removeEventListener('abort', wake)
        leave()
        disconnect?.()
        own.delete(wake)
        if (own.size === 0 && readers.get(conversationId) === own) readers.delete(conversationId)
      }
    },
  }

  async function named(others: readonly Present[]): Promise<PresentPerson[]> {
    return Promise.all(
      others.map(async ({ userId, writing }) => ({ userId, displayName: await nameOf(userId), writing })),
    )
  }
}

function stateOf(state: ConversationState): Extract<FollowEvent, { type: 'state' }> {
  const { owner, status, person, messageCount } = state
  return {
    type: 'state',
    owner,
    status,
    ...(person ? { person: person.displayName } : {}),
    index: messageCount - 1,
    pending: waitingMessages(state).length > 0,
    ...(state.handoffPending && { requested: true }),
  }
}
