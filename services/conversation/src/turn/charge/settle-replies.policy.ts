/**
 * Settles or releases the hold of a reply in the ledger if the process was killed after it stored the reply and before
 * it did so. Usually the hold is already settled and nothing changes.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { conversation } from '../../conversation.decider.ts'
import type { Turns } from '../turn.ts'
import type { Credits } from './credits.ts'

const replies = pick(conversationEvents, 'AgentReplied', 'ReplyFailed', 'ReplyDiscarded')

export type SettleRepliesDeps = {
  credits: Pick<Credits, 'settleCredits' | 'releaseCredits'>
  turns: Pick<Turns, 'untilIdle'>
}

export function settleRepliesPolicy({ credits, turns }: SettleRepliesDeps): Policy<typeof replies> {
  return definePolicy({
    name: 'settle-replies',
    startFrom: 'origin',
    events: replies,
    async react(event) {
      const { holdId } = event.data
      if (holdId === undefined) return
      // The policy `charge-replies` charges for it.
      if (event.type === 'AgentReplied' && event.data.reservationId !== undefined) return
      const conversationId = event.stream.slice(conversation.category.length + 1)
      // The process that gave the reply settles it before it releases the lease of the turn.
      await turns.untilIdle(event.tenant, conversationId)
      const context = { tenant: event.tenant, actor: event.actor, cause: event.cause }
      const of = { workspaceId: event.tenant, holdId }
      if (event.type !== 'AgentReplied') {
        await done(credits.releaseCredits({ ...of, reason: event.data.reason }, context))
      } else {
        const { cost: amount, modelId, inputTokens, outputTokens } = event.data
        await done(credits.settleCredits({ ...of, amount, modelId, inputTokens, outputTokens }, context))
      }
    },
  })
}

/**
 * Throws on a refusal, so that it is retried like an error. Accepts `hold-not-found`: nothing was held (no credits
 * left, the agent deleted, a fixed answer), so a retry would only delay the settlements of other workspaces.
 */
async function done(outcome: ReturnType<Credits['settleCredits']>): Promise<void> {
  const settled = await outcome
  if (!settled.ok && settled.rejection.code !== 'hold-not-found') throw new Error(settled.rejection.code)
}
