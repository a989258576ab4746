/**
 * Answers visitors. The words are stored before anything else; messages of one conversation are answered in
 * order, by one process at a time, and messages sent close together get one reply.
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
  /** Looks whether another process wrote to a stream that is kept in memory. */
  refresh: CommandHandler['refresh']
  /** What decides which process answers a conversation. */
  leases: Leases
  /** Aborts when the process stops. */
  signal?: AbortSignal
  /**
   * What is said within this time (ms) of a turn's beginning, and before its first word, joins it. Agents with
   * `delayBeforeSubmit` begin so much later.
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
   * Stores what a visitor said and answers it. A message that is being answered is joined, one that was answered
   * gives the same reply again, one whose reply failed is tried again.
   */
  say(
    context: CommandContext,
    said: Saying,
  ): Promise<{ ok: true; turn: Turn } | { ok: false; rejection: Rejection }>
  /** Answers what waits in a conversation, after a crash; throws when something is still waiting then. */
  answerWaiting(tenant: string, conversationId: string, because: Cause): Promise<void>
  /** Ends the reply that is being given, with what was said; false where none is. */
  stop(conversationId: string): boolean
  /** Drops the reply that is being given, unless it was begun at this epoch of the owner: somebody else answers. */
  drop(conversationId: string, epoch?: number): void
  /** Looks at a conversation anew that is being answered here: any process may have appended to it. */
  appended(conversationId: string): Promise<void>
  /** Resolves when the turns of a conversation that run in this process are over; at once if none does. */
  atRest(conversationId: string): Promise<void>
  /** Resolves when no process is answering a conversation. */
  untilFree(tenant: string, conversationId: string): Promise<void>
}

const BURST_MS = 2_000
/** More rounds than this without an end is a fault, not a busy conversation. */
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
      // Handed back meanwhile, a new one may have begun.
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
    // Its reply may be under way already: whoever comes later hears it from the beginning.
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
    // The key is the message's own: a client that uses one key for two messages must not lose the second.
    const cause = { ...context.cause, command: `message/${said.messageId}` }
    const handled = await deps.handle(conversation, conversationId, command, { ...context, cause })
    if (!handled.ok) return handled
    return { ok: true, failedBefore: askedIn(handled.state, said.messageId)?.outcome === 'failed' }
  }

  /** As long as nothing was said of a reply, what the visitor adds belongs to its question. */
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

  /** Answers until nothing waits; of the failed ones `again` alone, once. */
  async function answerAll(context: Reason, conversationId: string, again?: string): Promise<void> {
    let retried = again
    let begunAt = now()
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found?.state.started) throw new Error('the conversation is gone')
      const burst = burstDue(found.state, retried)
      if (burst.length === 0) return
      // Begun anew because more was said, it is still the same turn: nobody makes it begin for ever.
      if (!(await answerBurst(context, found.state, burst, begunAt))) continue
      retried = undefined
      begunAt = now()
    }
    throw new Error('the conversation does not come to rest')
  }

  /** One reply to all of them. False where more was said meanwhile, so that it is begun anew. */
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
    // Whoever still listens is given another reply.
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
          // What waited for an earlier reply has been gathered meanwhile.
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
      // The reply is stored: the visitor need not wait until it is paid.
      for (const id of messageIds) {
        if (askedIn(outcome.state, id)?.outcome === 'waiting') continue
        const key = `${conversationId}/${id}`
        const known = turns.get(key)
        // Who sends it again from now on means it: what failed is tried anew.
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

/** `failedBefore`: it is sent again to be tried again. */
type Stored = { ok: true; failedBefore: boolean } | { ok: false; rejection: Rejection }
type Reason = Pick<CommandContext, 'tenant' | 'cause'>

/** The reply that a conversation is being given; once it is `spoken`, nothing joins it any more. */
type Running = {
  replyId: string
  /** What was said of the reply so far. */
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
