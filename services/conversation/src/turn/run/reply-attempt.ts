/**
 * Attempts to generate the reply of a turn: chooses the document, applies its limits, waits for further messages, and
 * turns an interruption or an error into an outcome that can be recorded.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { maxDelayBeforeSubmit } from '@parley/contracts/agent/fields/behaviour.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { decisionsOn } from '../../approval/approvals.ts'
import {
  type ConversationState,
  conversation,
  type Handoff,
  type VisitorMessage,
} from '../../conversation.decider.ts'
import { handoffTerms } from '../../handoff/handoff.ts'
import { type Transcripts, withBurstMessages } from '../../transcripts.ts'
import { type Credits, costIn } from '../charge/credits.ts'
import type { ReplyHold } from '../charge/reply-hold.ts'
import { BUILT_IN } from '../generate/built-in-answerer.ts'
import { withFallbackModel } from '../generate/fallback-model.ts'
import { type GenerateDeps, generateReply } from '../generate/generate-reply.ts'
import type { GeneratedReply, ToolCallRecord } from '../generate/generated-reply.ts'
import { type Heard, transcriptionCost } from '../generate/hear-voice-notes.ts'
import { replyBlocks } from '../generate/reply-blocks.ts'
import { burstMessages, mergeBurst } from '../queue/burst.ts'
import { spokenLanguage } from '../spoken-language.ts'
import { confirmOptOut, type OptOutReply } from './confirm-opt-out.ts'
import { Interrupted } from './interruption.ts'
import { type TurnInput, timesAgain } from './turn-input.ts'

export type ReplyAttemptDeps = GenerateDeps & {
  handle: CommandHandler['handle']
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  /** Returns the draft that answers a conversation of the test panel instead of the published document. */
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  credits: Credits
  transcripts: Transcripts
  /** By default no word is an opt-out. */
  optOutReply?: OptOutReply
  /** Whether a member of the team is online; false by default. */
  teamOnline?(tenant: string, agentId: string): Promise<boolean> | boolean
  /** Called with unexpected errors. Never receives message text. */
  onFault?: (fault: { what: string; conversationId: string; error: unknown }) => void
}

export type ReplyAttempt = (
  | {
      ok: true
      reply: Omit<GeneratedReply, 'handoff' | 'otherModels' | 'free'> & {
        cost: number
        stopped?: boolean
        modelFault?: ModelFaultRecord
      }
      handoff: Handoff | undefined
    }
  | {
      ok: false
      reason: ReplyFailure
      /** Replaces the notice of the reason. */
      notice?: 'unavailable'
      detail?: string
      /** What went wrong with a model, if that is why. */
      modelFault?: ModelFaultRecord
      /** Whether credits may be held for it. */
      held: boolean
    }
) & {
  /** The language that the agent speaks; undefined if there is no document. */
  lang: string | undefined
}

