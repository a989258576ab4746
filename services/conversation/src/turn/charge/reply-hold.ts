/** Pays for one reply: holds credits before a model is called, and ends the hold once the reply is recorded. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type Charged, type Credits, limitsOf, type Payers } from './credits.ts'

/** `besides`: credits for what is spent besides the reply. */
type PromptSize = Parameters<Credits['estimateMaxCost']>[0] & { besides?: number }

/** False if nothing could be held. `maxTokens`: the longest reply that the balance allows, if it is less than asked for. */
export type Held = false | { maxTokens?: number }

export type ReplyHold = {
  /**
   * Holds the most that the reply may cost with any of the agent's models. If the balance is too small for the longest
   * reply, a shorter one is held for.
   */
  take(request: PromptSize, agent: AgentDocument): Promise<Held>
  /** Whether credits are held for the reply. */
  isHeld(): boolean
  /** Whether the hold was refused because the agent has reached its monthly limit. */
  isOverLimit(): boolean
  /** Returns what it is charged to, to be recorded with the reply immediately; undefined if nothing is held. */
  reservation(): Promise<Charged | undefined>
  /** Ends the hold in memory. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  end(cost: number | 'unknown'): void
}

export function openReplyHold(
  credits: Credits,
  workspaceId: string,
  { holdId, ...about }: { holdId: string } & Omit<Payers, 'workspaceId'>,
): ReplyHold {
  const hold = { workspaceId, holdId }
  const payers = { workspaceId, ...about }
  let limited = false
  let heldAmount: number | undefined

  function amountFor(request: PromptSize, agent: AgentDocument): number {
    const models = [request.modelId, ...(agent.vg_fallbackModel ? [agent.vg_fallbackModel] : [])]
    const { besides = 0, ...size } = request
    return besides + Math.max(...models.map((modelId) => credits.estimateMaxCost({ ...size, modelId })))
  }

  async function holdFor(request: PromptSize, agent: AgentDocument): Promise<boolean> {
    const amount = amountFor(request, agent)
    const outcome = await credits.holdCredits({
      ...payers,
      holdId,
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
  }

  return {
    async take(request, agent) {
      if (await holdFor(request, agent)) return {}
      if (limited) return false
      const least = shortestReply(request.maxTokens)
      const affordable = await credits.spendable(payers)
      const maxTokens = longestWithin(
        affordable,
        (tokens) => amountFor({ ...request, maxTokens: tokens }, agent),
        least,
        request.maxTokens - 1,
      )
      if (maxTokens === undefined) return false
      return (await holdFor({ ...request, maxTokens }, agent)) ? { maxTokens } : false
    },
    isHeld: () => heldAmount !== undefined,
    isOverLimit: () => limited,
    reservation: () => credits.reservationOf({ ...hold, amount: heldAmount }),
    end: (cost) => credits.endHold(hold, cost),
  }
}

/** A reply that may not even be so long is of no use; in tokens. */
const SHORTEST_REPLY = 64

/** Returns how short, in tokens, a reply may become before it is refused for lack of credits. */
export const shortestReply = (maxTokens: number): number => Math.min(maxTokens, SHORTEST_REPLY)

/** The most tokens from `least` to `most` that cost no more than there is; undefined if `least` costs more. */
function longestWithin(
  there: number,
  amountFor: (tokens: number) => number,
  least: number,
  most: number,
): number | undefined {
  if (most < least || amountFor(least) > there) return undefined
  let low = least
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (amountFor(middle) <= there) low = middle
    else high = middle - 1
  }
  return low
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
