/**
 * Gives one reply: holds credits, composes the reply, records it in the epoch in which it began, and settles. A failure
 * ends in a notice that the visitor can act on.
 */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { maxDelayBeforeSubmit } from '@parley/contracts/agent/fields/behaviour.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { BUILT_IN } from '../composing/built-in-answerer.ts'
import type { ToolCallRecord } from '../composing/composed.ts'
import { type Composed, type ReplyingDeps as ComposingDeps, composeReply } from '../composing/composing.ts'
import { replyBlocks } from '../composing/reply-blocks.ts'
import {
  type Asked,
  type ConversationCommand,
  type ConversationState,
  conversation,
  type FailureReason,
  type Handoff,
} from '../conversation.decider.ts'
import { handoffTerms } from '../handoff/handoff.ts'
import { type Language, languageOf, phrases } from '../phrases.ts'
import { messagesOf, withBurstAsOne } from './burst.ts'
import { type Credits, costIn } from './credits.ts'
import { type Payable, type Payer, payerOf, settleOrRelease } from './paying.ts'
import { Interrupted, modelsForTurn } from './turn-models.ts'

export type ReplyingDeps = ComposingDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  newId(): string
  /** Returns the published document with its secrets unsealed. */
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** Returns the draft that answers a conversation of the test panel instead of the published document. */
  draftOf(tenant: string, conversationId: string): Promise<AgentDocument | undefined>
  credits: Credits
  /** Whether a member of the team is online; false by default. */
  teamOnline?(tenant: string, agentId: string): Promise<boolean> | boolean
  now?: () => number
  /** Called with unexpected errors. Never receives message text. */
  onFault?: (fault: { what: string; conversationId: string; error: unknown }) => void
}

export type Replying = {
  reason: Pick<CommandContext, 'tenant' | 'cause' | 'subject'>
  state: ConversationState
  /** The visitor's messages that the reply answers, in order; at least one. */
  burst: readonly Asked[]
  replyId: string
  /** Aborts with an `Interruption`. */
  signal: AbortSignal
  /** Lets further messages join the burst for this time, in ms. Resolves after it, or when `signal` aborts. */
  gather(ms: number): Promise<void>
  say(text: string): void
  saidSoFar(): string
  /** From now on no message joins the burst. */
  closeBurst(): void
}

export type Replied =
  /** `superseded`: another process answered first; its reply is in `state`, and this one is not recorded. */
  | {
      type: 'recorded' | 'discarded' | 'superseded'
      state: ConversationState
      position: number
      settled: Promise<void>
    }
  | { type: 'joined' }

