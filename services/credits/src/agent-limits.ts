/** The limits of an agent per calendar month (UTC). */
import { type CreditsState, thousandths } from './credits.state.ts'

export type AgentLimits = {
  /** Credits, including its open holds and reservations. */
  credits?: number
  /** Input and output tokens, including open holds and reservations. The reply that reaches the limit is still given. */
  tokens?: number
}

/** What an agent used, and has held or reserved, in a month. */
export type AgentUse = { thousandths: number; tokens: number }

export const unused: AgentUse = { thousandths: 0, tokens: 0 }

/**
 * Returns what an agent used in a month in one ledger. Its open holds and reservations count as used, so that concurrent
 * turns can't exceed its limits together.
 */
export function useOf(agentId: string, state: CreditsState, month: string): AgentUse {
  const last = state.used.get(agentId)
  const use = last?.month === month ? { thousandths: last.thousandths, tokens: last.tokens } : { ...unused }
  for (const open of [...state.holds.values(), ...state.reservations.values()]) {
    if (open.agentId !== agentId) continue
    use.thousandths += open.thousandths
    use.tokens += open.tokens
  }
  return use
}

/**
 * Returns what an agent may still hold or reserve in a month; `Infinity` without a limit. `elsewhere`: what it used in
 * other ledgers.
 */
export function roomOf(
  limits: AgentLimits,
  agentId: string,
  state: CreditsState,
  month: string,
  elsewhere: AgentUse = unused,
): AgentUse {
  const here = useOf(agentId, state, month)
  const { credits, tokens = Infinity } = limits
  return {
    thousandths:
      credits === undefined ? Infinity : thousandths(credits) - here.thousandths - elsewhere.thousandths,
    tokens: tokens - here.tokens - elsewhere.tokens,
  }
}

/** Whether a reply of at most `amount` thousandths is within the agent's limits. */
export function isWithin(
  limits: AgentLimits,
  agentId: string,
  amount: number,
  state: CreditsState,
  month: string,
  elsewhere: AgentUse = unused,
): boolean {
  const room = roomOf(limits, agentId, state, month, elsewhere)
  return room.tokens > 0 && amount <= room.thousandths
}
