/**
 * Runs one turn: holds credits and generates a reply, and records it, with its cost, in the epoch in which the turn
 * began. The policy `charge-replies` charges for it. A failure ends in a notice that the visitor can act on.
 */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { paidByOrganisation } from '../charge/credits.ts'
import { endOnError, openReplyHold } from '../charge/reply-hold.ts'
import type { ToolCallRecord } from '../generate/generated-reply.ts'
import type { Heard } from '../generate/hear-voice-notes.ts'
import { recordReply } from '../record/record-reply.ts'
import { createAttempts, type ReplyAttemptDeps } from './reply-attempt.ts'
import { type TurnInput, type TurnOutcome, timesAgain } from './turn-input.ts'
import type { TurnSchedule } from './turn-schedule.ts'

export type RunTurnDeps = ReplyAttemptDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  now?: () => number
}

export function createTurnRunner(
  deps: RunTurnDeps,
  schedule: TurnSchedule,
): (turn: TurnInput) => Promise<TurnOutcome> {
  const { now = Date.now } = deps
  const attemptReply = createAttempts(deps)

  return async (turn) => {
    const { state, burst, reason } = turn
    const { conversationId, agentId, channel } = state.started!
    const attempt = 1 + Math.max(...burst.map(({ failures }) => failures))
    // A reply that was discarded in an earlier epoch has another idempotency key.
    const nth = state.epoch === 0 ? `${attempt}` : `${attempt}-${state.epoch}`
    const step = `${nth}${timesAgain(burst)}`
    const first = burst[0]!.messageId
    const holdId = `${conversationId}.${first}.${step}`
    const context: CommandContext = {
      ...reason,
      actor: { kind: 'system', id: `agent ${agentId}` },
      cause: { ...reason.cause, command: `reply/${first}/${step}` },
    }
    const startedAt = now()
    const toolCalls: ToolCallRecord[] = []
    const heard: Heard = { notes: [] }
    const hold = openReplyHold(deps.credits, context.tenant, {
      ...{ holdId, agentId },
      organisationFirst: paidByOrganisation(channel),
    })

    const generated = await endOnError(hold, attemptReply(context, turn, hold, toolCalls, heard))
    if (generated === 'joined') {
      // The reply to the whole burst holds again, perhaps in another process.
      hold.end(0)
      return { type: 'joined' }
    }

    const charged = generated.ok ? await endOnError(hold, hold.reservation()) : undefined
    const tookMs = now() - startedAt
    await schedule.toRecord()
    const collected = { toolCalls, heard: heard.notes }
    const recording = { context, turn, generated, attempt, hold, holdId, charged, ...collected, tookMs }
    const recorded = await recordReply(deps, recording)
    deps.voiceNotes?.recorded({ tenant: context.tenant, conversationId }, heard.notes)
    return recorded
  }
}
