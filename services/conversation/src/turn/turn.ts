/**
 * From a visitor's message to the agent's reply. Each message goes through these steps, each in the folder of its name:
 *
 * 1. `queue`: the message is stored before anything else. The messages of a conversation are answered in order, by one
 *    process at a time (`turn-lease.ts`), and those sent close together, a burst, get one reply (`burst.ts`).
 * 2. `run`: a turn answers one burst. It can be interrupted: stopped by the visitor, discarded because a person took
 *    over, or begun again because further messages joined the burst (`run-turn.ts`).
 *    A busy process begins turns before it records replies whose text is shown (`turn-schedule.ts`).
 * 3. `generate`: the flow, a model, a third party's dialog or the built-in answerer makes the reply, which is streamed to
 *    whoever listens (`generate-reply.ts`).
 * 4. `record`: the reply, or a notice that it failed, is appended with what follows from it (`record-reply.ts`).
 * 5. `charge`: credits are held before the reply is generated; the reply is recorded with its cost (`reply-hold.ts`).
 *
 * If the process is killed on the way, `queue/answer-waiting.policy.ts` and the policies in `charge` do the rest.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import {
  type ConversationState,
  conversation,
  subjectOf,
  type VisitorMessage,
  visitorMessageIn,
  waitingMessages,
} from '../conversation.decider.ts'
import { type FoundConversation, messageOf } from '../transcripts.ts'
import { nextBurst } from './queue/burst.ts'
import { createConversationQueue } from './queue/conversation-queue.ts'
import { createTurnLeases } from './queue/turn-lease.ts'
import {
  type OpenReplyStream,
  openReplyStream,
  type ReplyStream,
  type TurnResult,
} from './run/reply-stream.ts'
import { createTurnRunner, type RunTurnDeps } from './run/run-turn.ts'
import { createRunningTurns, type RunningTurn } from './run/running-turns.ts'
import { createTurnSchedule } from './run/turn-schedule.ts'

export type TurnsDeps = RunTurnDeps & {
  newId(): string
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

export type IncomingMessage = {
  conversationId: string
  messageId: string
  text: string
  blocks?: Block[]
  lang?: string
  /** When it was written (ISO 8601), if a channel says so. */
  sentAt?: string
  /** Its number among those of the same moment, if the channel counts. */
  sequence?: number
}

export type Turns = {
  /**
   * Stores a visitor's message and answers it. For a message that is being answered, returns the reply in progress; for
   * an answered one, the same reply again. Retries a message whose reply failed.
   */
  receive(
    context: CommandContext,
    message: IncomingMessage,
  ): Promise<{ ok: true; reply: ReplyStream } | { ok: false; rejection: Rejection }>
  /** Answers the waiting messages of a conversation, after a crash. Throws if any is still waiting afterwards. */
  answerWaiting(tenant: string, conversationId: string, because: Cause): Promise<void>
  /** Ends the reply in progress in this process with the text so far. Returns false if there is none. */
  stop(conversationId: string): boolean
  /** Discards the reply in progress in this process because the owner changed, unless it began in this epoch. */
  discard(conversationId: string, epoch?: number): void
  /**
   * Called after any process appended to a conversation. Interrupts its reply in progress in this process if the owner
   * changed, a stop was requested, or further messages can join.
   */
  conversationChanged(conversationId: string): Promise<void>
  /** Resolves when no turn of the conversation runs in this process. */
  untilIdleHere(conversationId: string): Promise<void>
  /** Resolves when no turn of the conversation runs in any process. */
  untilIdle(tenant: string, conversationId: string): Promise<void>
}

const BURST_MS = 2_000
/** A conversation with more consecutive rounds than this is treated as a fault. */
const MAX_ROUNDS = 50

