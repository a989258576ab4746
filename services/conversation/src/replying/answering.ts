/**
 * Answers visitors. Messages are stored before anything else. Those of one conversation are answered in order, by one
 * process at a time, and a burst gets one reply.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import type { Leases } from '@parley/kernel/leases.ts'
import { pause } from '@parley/kernel/pause.ts'
import {
  type Asked,
  askedIn,
  type ConversationState,
  conversation,
  subjectOf,
  waitingIn,
} from '../conversation.decider.ts'
import { burstDue } from './burst.ts'
import { createReplying, type ReplyingDeps } from './replying.ts'
import { createTurn, type RunningTurn, type Turn, type TurnResult } from './turn.ts'
import type { Interruption } from './turn-models.ts'
import { createTurnOwner } from './turn-owner.ts'

export type AnsweringDeps = ReplyingDeps & {
  /** Updates a stream that is cached in memory with what other processes appended. */
  refresh: CommandHandler['refresh']
  /** Decides which process answers a conversation. */
  leases: Leases
  /** Aborts when the process stops. */
  signal?: AbortSignal
  /**
   * Messages that arrive within this time (in ms) after a turn began, and before the first text of its reply, join it.
   * Agents with `delayBeforeSubmit` begin that much later.
   */
  burstMs?: number
}

export type Saying = {
  conversationId: string
  messageId: string
  text: string
  blocks?: Block[]
  lang?: string
}

export type Answering = {
  /**
   * Stores a visitor's message and answers it. For a message that is being answered, returns the running turn; for an
   * answered one, the same reply again. Retries a message whose reply failed.
   */
  say(
    context: CommandContext,
    said: Saying,
  ): Promise<{ ok: true; turn: Turn } | { ok: false; rejection: Rejection }>
  /** Answers the waiting messages of a conversation, after a crash. Throws if any is still waiting afterwards. */
  answerWaiting(tenant: string, conversationId: string, because: Cause): Promise<void>
  /** Ends the reply in progress in this process with the text so far. Returns false if there is none. */
  stop(conversationId: string): boolean
  /** Discards the reply in progress in this process because the owner changed, unless it began in this epoch. */
  drop(conversationId: string, epoch?: number): void
  /**
   * Called after any process appended to a conversation. Interrupts its reply in progress in this process if the owner
   * changed, a stop was requested, or further messages can join.
   */
  appended(conversationId: string): Promise<void>
  /** Resolves when no turn of the conversation runs in this process. */
  atRest(conversationId: string): Promise<void>
  /** Resolves when no process is answering a conversation. */
  untilFree(tenant: string, conversationId: string): Promise<void>
}

const BURST_MS = 2_000
/** A conversation with more consecutive rounds than this is treated as a fault. */
const MAX_ROUNDS = 50

