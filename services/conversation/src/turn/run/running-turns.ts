/** The turns that run in this process, one at most for each conversation, and what interrupts them. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { conversation, waitingMessages } from '../../conversation.decider.ts'
import type { Interruption } from './interruption.ts'

export type RunningTurn = {
  replyId: string
  /** The text of the reply so far. */
  text: string
  tenant: string
  interruption: AbortController
  messageIds: readonly string[]
  epoch: number
  stopRequests: number
  /** Whether the reply has text, or a system outside has the question. No message joins it any more. */
  begun: boolean
  /** Until when messages may join it, in ms since 1970. */
  joinsUntil: number
}

export type RunningTurns = {
  of(conversationId: string): RunningTurn | undefined
  add(conversationId: string, turn: RunningTurn): void
  /** Removes the turn, unless another one runs meanwhile. */
  remove(conversationId: string, turn: RunningTurn): void
  /** Returns false if no turn runs. */
  interrupt(conversationId: string, why: Interruption): boolean
  /** Restarts the turn with further messages of the visitor, as long as its reply has no text yet. */
  join(conversationId: string): void
  /** Interrupts the turn if the conversation's owner changed, a stop was requested, or further messages can join. */
  conversationChanged(conversationId: string): Promise<void>
}

export function createRunningTurns(load: CommandHandler['load'], now: () => number): RunningTurns {
  const running = new Map<string, RunningTurn>()

  function interrupt(conversationId: string, why: Interruption): boolean {
    const turn = running.get(conversationId)
    if (!turn) return false
    turn.interruption.abort(why)
    return true
  }

  function join(conversationId: string): void {
    const turn = running.get(conversationId)
    if (turn && !turn.begun && now() < turn.joinsUntil) interrupt(conversationId, 'joined')
  }

  return {
    of: (conversationId) => running.get(conversationId),
    add: (conversationId, turn) => running.set(conversationId, turn),
    remove(conversationId, turn) {
      if (running.get(conversationId) === turn) running.delete(conversationId)
    },
    interrupt,
    join,
    async conversationChanged(conversationId) {
      const turn = running.get(conversationId)
      const found = turn && (await load(conversation, conversationId, turn.tenant))
      if (!found || running.get(conversationId) !== turn) return
      const { epoch, stopRequests } = found.state
      if (epoch !== turn.epoch) interrupt(conversationId, 'owner-changed')
      else if (stopRequests > turn.stopRequests) interrupt(conversationId, 'stopped')
      else if (waitingMessages(found.state).some(({ messageId }) => !turn.messageIds.includes(messageId)))
        join(conversationId)
    },
  }
}
