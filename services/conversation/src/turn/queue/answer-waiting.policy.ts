/**
 * Ensures that every message gets its reply, even if the process that was answering is killed. Its checkpoint passes a
 * message only when that is answered, so after a restart it begins with unanswered messages.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { pause } from '@parley/kernel/pause.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { conversation, visitorMessageIn, waitingMessages } from '../../conversation.decider.ts'
import type { Turns } from '../turn.ts'

const awaitingReply = pick(
  conversationEvents,
  'VisitorMessageReceived',
  'OwnershipChanged',
  'ToolApprovalDecided',
)

export type AnswerWaitingDeps = {
  turns: Pick<Turns, 'answerWaiting' | 'untilIdleHere'>
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  /** Aborts when the process stops. */
  signal: AbortSignal
  now?: () => number
  /** The process that received a message begins to answer it within this time, in ms; after that it holds a lease. */
  graceMs?: number
}

const GRACE_MS = 2_000
const CHECK_EVERY_MS = 100

export function answerWaitingPolicy(deps: AnswerWaitingDeps): Policy<typeof awaitingReply> {
  const { turns, now = Date.now, graceMs = GRACE_MS } = deps

  return definePolicy({
    name: 'answer-waiting',
    startFrom: 'origin',
    events: awaitingReply,
    async react(event) {
      const conversationId = event.stream.slice(conversation.category.length + 1)
      // After a hand-back, the agent answers the messages that arrived meanwhile.
      if (event.type === 'OwnershipChanged' && event.data.owner !== 'agent') return
      const messageId = event.type === 'VisitorMessageReceived' ? event.data.messageId : undefined
      const isOver = async () => {
        await turns.untilIdleHere(conversationId)
        if (!(await isWaiting(conversationId, messageId, event.tenant))) return true
        // The state in memory may be older than what another process appended.
        await deps.refresh(conversation.category, conversationId)
        return !(await isWaiting(conversationId, messageId, event.tenant))
      }
      for (;;) {
        if (await isOver()) return
        const left = Date.parse(event.at) + graceMs - now()
        if (left <= 0) break
        await pause(Math.min(left, CHECK_EVERY_MS), deps.signal)
        if (deps.signal.aborted) throw new Error('the process stops')
      }
      const cause = { ...event.cause, via: 'policy', by: 'answer-waiting', event: event.id } as const
      await turns.answerWaiting(event.tenant, conversationId, cause)
    },
  })

  async function isWaiting(
    conversationId: string,
    messageId: string | undefined,
    tenant: string,
  ): Promise<boolean> {
    const found = await deps.load(conversation, conversationId, tenant)
    if (!found || found.state.started?.imported) return false
    if (messageId === undefined) return waitingMessages(found.state).length > 0
    return visitorMessageIn(found.state, messageId)?.outcome === 'waiting'
  }
}
