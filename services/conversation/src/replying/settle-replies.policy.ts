/**
 * Settles what a reply cost that was held for in the ledger, or releases its hold, where the process was killed between storing the reply and
 * doing so. In ordinary times it finds the hold settled and changes nothing.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { conversation } from '../conversation.decider.ts'
import type { Answering } from './answering.ts'
import type { Credits } from './credits.ts'

const replies = pick(conversationEvents, 'AgentReplied', 'ReplyFailed', 'ReplyDiscarded')

export type SettleRepliesDeps = {
  credits: Pick<Credits, 'settleCredits' | 'releaseCredits'>
  answering: Pick<Answering, 'untilFree'>
}

export function settleRepliesPolicy({ credits, answering }: SettleRepliesDeps): Policy<typeof replies> {
  return definePolicy({
    name: 'settle-replies',
    startFrom: 'origin',
    events: replies,
    async react(event) {
      const { holdId } = event.data
      if (holdId === undefined) return
      // `charge-replies` charges for it.
      if (event.type === 'AgentReplied' && event.data.reservationId !== undefined) return
      const conversationId = event.stream.slice(conversation.category.length + 1)
      // The process that gave the reply settles it before it gives the turn away.
      await answering.untilFree(event.tenant, conversationId)
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
 * A refusal is tried again like any fault, but where nothing was held (no credits left, the agent deleted, a fixed
 * answer) there is nothing to settle: trying again would only keep other workspaces' settlements waiting.
 */
async function done(outcome: ReturnType<Credits['settleCredits']>): Promise<void> {
  const settled = await outcome
  if (!settled.ok && settled.rejection.code !== 'hold-not-found') throw new Error(settled.rejection.code)
}
