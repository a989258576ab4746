/** What one turn is given, and how it can end. */
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { ConversationState, VisitorMessage } from '../../conversation.decider.ts'

export type TurnInput = {
  reason: Pick<CommandContext, 'tenant' | 'cause' | 'subject'>
  state: ConversationState
  /** The visitor's messages that the reply answers, in order; at least one. */
  burst: readonly VisitorMessage[]
  replyId: string
  /** Aborts with an `Interruption`. */
  signal: AbortSignal
  /** Lets further messages join the burst for this time, in ms. Resolves after it, or when `signal` aborts. */
  waitForMore(ms: number): Promise<void>
  streamText(text: string): void
  /** Takes back the end of the text so far: listeners are told to discard it. */
  takeBack(text: string): void
  textSoFar(): string
  /** From now on no message joins the burst. */
  closeBurst(): void
}

/** `joined`: further messages joined the burst, so the turn must begin again. */
export type TurnOutcome = Recorded | { type: 'joined' }

/**
 * `discarded`: the owner changed meanwhile. `superseded`: another process answered first; its reply is in `state`, and
 * this one is not recorded.
 */
export type Recorded = {
  type: 'recorded' | 'discarded' | 'superseded'
  state: ConversationState
  /** The position of the reply's event in the log. */
  position: number
}

/** Tells the turns of a message apart that is answered once more after a decision; empty for its first turn. */
export function timesAgain(burst: TurnInput['burst']): string {
  const { again = 0 } = burst[0] ?? {}
  return again === 0 ? '' : `.again-${again}`
}
