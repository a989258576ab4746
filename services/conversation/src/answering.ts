/**
 * Answers visitors. The words are stored before anything else; messages of one conversation are answered in
 * order, one reply each, whoever else is at it; what goes wrong ends in a notice that the visitor can act on.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { type Composed, composeReply, type ReplyingDeps } from './composing.ts'
import {
  askedIn,
  type ConversationState,
  conversation,
  type FailureReason,
  waitingIn,
} from './conversation.decider.ts'
import { languageOf, phrases } from './phrases.ts'
import { createTurn, type RunningTurn, type Turn, type TurnResult } from './turn.ts'

type Outcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

/** The ledger as answering uses it; idempotent by `holdId`. */
export type Credits = {
  /** Refused as `no-credits` where the balance does not reach. */
  holdCredits(
    hold: { workspaceId: string; holdId: string; amount: number; agentId: string; conversationId: string },
    context: CommandContext,
  ): Promise<Outcome>
  settleCredits(
    settlement: {
      workspaceId: string
      holdId: string
      amount: number
      modelId: string
      inputTokens: number
      outputTokens: number
    },
    context: CommandContext,
  ): Promise<Outcome>
  releaseCredits(
    release: { workspaceId: string; holdId: string; reason: string },
    context: CommandContext,
  ): Promise<Outcome>
  /** Credits of a reply. */
  costOf(reply: { modelId: string; inputTokens: number; outputTokens: number }): number
  /** Credits to hold before it: the most it can cost. */
  mostOf(request: { modelId: string; promptTokens: number; maxTokens: number }): number
}

export type AnsweringDeps = ReplyingDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  /** Drops a stream kept in memory, so that the next load sees what other processes wrote. */
  forget: CommandHandler['forget']
  newId(): string
  /** The published document with its secrets opened. */
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  credits: Credits
  /** Whether the agent is within its `maxTokensUsage`; asked only where it has one. */
  usageAllows(tenant: string, agentId: string): Promise<boolean> | boolean
  now?: () => number
  /** Told of what nobody expected; never of anyone's words. */
  onFault?: (fault: { what: string; conversationId: string; error: unknown }) => void
}

export type Answering = {
  /**
   * Stores what a visitor said and answers it. A message that is being answered is joined, one that was answered
   * gives the same reply again, one whose reply failed is tried again.
   */
  say(
    context: CommandContext,
    said: { conversationId: string; messageId: string; text: string },
  ): Promise<{ ok: true; turn: Turn } | { ok: false; rejection: Rejection }>
  /** Answers what waits in a conversation, after a crash; throws when something is still waiting then. */
  answerWaiting(tenant: string, conversationId: string, because: Cause): Promise<void>
  /** Resolves when the turns of a conversation that run in this process are over; at once if none does. */
  atRest(conversationId: string): Promise<void>
  /** Answers a conversation from a draft instead of the published agent, as long as this process lives. */
  pinDraft(conversationId: string, draft: AgentDocument): void
}

/** Drafts kept for test panels; the oldest are forgotten and the published agent takes over. */
const MAX_DRAFTS = 500