export function createAnswering(deps: AnsweringDeps): Answering {
  const { now = Date.now, burstMs = BURST_MS } = deps
  const turns = new Map<string, { turn: RunningTurn; stored: Promise<Stored> }>()
  const queues = new Map<string, Promise<void>>()
  const running = new Map<string, Running>()
  const owner = createTurnOwner({
    ...deps,
    onFault: (error, conversationId) =>
      deps.onFault?.({ what: 'the lease of a turn can’t be had', conversationId, error }),
  })
  const reply = createReplying(deps)

  return {
    async say(context, said) {
      const key = `${said.conversationId}/${said.messageId}`
      const known = turns.get(key) ?? begin(key, context, said)
      const stored = await known.stored
      return stored.ok ? { ok: true, turn: known.turn } : stored
    },

    answerWaiting(tenant, conversationId, because) {
      return inQueue(conversationId, async () => {
        const isDue = (state: ConversationState) => burstDue(state, undefined).length > 0
        await owner.asOwner({ tenant, conversationId }, isDue, () =>
          answerAll({ tenant, cause: because }, conversationId),
        )
        const after = await deps.load(conversation, conversationId, tenant)
        if (after && waitingIn(after.state).length > 0) throw new Error('a message could not be answered')
      })
    },

    stop: (conversationId) => interrupt(conversationId, 'stopped'),
    drop(conversationId, epoch) {
      // A new reply may have begun in this epoch, after the conversation was handed back.
      if (epoch === undefined || running.get(conversationId)?.epoch !== epoch)
        interrupt(conversationId, 'owner-changed')
    },
    async appended(conversationId) {
      const run = running.get(conversationId)
      const found = run && (await deps.load(conversation, conversationId, run.tenant))
      if (!found || running.get(conversationId) !== run) return
      const { epoch, stopRequests } = found.state
      if (epoch !== run.epoch) interrupt(conversationId, 'owner-changed')
      else if (stopRequests > run.stopRequests) interrupt(conversationId, 'stopped')
      else if (waitingIn(found.state).some(({ messageId }) => !run.messageIds.includes(messageId)))
        joinRunning(conversationId)
    },
    atRest: (conversationId) => queues.get(conversationId) ?? Promise.resolve(),
    async untilFree(tenant, conversationId) {
      await queues.get(conversationId)
      await owner.untilFree({ tenant, conversationId })
    },
  }

  function begin(key: string, context: CommandContext, said: Saying) {
    const { conversationId, messageId } = said
    const turn = createTurn()
    const stored = store(context, said)
    const known = { turn, stored }
    turns.set(key, known)
    // Its reply may already be in progress: later listeners get it from the beginning.
    const run = running.get(conversationId)
    if (run?.messageIds.includes(messageId) && run.said !== '') turn.say(run.replyId, run.said)
    stored
      .then(async (outcome) => {
        if (!outcome.ok) return
        joinRunning(conversationId)
        await inQueue(conversationId, () =>
          answerOne(context, conversationId, messageId, outcome.failedBefore, turn),
        )
      })
      .catch((error) => turn.abandon(error))
      .finally(() => turns.get(key) === known && turns.delete(key))
    return known
  }

  async function store(context: CommandContext, said: Saying): Promise<Stored> {
    const { conversationId, ...message } = said
    const command = { type: 'ReceiveVisitorMessage', ...message } as const
    // The idempotency key is derived from the message id, so that a client that reuses a key loses no message.
    const cause = { ...context.cause, command: `message/${said.messageId}` }
    const handled = await deps.handle(conversation, conversationId, command, { ...context, cause })
    if (!handled.ok) return handled
    return { ok: true, failedBefore: askedIn(handled.state, said.messageId)?.outcome === 'failed' }
  }

  /** Restarts the reply in progress with further messages of the visitor, as long as it has no text yet. */
  function joinRunning(conversationId: string): void {
    const run = running.get(conversationId)
    if (run && !run.spoken && now() < run.joinsUntil) interrupt(conversationId, 'joined')
  }

  function interrupt(conversationId: string, why: Interruption): boolean {
    const run = running.get(conversationId)
    if (!run) return false
    run.interruption.abort(why)
    return true
  }

  async function answerOne(
    context: Reason,
    conversationId: string,
    messageId: string,
    failedBefore: boolean,
    turn: RunningTurn,
  ): Promise<void> {
    try {
      const again = failedBefore ? messageId : undefined
      const isDue = (state: ConversationState) =>
        burstDue(state, again).some((asked) => asked.messageId === messageId)
      await owner.asOwner({ tenant: context.tenant, conversationId }, isDue, () =>
        answerAll(context, conversationId, again),
      )
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found) throw new Error('the conversation is gone')
      const { outcome } = askedIn(found.state, messageId) ?? { outcome: 'left' }
      if (outcome === 'waiting') throw new Error('the message could not be answered')
      turn.finish(resultOf(found.state, messageId, found.position))
    } catch (error) {
      deps.onFault?.({ what: 'a turn was abandoned', conversationId, error })
      turn.abandon(error)
    }
  }

  /** Answers until no message waits. Of the failed messages, retries only `again`, once. */
  async function answerAll(context: Reason, conversationId: string, again?: string): Promise<void> {
    let retried = again
    let begunAt = now()
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found?.state.started) throw new Error('the conversation is gone')
      const burst = burstDue(found.state, retried)
      if (burst.length === 0) return
      // A restart to include more messages is the same turn with the same `begunAt`, which limits restarts.
      if (!(await answerBurst(context, found.state, burst, begunAt))) continue
      retried = undefined
      begunAt = now()
    }
    throw new Error('the conversation does not come to rest')
  }

  /** Gives one reply to the burst. Returns false if further messages joined it, so that it must be restarted. */
  async function answerBurst(
    context: Reason,
    state: ConversationState,
    burst: readonly Asked[],
    begunAt: number,
  ): Promise<boolean> {
    const { conversationId } = state.started!
    const messageIds = burst.map(({ messageId }) => messageId)
    const listening = () => messageIds.flatMap((id) => turns.get(`${conversationId}/${id}`)?.turn ?? [])
    const replyId = deps.newId()
    const run: Running = {
      replyId,
      said: '',
      interruption: new AbortController(),
      tenant: context.tenant,
      messageIds,
      epoch: state.epoch,
      stopRequests: state.stopRequests,
      spoken: false,
      joinsUntil: begunAt + burstMs,
    }
    running.set(conversationId, run)
    // Tells listeners to discard the text so far; they get another reply.
    const takeBack = () => {
      for (const turn of listening()) turn.takeBack(replyId)
    }
    try {
      const outcome = await reply({
        reason: { ...context, subject: subjectOf(state.started!) },
        state,
        burst,
        replyId,
        signal: run.interruption.signal,
        async gather(ms) {
          // The time that a message waited for an earlier reply counts as gathering time.
          const until = Math.min(begunAt, saidAt(state, burst[0])) + ms
          run.joinsUntil = until + burstMs
          await pause(until - now(), run.interruption.signal)
        },
        say(text) {
          run.spoken = true
          run.said += text
          for (const turn of listening()) turn.say(replyId, text)
        },
        saidSoFar: () => run.said,
        closeBurst() {
          run.spoken = true
        },
      }).catch((error) => {
        takeBack()
        throw error
      })
      if (outcome.type !== 'recorded') takeBack()
      if (outcome.type === 'joined') return false
      // The reply is stored, so the visitor need not wait for its payment.
      for (const id of messageIds) {
        if (askedIn(outcome.state, id)?.outcome === 'waiting') continue
        const key = `${conversationId}/${id}`
        const known = turns.get(key)
        // From now on, sending a failed message again retries it.
        turns.delete(key)
        known?.turn.finish(resultOf(outcome.state, id, outcome.position))
      }
      if (running.get(conversationId) === run) running.delete(conversationId)
      await outcome.settled
      return true
    } finally {
      if (running.get(conversationId) === run) running.delete(conversationId)
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

/** `failedBefore`: the message was sent before and its reply failed. */
type Stored = { ok: true; failedBefore: boolean } | { ok: false; rejection: Rejection }
type Reason = Pick<CommandContext, 'tenant' | 'cause'>

/** The reply in progress of a conversation. Once it is `spoken`, no message joins it. */
type Running = {
  replyId: string
  /** The text of the reply so far. */
  said: string
  tenant: string
  interruption: AbortController
  messageIds: readonly string[]
  epoch: number
  stopRequests: number
  spoken: boolean
  joinsUntil: number
}

function saidAt({ messages }: ConversationState, asked: Asked | undefined): number {
  const message = messages.find(({ id }) => id === asked?.messageId)
  return message ? Date.parse(message.at) : Number.POSITIVE_INFINITY
}

function resultOf(state: ConversationState, messageId: string, position: number): TurnResult {
  const replyId = askedIn(state, messageId)?.replyId
  const message = state.messages.findLast(({ id }) => id === replyId)
  return message ? { message, position } : { position }
}