export function createAttempts(deps: ReplyAttemptDeps) {
  /** Collects the calls of tools in `toolCalls`, and voice notes in `heard`, however the attempt ends. `joined`: see `Interruption`. */
  return async function attemptReply(
    context: CommandContext,
    turn: TurnInput,
    hold: ReplyHold,
    toolCalls: ToolCallRecord[],
    heard: Heard,
  ): Promise<ReplyAttempt | 'joined'> {
    const { state, burst, signal } = turn
    const { tenant } = context
    const { conversationId, agentId, channel, agentVersion } = state.started!
    let lang: string | undefined
    let asked: Promise<boolean> | undefined
    // Asked once, so that what is said agrees with what is recorded.
    const teamOnline = () => (asked ??= Promise.resolve(deps.teamOnline?.(tenant, agentId) ?? false))
    try {
      const whole = await withBurstMessages(deps.transcripts, tenant, state, burst)
      const isDecided = decisionsOn(state, burst.at(-1)!.messageId).length > 0
      const confirmed = isDecided ? undefined : await confirmOptOut(deps.optOutReply, tenant, whole, burst)
      if (confirmed !== undefined) {
        turn.streamText(confirmed)
        return { ok: true, lang, handoff: undefined, reply: { ...said(confirmed), cost: 0 } }
      }
      const draft = channel === 'test-panel' ? await deps.draftOf(tenant, conversationId) : undefined
      const document = draft ?? (await deps.agentDocument(tenant, agentId, agentVersion))
      if (!document) return { ok: false, lang, reason: 'refused', notice: 'unavailable', held: false }
      lang = spokenLanguage(document, whole)
      const maxMessages = document.messagesLimit ?? 0
      if (maxMessages > 0 && burst[0]!.nth >= maxMessages)
        return { ok: false, lang, reason: 'messages-limit', held: false }

      const { delayBeforeSubmit } = document
      if (delayBeforeSubmit) await turn.waitForMore(Math.min(delayBeforeSubmit, maxDelayBeforeSubmit))
      if (signal.aborted && signal.reason !== 'stopped') throw new Interrupted(signal.reason)

      const fallbackModelId = document.vg_fallbackModel || undefined
      const models = withFallbackModel(deps.models, {
        signal,
        ...(fallbackModelId === undefined ? {} : { fallbackModelId }),
      })
      const request = {
        tenant,
        agentId,
        document,
        state: mergeBurst(whole, burst),
        messageId: burst.at(-1)!.messageId,
        burst: burstMessages(burst, whole),
        turnId: `${conversationId}.${burst[0]!.messageId}${timesAgain(burst)}`,
        streamText: turn.streamText,
        takeBack: turn.takeBack,
        signal,
        closeBurst: turn.closeBurst,
        toolCalls,
        heard,
        dispatchDialog: () => dispatchDialog(context, state, burst),
        teamOnline,
      }
      const generated = await generateReply(
        { ...deps, models, plainModels: deps.models, costOf: deps.credits.costOf },
        request,
        (size) => hold.take(size, document),
      )
      const stopped = signal.reason === 'stopped'
      const fault = models.fault()
      if (!generated.ok && !stopped)
        return {
          ...generated,
          lang,
          reason: hold.isOverLimit() ? 'usage-limit' : generated.reason,
          ...(fault && isModelFailure(generated.reason) ? { modelFault: fault } : {}),
        }
      const { otherModels, handoff, free, ...reply }: GeneratedReply = generated.ok
        ? { ...generated.reply, modelId: modelOf(generated.reply, models.fallbackUsed()) }
        : stoppedReply(turn.textSoFar(), document, models.fallbackUsed())
      const own = free ? 0 : costIn(deps.credits, { ...reply, otherModels })
      const cost = Math.round((own + transcriptionCost(deps.credits, heard.notes)) * 1_000) / 1_000
      const shown = fault ?? heard.fault
      return {
        ok: true,
        lang,
        handoff: handoff && handoffFor(handoff, document, await teamOnline(), (deps.now ?? Date.now)()),
        reply: {
          ...reply,
          cost,
          ...(stopped ? { stopped } : {}),
          ...(shown ? { modelFault: shown } : {}),
        },
      }
    } catch (error) {
      if (error instanceof Interrupted) {
        if (error.why === 'joined') return 'joined'
        return { ok: false, lang, reason: 'provider-error', detail: 'interrupted', held: hold.isHeld() }
      }
      // Not an error of the turn: the message stays pending and is answered when the store is available again.
      if (error instanceof StoreUnavailable) throw error
      deps.onFault?.({ what: 'a reply could not be composed', conversationId, error })
      return { ok: false, lang, reason: 'provider-error', detail: 'unexpected', held: true }
    }
  }

  async function dispatchDialog(
    context: CommandContext,
    { started, epoch }: ConversationState,
    burst: readonly VisitorMessage[],
  ): Promise<void> {
    const messageIds = burst.map(({ messageId }) => messageId)
    const cause = { ...context.cause, command: `dispatch-dialog/${context.cause.command}` }
    const command = { type: 'DispatchDialog', messageIds, epoch } as const
    const handled = await deps.handle(conversation, started!.conversationId, command, { ...context, cause })
    if (handled.ok) return
    if (handled.rejection.code === 'owner-changed') throw new Interrupted('owner-changed')
    throw new Error(handled.rejection.code)
  }
}

/** The built-in answerer may stand in after the fallback model failed too. */
function modelOf({ modelId }: GeneratedReply, fallbackUsed: string | undefined): string {
  return modelId === BUILT_IN ? modelId : (fallbackUsed ?? modelId)
}

function isModelFailure(reason: ReplyFailure): boolean {
  return ['time-out', 'provider-error', 'rate-limited', 'refused'].includes(reason)
}

/** Returns the handoff that was requested, with its terms; undefined if handoffs are disabled. */
function handoffFor(
  requested: NonNullable<GeneratedReply['handoff']>,
  document: AgentDocument,
  online: boolean,
  now: number,
): Handoff | undefined {
  const terms = handoffTerms(document, online, now)
  return terms && { ...requested, ...terms }
}

/** Returns a reply of these words that no model made. */
function said(text: string): GeneratedReply {
  const blocks = [{ type: 'text' as const, text }]
  return { blocks, sources: [], modelId: BUILT_IN, inputTokens: 0, outputTokens: 0, grounded: true }
}

/** Returns the reply that the visitor stopped, with the text so far and without sources or tokens. */
function stoppedReply(
  text: string,
  document: AgentDocument,
  fallbackUsed: string | undefined,
): GeneratedReply {
  const blocks = replyBlocks(text, document.vg_enableUIEngine !== false)
  const modelId = fallbackUsed ?? (document.vg_defaultModel || BUILT_IN)
  return { blocks, sources: [], modelId, inputTokens: 0, outputTokens: 0, grounded: true }
}
