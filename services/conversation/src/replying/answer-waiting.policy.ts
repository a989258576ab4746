/**
 * Sees to it that every message gets its reply, even if the process that was answering is killed. It goes past a
 * message only when that is answered, so after a restart it begins with the ones that were not.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { definePolicy, type Policy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { askedIn, conversation, waitingIn } from '../conversation.decider.ts'
import type { Answering } from './answering.ts'

const asked = pick(conversationEvents, 'VisitorMessageReceived', 'OwnershipChanged')

export type AnswerWaitingDeps = {
  answering: Pick<Answering, 'answerWaiting' | 'atRest'>
  load: CommandHandler['load']
  forget: CommandHandler['forget']
  /** Aborts when the process stops. */
  signal: AbortSignal
  now?: () => number
  /** Another process may be answering a message that is younger than this, in ms; longer than a turn can take. */
  graceMs?: number
  /** Pause between looks at such a message, in ms. */
  lookMs?: number
}

export function answerWaitingPolicy(deps: AnswerWaitingDeps): Policy<typeof asked> {
  const { now = Date.now, graceMs = 90_000, lookMs = 500 } = deps
  // Whoever was answering an older message in this process is gone.
  const startedAt = now()

  return definePolicy({
    name: 'answer-waiting',
    events: asked,
    async react(event) {
      const conversationId = event.stream.slice(conversation.category.length + 1)
      // Handed back to the agent, it answers what was said meanwhile.
      if (event.type === 'OwnershipChanged' && event.data.owner !== 'agent') return
      const messageId = event.type === 'VisitorMessageReceived' ? event.data.messageId : undefined
      const saidAt = Date.parse(event.at)
      for (;;) {
        await deps.answering.atRest(conversationId)
        if (!(await isWaiting(conversationId, messageId, event.tenant))) return
        // What is kept in memory may be older than what another process wrote.
        deps.forget(conversation.category, conversationId)
        if (!(await isWaiting(conversationId, messageId, event.tenant))) return

        const age = now() - saidAt
        if (saidAt < startedAt || age >= graceMs) {
          const cause = { ...event.cause, via: 'policy', by: 'answer-waiting', event: event.id } as const
          return deps.answering.answerWaiting(event.tenant, conversationId, cause)
        }
        await pause(Math.min(lookMs, graceMs - age), undefined, { signal: deps.signal })
      }
    },
  })

  async function isWaiting(
    conversationId: string,
    messageId: string | undefined,
    tenant: string,
  ): Promise<boolean> {
    const found = await deps.load(conversation, conversationId, tenant)
    if (!found) return false
    if (messageId === undefined) return waitingIn(found.state).length > 0
    return askedIn(found.state, messageId)?.outcome === 'waiting'
  }
}