export function createAnswering(deps: AnsweringDeps): Answering {
  const { now = Date.now } = deps
  const turns = new Map<string, { turn: RunningTurn; stored: Promise<Stored> }>()
  const queues = new Map<string, Promise<void>>()
  const drafts = new Map<string, AgentDocument>()

  return {
    async say(context, { conversationId, messageId, text }) {
      const key = `${conversationId}/${messageId}`
      const running = turns.get(key) ?? begin(key, context, conversationId, messageId, text)
      const stored = await running.stored
      return stored.ok ? { ok: true, turn: running.turn } : stored
    },

    answerWaiting(tenant, conversationId, because) {
      return inQueue(conversationId, async () => {
        deps.forget(conversation.category, conversationId)
        const found = await deps.load(conversation, conversationId, tenant)
        for (const { messageId } of found ? waitingIn(found.state) : [])
          await answer({ tenant, cause: because }, conversationId, messageId)
        const after = await deps.load(conversation, conversationId, tenant)
        if (after && waitingIn(after.state).length > 0) throw new Error('a message could not be answered')
      })
    },

    atRest: (conversationId) => queues.get(conversationId) ?? Promise.resolve(),

    pinDraft(conversationId, draft) {
      drafts.set(conversationId, draft)
      if (drafts.size > MAX_DRAFTS) drafts.delete(drafts.keys().next().value!)
    },
  }

  type Stored = { ok: true } | { ok: false; rejection: Rejection }

  function begin(
    key: string,
    context: CommandContext,
    conversationId: string,
    messageId: string,
    text: string,
  ) {
    const turn = createTurn()
    const stored = store(context, conversationId, messageId, text)
    const running = { turn, stored }
    turns.set(key, running)
    stored
      .then(async (outcome) => {
        if (outcome.ok) await inQueue(conversationId, () => answerUpTo(context, conversationId, messageId))
      })
      .catch((error) => turn.abandon(error))
      .finally(() => turns.delete(key))
    return running
  }

  async function store(
    context: CommandContext,
    conversationId: string,
    messageId: string,
    text: string,
  ): Promise<Stored> {
    const command = { type: 'ReceiveVisitorMessage', messageId, text } as const
    // The key is the message's own: a client that uses one key for two messages must not lose the second.
    const cause = { ...context.cause, command: `message/${messageId}` }
    const handled = await deps.handle(conversation, conversationId, command, { ...context, cause })
    return handled.ok ? { ok: true } : handled
  }

  /** Earlier messages first: one that another process took and dropped must not be overtaken. */
  async function answerUpTo(
    context: Pick<CommandContext, 'tenant' | 'cause'>,
    conversationId: string,
    messageId: string,
  ): Promise<void> {
    const found = await deps.load(conversation, conversationId, context.tenant)
    if (!found) throw new Error('the conversation is gone')
    for (const waiting of waitingIn(found.state)) {
      if (waiting.messageId === messageId) break
      await answer(context, conversationId, waiting.messageId)
    }
    await answer(context, conversationId, messageId)
  }

  async function answer(
    context: Pick<CommandContext, 'tenant' | 'cause'>,
    conversationId: string,
    messageId: string,
  ): Promise<void> {
    const turn = turns.get(`${conversationId}/${messageId}`)?.turn ?? createTurn()
    try {
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found?.state.started) throw new Error('the conversation is gone')
      const { result, settled } = await replyTo(context, found.state, found.position, messageId, turn)
      // The reply is stored: the visitor need not wait until it is paid.
      turn.finish(result)
      await settled
    } catch (error) {
      deps.onFault?.({ what: 'a turn was abandoned', conversationId, error })
      turn.abandon(error)
    }
  }

  async function replyTo(
    context: Pick<CommandContext, 'tenant' | 'cause'>,
    state: ConversationState,
    position: number,
    messageId: string,
    turn: RunningTurn,
  ): Promise<{ result: TurnResult; settled?: Promise<void> }> {
    const asked = askedIn(state, messageId)
    if (!state.started || !asked) throw new Error('the message is gone')
    if (asked.outcome === 'answered') return { result: replyIn(state, messageId, position) }

    const { conversationId, agentId, visitorId } = state.started
    const attempt = asked.failures + 1
    const holdId = `${conversationId}.${messageId}.${attempt}`
    const replying: CommandContext = {
      tenant: context.tenant,
      actor: { kind: 'system', id: `agent ${agentId}` },
      cause: { ...context.cause, command: `reply/${messageId}/${attempt}` },
      subject: `visitor-${visitorId}`,
    }
    const startedAt = now()
    const replyId = deps.newId()
    const composed = await compose(replying, state, messageId, holdId, (text) => turn.say(replyId, text))

    const language = languageOf(composed.lang, state.started.lang)
    const command = composed.ok
      ? ({
          type: 'RecordReply',
          reply: { ...composed.reply, messageId: replyId, inReplyTo: messageId, tookMs: now() - startedAt },
        } as const)
      : ({
          type: 'RecordFailure',
          messageId: replyId,
          inReplyTo: messageId,
          attempt,
          notice: phrases[language].notice[composed.notice ?? composed.reason],
          reason: composed.reason,
          ...(composed.detail === undefined ? {} : { detail: composed.detail }),
        } as const)
    const handled = await deps.handle(conversation, conversationId, command, replying)
    // Another process was faster: its reply stands, and it settles the hold that both share.
    if (!handled.ok || handled.repeated) {
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found) throw new Error('the conversation is gone')
      return { result: replyIn(found.state, messageId, found.position) }
    }
    return {
      result: replyIn(handled.state, messageId, handled.position),
      settled: settleOrRelease(replying, holdId, conversationId, composed),
    }
  }

  async function compose(
    context: CommandContext,
    state: ConversationState,
    messageId: string,
    holdId: string,
    say: (text: string) => void,
  ): Promise<Composition> {
    const { conversationId, agentId } = state.started!
    let lang: string | undefined
    try {
      const document = drafts.get(conversationId) ?? (await deps.agentDocument(context.tenant, agentId))
      if (!document) return { ok: false, lang, reason: 'refused', notice: 'unavailable', held: false }
      lang = document.lang
      const limited = (document.maxTokensUsage ?? 0) > 0
      if (limited && !(await deps.usageAllows(context.tenant, agentId)))
        return { ok: false, lang, reason: 'usage-limit', held: false }

      const composing = { tenant: context.tenant, agentId, document, state, messageId, say }
      const composed = await composeReply(deps, composing, async (request) => {
        const amount = deps.credits.mostOf(request)
        const hold = { workspaceId: context.tenant, holdId, amount, agentId, conversationId }
        const held = await deps.credits.holdCredits(hold, context)
        if (!held.ok && held.rejection.code !== 'no-credits') throw new Error(held.rejection.code)
        return held.ok
      })
      if (!composed.ok) return { ...composed, lang }
      return { ...composed, lang, reply: { ...composed.reply, cost: deps.credits.costOf(composed.reply) } }
    } catch (error) {
      deps.onFault?.({ what: 'a reply could not be composed', conversationId, error })
      return { ok: false, lang, reason: 'provider-error', detail: 'unexpected', held: true }
    }
  }

  /** A fault here costs the visitor nothing: the reply is stored, and `settle-replies` comes after. */
  async function settleOrRelease(
    context: CommandContext,
    holdId: string,
    conversationId: string,
    composed: Composition,
  ): Promise<void> {
    const workspaceId = context.tenant
    try {
      if (composed.ok) {
        const { cost: amount, modelId, inputTokens, outputTokens } = composed.reply
        const settlement = { workspaceId, holdId, amount, modelId, inputTokens, outputTokens }
        await deps.credits.settleCredits(settlement, context)
      } else if (composed.held) {
        await deps.credits.releaseCredits({ workspaceId, holdId, reason: composed.reason }, context)
      }
    } catch (error) {
      deps.onFault?.({ what: 'a hold was not settled', conversationId, error })
    }
  }

  function inQueue(conversationId: string, work: () => Promise<void>): Promise<void> {
    const before = queues.get(conversationId) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    queues.set(conversationId, settled)
    settled.then(() => {
      if (queues.get(conversationId) === settled) queues.delete(conversationId)
    })
    return mine
  }
}

type Composition = (
  | { ok: true; reply: Composed & { cost: number } }
  | {
      ok: false
      reason: FailureReason
      /** In place of the reason's own notice. */
      notice?: 'unavailable'
      detail?: string
      /** Whether credits may be held for it. */
      held: boolean
    }
) & { lang: string | undefined }

function replyIn(state: ConversationState, messageId: string, position: number): TurnResult {
  const replyId = askedIn(state, messageId)?.replyId
  const message = state.messages.findLast(({ id }) => id === replyId)
  if (!message) throw new Error('the reply is not there')
  return { message, position }
}
