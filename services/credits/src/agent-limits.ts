/** The limits of an agent per calendar month (UTC). */
import { type CreditsState, thousandths } from './credits.state.ts'

export type AgentLimits = {
  /** Credits, including its open holds and reservations. */
  credits?: number
  /** Input and output tokens, including open holds and reservations. The reply that reaches the limit is still given. */
  tokens?: number
}

/**
 * Returns what an agent may still hold or reserve in a month; `Infinity` without a limit. Its open holds and
 * reservations count as used, so that concurrent turns can't exceed the limit together.
 */
export function roomOf(
  limits: AgentLimits,
  agentId: string,
  state: CreditsState,
  month: string,
): { thousandths: number; tokens: number } {
  const last = state.used.get(agentId)
  const used = last?.month === month ? last : { thousandths: 0, tokens: 0 }
  const room = {
    thousandths: limits.credits === undefined ? Infinity : thousandths(limits.credits) - used.thousandths,
    tokens: (limits.tokens ?? Infinity) - used.tokens,
  }
  for (const open of [...state.holds.values(), ...state.reservations.values()]) {
    if (open.agentId !== agentId) continue
    room.thousandths -= open.thousandths
    room.tokens -= open.tokens
  }
  return room
}

/** Whether a reply of at most `amount` thousandths is within the agent's limits. */
export function isWithin(
  limits: AgentLimits,
  agentId: string,
  amount: number,
  state: CreditsState,
  month: string,
): boolean {
  const room = roomOf(limits, agentId, state, month)
  return room.tokens > 0 && amount <= room.thousandths
}
