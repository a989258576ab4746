/** Pays for one reply: its credits are held before a model is asked, and charged or released after it. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { FailureReason } from '../conversation.decider.ts'
import { type Credits, limitsOf, type Used } from './credits.ts'

type Prompt = Parameters<Credits['estimateMaxCost']>[0]

export type Payer = {
  /** Holds the most that the reply may cost, by whichever of the agent's models; false where that can't be. */
  hold(request: Prompt, agent: AgentDocument): Promise<boolean>
  /** Whether something may be held. */
  held(): boolean
  /** The agent's month is used up: why nothing was held. */
  limited(): boolean
  /** Whether it is held in memory. */
  reserved(): boolean
  /** What the reply is charged to, to be recorded with it at once; undefined where it is settled in the ledger. */
  reservation(): Promise<string | undefined>
  /** Ends what is held in memory: what the recorded reply cost, 0 where none was, 'unknown' where it may have been. */
  end(cost: number | 'unknown'): void
}

export function payerOf(
  credits: Credits,
  about: { holdId: string; agentId: string; conversationId: string },
  context: CommandContext,
): Payer {
  const hold = { workspaceId: context.tenant, holdId: about.holdId }
  let held = false
  let limited = false
  let reserved: number | undefined

  return {
    async hold(request, agent) {
      const models = [request.modelId, ...(agent.vg_fallbackModel ? [agent.vg_fallbackModel] : [])]
      const amount = Math.max(...models.map((modelId) => credits.estimateMaxCost({ ...request, modelId })))
      const outcome = await credits.holdCredits(
        {
          workspaceId: context.tenant,
          ...about,
          amount,
          tokens: request.promptTokens + request.maxTokens,
          ...limitsOf(agent),
        },
        context,
      )
      held = outcome.ok
      if (outcome.ok) {
        reserved = outcome.reserved ? amount : undefined
        return true
      }
      limited = outcome.rejection.code === 'usage-limit'
      if (!limited && outcome.rejection.code !== 'no-credits') throw new Error(outcome.rejection.code)
      return false
    },
    held: () => held,
    limited: () => limited,
    reserved: () => reserved !== undefined,
    reservation: () => credits.reservationOf({ ...hold, amount: reserved }),
    end: (cost) => credits.endHold(hold, cost),
  }
}

/** What became of a reply for which something may be held. */
export type Payable =
  | { ok: true; reply: Used & { cost: number } }
  | { ok: false; reason: FailureReason | 'discarded'; held: boolean }

export async function settleOrRelease(
  credits: Credits,
  holdId: string,
  outcome: Payable,
  context: CommandContext,
): Promise<void> {
  const workspaceId = context.tenant
  if (outcome.ok) {
    const { cost: amount, modelId, inputTokens, outputTokens } = outcome.reply
    await credits.settleCredits({ workspaceId, holdId, amount, modelId, inputTokens, outputTokens }, context)
  } else if (outcome.held) {
    await credits.releaseCredits({ workspaceId, holdId, reason: outcome.reason }, context)
  }
}
