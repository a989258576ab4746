/**
 * Ensures that only one process at a time answers a conversation, so that no model is called twice for one message. If
 * that process is killed, another one continues once its lease has expired.
 */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { Lease, Leases } from '@parley/kernel/running/leases.ts'
import { type ConversationState, conversation } from '../../conversation.decider.ts'

type AnsweredConversation = { tenant: string; conversationId: string }

export type TurnLeasesDeps = {
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  leases: Leases
  /** Aborts when the process stops. */
  signal?: AbortSignal
  /** Called if the leases are unavailable. This process then answers without a lease. */
  onFault(error: unknown, conversationId: string): void
}

export type TurnLeases = {
  /**
   * Does the work while holding the lease of the conversation. Waits while another process holds it, and returns
   * without doing the work once `isDue` returns false. Throws if the process stops meanwhile.
   */
  withLease(
    place: AnsweredConversation,
    isDue: (state: ConversationState) => boolean,
    work: () => Promise<void>,
  ): Promise<void>
  /** Resolves when no process is answering the conversation, or after 30 seconds. */
  untilFree(place: AnsweredConversation): Promise<void>
}

/** How often a process that waits for another one checks again, in ms. */
const CHECK_EVERY_MS = 100
const MAX_WAIT_MS = 30_000

export function createTurnLeases({ load, refresh, leases, signal, onFault }: TurnLeasesDeps): TurnLeases {
  return {
    async withLease(place, isDue, work) {
      const { tenant, conversationId } = place
      for (;;) {
        const lease = await take(place)
        if (lease) {
          try {
            // Another process may have answered since this one last read the stream.
            if (!lease.heldBefore) await refresh(conversation.category, conversationId)
            return await work()
          } finally {
            await lease.release()
          }
        }
        await refresh(conversation.category, conversationId)
        const found = await load(conversation, conversationId, tenant)
        if (!found || !isDue(found.state)) return
        await pause(CHECK_EVERY_MS, signal)
        if (signal?.aborted) throw new Error('the process stops')
      }
    },

    async untilFree(place) {
      const until = Date.now() + MAX_WAIT_MS
      while (Date.now() < until && !signal?.aborted) {
        if (!(await leases.isHeld(nameOf(place)).catch(() => false))) return
        await pause(CHECK_EVERY_MS, signal)
      }
    },
  }

  async function take(
    place: AnsweredConversation,
  ): Promise<Pick<Lease, 'heldBefore' | 'release'> | undefined> {
    try {
      return await leases.take(nameOf(place))
    } catch (error) {
      onFault(error, place.conversationId)
      return { heldBefore: false, release: async () => undefined }
    }
  }
}

const nameOf = ({ tenant, conversationId }: AnsweredConversation): string =>
  `turn/${tenant}/${conversationId}`
