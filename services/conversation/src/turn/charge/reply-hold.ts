/** Pays for one reply: holds credits before a model is called, and ends the hold once the reply is recorded. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type Credits, limitsOf } from './credits.ts'

type PromptSize = Parameters<Credits['estimateMaxCost']>[0]

export type ReplyHold = {
  /** Holds the most that the reply may cost with any of the agent's models. Returns false if it is refused. */
  take(request: PromptSize, agent: AgentDocument): Promise<boolean>
  /** Whether credits are held for the reply. */
  isHeld(): boolean
  /** Whether the hold was refused because the agent has reached its monthly limit. */
  isOverLimit(): boolean
  /** Returns the reservation, to be recorded with the reply immediately; undefined if nothing is held. */
  reservation(): Promise<string | undefined>
  /** Ends the hold in memory. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  end(cost: number | 'unknown'): void
}

export function openReplyHold(
  credits: Credits,
  workspaceId: string,
  about: { holdId: string; agentId: string },
): ReplyHold {
  const hold = { workspaceId, holdId: about.holdId }
  let limited = false
  let heldAmount: number | undefined

  return {
    async take(request, agent) {
      const models = [request.modelId, ...(agent.vg_fallbackModel ? [agent.vg_fallbackModel] : [])]
      const amount = Math.max(...models.map((modelId) => credits.estimateMaxCost({ ...request, modelId })))
      const outcome = await credits.holdCredits({
        workspaceId,
        ...about,
        amount,
        tokens: request.promptTokens + request.maxTokens,
        ...limitsOf(agent),
      })
      if (outcome.ok) {
        heldAmount = amount
        return true
      }
      limited = outcome.rejection.code === 'usage-limit'
      if (!limited && outcome.rejection.code !== 'no-credits') throw new Error(outcome.rejection.code)
      return false
    },
    isHeld: () => heldAmount !== undefined,
    isOverLimit: () => limited,
    reservation: () => credits.reservationOf({ ...hold, amount: heldAmount }),
    end: (cost) => credits.endHold(hold, cost),
  }
}

/** Ends the hold in memory with cost 0 if a step before recording the reply throws. */
export async function endOnError<Value>(hold: ReplyHold, step: Promise<Value>): Promise<Value> {
  try {
    return await step
  } catch (error) {
    hold.end(0)
    throw error
  }
}