export function createReplying(deps: ReplyingDeps): (replying: Replying) => Promise<Replied> {
  const { now = Date.now } = deps

  return async (replying) => {
    const { state, burst, replyId, reason } = replying
    const { conversationId, agentId, lang } = state.started!
    const inReplyTo = burst.at(-1)!.messageId
    const attempt = 1 + Math.max(...burst.map(({ failures }) => failures))
    // A reply that was discarded in an earlier epoch has another idempotency key.
    const step = state.epoch === 0 ? `${attempt}` : `${attempt}-${state.epoch}`
    const first = burst[0]!.messageId
    const holdId = `${conversationId}.${first}.${step}`
    const context: CommandContext = {
      ...reason,
      actor: { kind: 'system', id: `agent ${agentId}` },
      cause: { ...reason.cause, command: `reply/${first}/${step}` },
    }
    const startedAt = now()
    const toolCalls: ToolCallRecord[] = []
    const payer = payerOf(deps.credits, { holdId, agentId, conversationId }, context)
    const composed = await orEnd(payer, compose(context, replying, inReplyTo, payer, toolCalls))
    // The hold remains for the reply to the whole burst.
    if (composed === 'joined') return { type: 'joined' }

    const also = burst.slice(0, -1).map(({ messageId }) => messageId)
    const answers = {
      messageId: replyId,
      inReplyTo,
      holdId,
      ...(also.length > 0 ? { alsoAnswers: also } : {}),
    }
    const language = languageOf(composed.lang, lang)
    const reservationId = composed.ok ? await orEnd(payer, payer.reservation()) : undefined
    const charged = reservationId === undefined ? {} : { reservationId }
    const command: ConversationCommand = composed.ok
      ? {
          type: 'RecordReply',
          reply: {
            ...composed.reply,
            ...answers,
            ...charged,
            toolCalls,
            tookMs: now() - startedAt,
            ...composed.asking,
          },
          epoch: state.epoch,
        }
      : {
          type: 'RecordFailure',
          ...answers,
          attempt,
          notice: noticeOf(composed, language, state),
          reason: composed.reason,
          ...(composed.detail === undefined ? {} : { detail: composed.detail }),
          toolCalls,
          epoch: state.epoch,
        }
    const handled = await deps.handle(conversation, conversationId, command, context).catch((error) => {
      payer.end(composed.ok ? 'unknown' : 0)
      throw error
    })
    const given = handled.ok && handled.events.some(({ type }) => type === 'AgentReplied')
    payer.end(given && composed.ok ? composed.reply.cost : 0)
    const held = reservationId === undefined && !payer.reserved()
    if (!handled.ok && handled.rejection.code !== 'already-answered') throw new Error(handled.rejection.code)
    if (!handled.ok || handled.repeated) {
      const found = await deps.load(conversation, conversationId, reason.tenant)
      if (!found) throw new Error('the conversation is gone')
      // With the same idempotency key both replies share a hold, which the other process settles.
      const outcome = { ok: false, reason: 'discarded', held: !handled.ok && held } as const
      const settled = pay(context, holdId, conversationId, outcome)
      return { type: 'superseded', state: found.state, position: found.position, settled }
    }
    const discarded = handled.events.some(({ type }) => type === 'ReplyDiscarded')
    const outcome = discarded ? ({ ok: false, reason: 'discarded', held: true } as const) : composed
    // The policy `charge-replies` charges replies that name a reservation.
    return {
      type: discarded ? 'discarded' : 'recorded',
      state: handled.state,
      position: handled.position,
      settled: held ? pay(context, holdId, conversationId, outcome) : Promise.resolve(),
    }
  }

  async function compose(
    context: CommandContext,
    { state, burst, signal, gather, say, saidSoFar, closeBurst }: Replying,
    messageId: string,
    payer: Payer,
    toolCalls: ToolCallRecord[],
  ): Promise<Composition | 'joined'> {
    const { conversationId, agentId } = state.started!
    let lang: string | undefined
    try {
      const { tenant } = context
      const isTest = state.started?.channel === 'test-panel'
      const draft = isTest ? await deps.draftOf(tenant, conversationId) : undefined
      const document = draft ?? (await deps.agentDocument(tenant, agentId))
      if (!document) return { ok: false, lang, reason: 'refused', notice: 'unavailable', held: false }
      lang = document.lang
      const most = document.messagesLimit ?? 0
      const before = state.asked.findIndex((one) => one.messageId === burst[0]!.messageId)
      if (most > 0 && before >= most) return { ok: false, lang, reason: 'messages-limit', held: false }

      if (document.delayBeforeSubmit) await gather(Math.min(document.delayBeforeSubmit, maxDelayBeforeSubmit))
      if (signal.aborted && signal.reason !== 'stopped') throw new Interrupted(signal.reason)

      const fallbackModelId = document.vg_fallbackModel || undefined
      const models = modelsForTurn(deps.models, {
        signal,
        ...(fallbackModelId === undefined ? {} : { fallbackModelId }),
      })
      const composing = {
        tenant: context.tenant,
        agentId,
        document,
        state: withBurstAsOne(state, burst),
        messageId,
        burst: messagesOf(burst, state),
        turnId: `${conversationId}.${burst[0]!.messageId}`,
        say,
        signal,
        closeBurst,
        toolCalls,
        dispatchDialog: () => dispatchDialog(context, state, burst),
      }
      const composed = await composeReply(
        { ...deps, models, costOf: deps.credits.costOf },
        composing,
        (request) => payer.hold(request, document),
      )
      const stopped = signal.reason === 'stopped'
      if (!composed.ok && !stopped)
        return { ...composed, lang, reason: payer.limited() ? 'usage-limit' : composed.reason }
      const { translated, ...reply }: Composed = composed.ok
        ? { ...composed.reply, modelId: models.standIn() ?? composed.reply.modelId }
        : nothingBut(saidSoFar(), document, models.standIn())
      const cost = costIn(deps.credits, { ...reply, ...(translated ? { translated } : {}) })
      const asking = reply.handoff
        ? await askingFor(reply.handoff, document, context.tenant, agentId)
        : { handoff: undefined }
      return { ok: true, lang, asking, reply: { ...reply, cost, ...(stopped ? { stopped } : {}) } }
    } catch (error) {
      if (error instanceof Interrupted) {
        if (error.why === 'joined') return 'joined'
        return {
          ok: false,
          lang,
          reason: 'provider-error',
          detail: 'interrupted',
          held: payer.held(),
        }
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
    burst: readonly Asked[],
  ): Promise<void> {
    const messageIds = burst.map(({ messageId }) => messageId)
    const cause = { ...context.cause, command: `dispatch-dialog/${context.cause.command}` }
    const command = { type: 'DispatchDialog', messageIds, epoch } as const
    const handled = await deps.handle(conversation, started!.conversationId, command, { ...context, cause })
    if (handled.ok) return
    if (handled.rejection.code === 'owner-changed') throw new Interrupted('owner-changed')
    throw new Error(handled.rejection.code)
  }

  /** Returns the handoff that a node or the model requested, with its terms; undefined if handoffs are disabled. */
  async function askingFor(
    asked: NonNullable<Composed['handoff']>,
    document: AgentDocument,
    tenant: string,
    agentId: string,
  ): Promise<{ handoff: Handoff | undefined }> {
    const terms = handoffTerms(document, (await deps.teamOnline?.(tenant, agentId)) ?? false)
    if (!terms.ok && !document.enableHumanHandoff) return { handoff: undefined }
    // The request waits for the team; the agent continues to answer meanwhile.
    const { offline, silencesAgent } = terms.ok ? terms : { offline: true, silencesAgent: false }
    return { handoff: { ...asked, offline, silencesAgent } }
  }

  /** Settles or releases the hold. An error is only reported: the reply is stored, and `settle-replies` retries. */
  async function pay(
    context: CommandContext,
    holdId: string,
    conversationId: string,
    outcome: Payable,
  ): Promise<void> {
    try {
      await settleOrRelease(deps.credits, holdId, outcome, context)
    } catch (error) {
      deps.onFault?.({ what: 'a hold was not settled', conversationId, error })
    }
  }
}

/** Ends the hold in memory with cost 0 if a step before recording the reply throws. */
async function orEnd<Value>(payer: Payer, step: Promise<Value>): Promise<Value> {
  try {
    return await step
  } catch (error) {
    payer.end(0)
    throw error
  }
}

type Composition = (
  | {
      ok: true
      reply: Composed & { cost: number; stopped?: boolean }
      asking: { handoff: Handoff | undefined }
    }
  | {
      ok: false
      reason: FailureReason
      /** Replaces the notice of the reason. */
      notice?: 'unavailable'
      detail?: string
      /** Whether credits may be held for it. */
      held: boolean
    }
) & { lang: string | undefined }

/** Returns the notice for the visitor; in the test panel with the detail for the agent's owner. */
function noticeOf(
  { notice, reason, detail }: Extract<Composition, { ok: false }>,
  language: Language,
  { started }: ConversationState,
): string {
  const words = phrases[language].notice[notice ?? reason]
  return detail !== undefined && started?.channel === 'test-panel' ? `${words} (${detail})` : words
}

/** Returns the reply that the visitor stopped, with the text so far and without sources or tokens. */
function nothingBut(said: string, document: AgentDocument, standIn: string | undefined): Composed {
  const blocks = replyBlocks(said, document.vg_enableUIEngine !== false)
  const modelId = standIn ?? (document.vg_defaultModel || BUILT_IN)
  return { blocks, sources: [], modelId, inputTokens: 0, outputTokens: 0, grounded: true }
}