export function createTurns(deps: TurnsDeps): Turns {
  const { now = Date.now, burstMs = BURST_MS } = deps
  const replyStreams = new Map<string, { reply: OpenReplyStream; stored: Promise<StoredMessage> }>()
  const queue = createConversationQueue()
  const running = createRunningTurns(deps.load, now)
  const leases = createTurnLeases({
    ...deps,
    onFault: (error, conversationId) =>
      deps.onFault?.({ what: 'the lease of a turn can’t be had', conversationId, error }),
  })
  const schedule = createTurnSchedule()
  const runTurn = createTurnRunner(deps, schedule)

  return {
    async receive(context, message) {
      const key = `${message.conversationId}/${message.messageId}`
      const known = replyStreams.get(key) ?? begin(key, context, message)
      const stored = await known.stored
      return stored.ok ? { ok: true, reply: known.reply } : stored
    },

    answerWaiting(tenant, conversationId, because) {
      return queue.add(conversationId, async () => {
        const isDue = (state: ConversationState) => nextBurst(state, undefined).length > 0
        await leases.withLease({ tenant, conversationId }, isDue, () =>
          answerAll({ tenant, cause: because }, conversationId),
        )
        const after = await deps.load(conversation, conversationId, tenant)
        if (after && waitingMessages(after.state).length > 0)
          throw new Error('a message could not be answered')
      })
    },

    stop: (conversationId) => running.interrupt(conversationId, 'stopped'),
    discard(conversationId, epoch) {
      // A new reply may have begun in this epoch, after the conversation was handed back.
      if (epoch === undefined || running.of(conversationId)?.epoch !== epoch)
        running.interrupt(conversationId, 'owner-changed')
    },
    conversationChanged: running.conversationChanged,
    untilIdleHere: queue.untilIdle,
    async untilIdle(tenant, conversationId) {
      await queue.untilIdle(conversationId)
      await leases.untilFree({ tenant, conversationId })
    },
  }

  /** Stores a message and, once it is stored, queues its turn. */
  function begin(key: string, context: CommandContext, message: IncomingMessage) {
    const { conversationId, messageId } = message
    const reply = openReplyStream()
    const stored = store(context, message)
    const known = { reply, stored }
    replyStreams.set(key, known)
    // Its reply may already be in progress: later listeners get it from the beginning.
    const turn = running.of(conversationId)
    if (turn?.messageIds.includes(messageId) && turn.text !== '') reply.addText(turn.replyId, turn.text)
    stored
      .then(async (outcome) => {
        if (!outcome.ok) return
        running.join(conversationId)
        await queue.add(conversationId, () =>
          answerOne(context, conversationId, messageId, outcome.failedBefore, reply),
        )
      })
      .catch((error) => reply.fail(error))
      .finally(() => replyStreams.get(key) === known && replyStreams.delete(key))
    return known
  }

  async function store(context: CommandContext, message: IncomingMessage): Promise<StoredMessage> {
    const { conversationId, ...received } = message
    const command = { type: 'ReceiveVisitorMessage', ...received } as const
    // The idempotency key is derived from the message id, so that a client that reuses a key loses no message.
    const cause = { ...context.cause, command: `message/${message.messageId}` }
    const handled = await deps.handle(conversation, conversationId, command, { ...context, cause })
    if (!handled.ok) return handled
    return {
      ok: true,
      failedBefore: visitorMessageIn(handled.state, message.messageId)?.outcome === 'failed',
    }
  }

  /** Answers until the message has its reply, as the one process that holds the lease of the conversation. */
  async function answerOne(
    context: TurnReason,
    conversationId: string,
    messageId: string,
    failedBefore: boolean,
    reply: OpenReplyStream,
  ): Promise<void> {
    try {
      await schedule.toAnswer()
      const again = failedBefore ? messageId : undefined
      const isDue = (state: ConversationState) =>
        nextBurst(state, again).some((message) => message.messageId === messageId)
      await leases.withLease({ tenant: context.tenant, conversationId }, isDue, () =>
        answerAll(context, conversationId, again),
      )
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found) throw new Error('the conversation is gone')
      const { outcome } = visitorMessageIn(found.state, messageId) ?? { outcome: 'left' }
      if (outcome === 'waiting') throw new Error('the message could not be answered')
      reply.finish(await resultOf(found, messageId))
    } catch (error) {
      deps.onFault?.({ what: 'a turn was abandoned', conversationId, error })
      reply.fail(error)
    }
  }

  /** Answers until no message waits. Of the failed messages, retries only `again`, once. */
  async function answerAll(context: TurnReason, conversationId: string, again?: string): Promise<void> {
    let retried = again
    let begunAt = now()
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const found = await deps.load(conversation, conversationId, context.tenant)
      if (!found?.state.started) throw new Error('the conversation is gone')
      const burst = nextBurst(found.state, retried)
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
    context: TurnReason,
    state: ConversationState,
    burst: readonly VisitorMessage[],
    begunAt: number,
  ): Promise<boolean> {
    const { conversationId } = state.started!
    const messageIds = burst.map(({ messageId }) => messageId)
    const listening = () =>
      messageIds.flatMap((id) => replyStreams.get(`${conversationId}/${id}`)?.reply ?? [])
    const replyId = deps.newId()
    const turn: RunningTurn = {
      replyId,
      text: '',
      interruption: new AbortController(),
      tenant: context.tenant,
      messageIds,
      epoch: state.epoch,
      stopRequests: state.stopRequests,
      begun: false,
      joinsUntil: begunAt + burstMs,
    }
    running.add(conversationId, turn)
    // Tells listeners to discard the text so far; they get another reply.
    const discardText = () => {
      for (const reply of listening()) reply.discard(replyId)
    }
    try {
      const outcome = await runTurn({
        reason: { ...context, subject: subjectOf(state.started!) },
        state,
        burst,
        replyId,
        signal: turn.interruption.signal,
        async waitForMore(ms) {
          // The time that a message waited for an earlier reply counts as waiting time.
          const until = Math.min(begunAt, receivedAt(state, burst[0])) + ms
          turn.joinsUntil = until + burstMs
          await pause(until - now(), turn.interruption.signal)
        },
        streamText(text) {
          turn.begun = true
          turn.text += text
          for (const reply of listening()) reply.addText(replyId, text)
        },
        takeBack(text) {
          if (text === '' || !turn.text.endsWith(text)) return
          turn.text = turn.text.slice(0, -text.length)
          discardText()
          if (turn.text !== '') for (const reply of listening()) reply.addText(replyId, turn.text)
        },
        textSoFar: () => turn.text,
        closeBurst() {
          turn.begun = true
        },
      }).catch((error) => {
        discardText()
        throw error
      })
      if (outcome.type !== 'recorded') discardText()
      if (outcome.type === 'joined') return false
      for (const id of messageIds) {
        if (visitorMessageIn(outcome.state, id)?.outcome === 'waiting') continue
        const key = `${conversationId}/${id}`
        const known = replyStreams.get(key)
        // From now on, sending a failed message again retries it.
        replyStreams.delete(key)
        known?.reply.finish(await resultOf({ ...outcome, tenant: context.tenant }, id))
      }
      running.remove(conversationId, turn)
      return true
    } finally {
      running.remove(conversationId, turn)
    }
  }

  async function resultOf(found: FoundConversation, messageId: string): Promise<TurnResult> {
    const { position } = found
    const replyId = visitorMessageIn(found.state, messageId)?.replyId
    const message = replyId === undefined ? undefined : await messageOf(deps.transcripts, found, replyId)
    return message ? { message, position } : { position }
  }
}

/** `failedBefore`: the message was sent before and its reply failed. */
type StoredMessage = { ok: true; failedBefore: boolean } | { ok: false; rejection: Rejection }
type TurnReason = Pick<CommandContext, 'tenant' | 'cause'>

function receivedAt({ messages }: ConversationState, received: VisitorMessage | undefined): number {
  const message = messages.find(({ id }) => id === received?.messageId)
  return message ? Date.parse(message.receivedAt ?? message.at) : Number.POSITIVE_INFINITY
}
