/** Records the reply of a turn, or the notice of its failure, and ends the hold in memory with what was recorded. */
import { faultAdvice, isLasting } from '@parley/contracts/conversation/model-faults.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type ConversationCommand, type ConversationState, conversation } from '../../conversation.decider.ts'
import { type Language, languageOf, phrases } from '../../phrases.ts'
import type { HeardNote } from '../../transcription/transcripts.decider.ts'
import { type Charged, chargedTo } from '../charge/credits.ts'
import type { ReplyHold } from '../charge/reply-hold.ts'
import type { ToolCallRecord } from '../generate/generated-reply.ts'
import type { ReplyAttempt } from '../run/reply-attempt.ts'
import type { Recorded, TurnInput } from '../run/turn-input.ts'

export type Recording = {
  context: CommandContext
  turn: TurnInput
  generated: ReplyAttempt
  /** Which attempt to answer the burst this is, from 1. */
  attempt: number
  hold: ReplyHold
  holdId: string
  /** What the reply is charged to; undefined if nothing was held for it. */
  charged: Charged | undefined
  toolCalls: ToolCallRecord[]
  /** The visitor's voice notes that were transcribed. */
  heard: readonly HeardNote[]
  tookMs: number
}

/** Records the reply and ends its hold. Throws if nothing could be recorded. */
export async function recordReply(
  { handle, load }: Pick<CommandHandler, 'handle' | 'load'>,
  recording: Recording,
): Promise<Recorded> {
  const { context, turn, generated, hold } = recording
  const { conversationId } = turn.state.started!
  const command = commandFor(recording)
  const handled = await handle(conversation, conversationId, command, context).catch((error) => {
    hold.end(generated.ok ? 'unknown' : 0)
    throw error
  })
  const replied = handled.ok && handled.events.some(({ type }) => type === 'AgentReplied')
  hold.end(replied && generated.ok ? generated.reply.cost : 0)
  if (!handled.ok && handled.rejection.code !== 'already-answered') throw new Error(handled.rejection.code)
  if (!handled.ok || handled.repeated) {
    const found = await load(conversation, conversationId, context.tenant)
    if (!found) throw new Error('the conversation is gone')
    return { type: 'superseded', state: found.state, position: found.position }
  }
  const discarded = handled.events.some(({ type }) => type === 'ReplyDiscarded')
  const { state, position } = handled
  return { type: discarded ? 'discarded' : 'recorded', state, position }
}

function commandFor(recording: Recording): ConversationCommand {
  const { turn, generated, attempt, holdId, charged, toolCalls, heard, tookMs } = recording
  const { state, burst, replyId } = turn
  const { epoch } = state
  const also = burst.slice(0, -1).map(({ messageId }) => messageId)
  const answers = {
    messageId: replyId,
    inReplyTo: burst.at(-1)!.messageId,
    holdId,
    ...(also.length > 0 ? { alsoAnswers: also } : {}),
  }
  if (generated.ok) {
    const { reply, handoff } = generated
    return {
      type: 'RecordReply',
      reply: { ...reply, ...answers, ...(charged && chargedTo(charged)), toolCalls, heard, tookMs, handoff },
      epoch,
    }
  }
  const notice = failureNotice(generated, languageOf(generated.lang, state.started?.lang), state)
  const detail = generated.detail === undefined ? {} : { detail: generated.detail }
  const fault = generated.modelFault === undefined ? {} : { modelFault: generated.modelFault }
  return {
    type: 'RecordFailure',
    ...answers,
    attempt,
    notice,
    reason: generated.reason,
    ...detail,
    ...fault,
    toolCalls,
    heard,
    epoch,
  }
}

/** Returns the notice for the visitor; in the test panel with the detail for the agent's owner. */
function failureNotice(
  { notice, reason, detail, modelFault }: Extract<ReplyAttempt, { ok: false }>,
  language: Language,
  { started }: ConversationState,
): string {
  // What lasts until somebody does something about it is no matter of trying again in a moment.
  const lasting = modelFault && isLasting(modelFault.fault) ? 'no-credits' : undefined
  const words = phrases[language].notice[notice ?? lasting ?? reason]
  const why = modelFault ? faultAdvice(modelFault) : detail
  return why !== undefined && started?.channel === 'test-panel' ? `${words} (${why})` : words
}
