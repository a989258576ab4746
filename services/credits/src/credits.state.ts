/** What a ledger of credits has come to. Inside, amounts are whole thousandths of a credit. */

export type Hold = {
  thousandths: number
  /** The most it can use, in and out. */
  tokens: number
  agentId: string
  conversationId: string
  expiresAt: number
}

/** What a process set aside and was not charged for yet. */
export type Reservation = {
  thousandths: number
  /** Milliseconds since 1970, as in `CreditsReserved`. */
  until: number
  endsAt: number
}

/** `month`: YYYY-MM. */
export type Used = { month: string; thousandths: number; tokens: number }

export type CreditsState = {
  /** Thousandths of a credit, holds and reservations included. */
  balance: number
  holds: ReadonlyMap<string, Hold>
  reservations: ReadonlyMap<string, Reservation>
  /** The position of the log up to which replies were charged that name a reservation. */
  chargedThrough: number
  /** The newest holds that were given back because nobody settled them: who comes late still pays. */
  expired: ReadonlyMap<string, Hold>
  /** What each agent used in the last calendar month (UTC) in which it used something. */
  used: ReadonlyMap<string, Used>
  /** The newest holds that were settled or released: a late repetition of theirs changes nothing. */
  closed: { newer: ReadonlySet<string>; older: ReadonlySet<string> }
}

/** At least as many are known as closed, and twice as many at most. */
const CLOSED_KEPT = 500

export const initialState: CreditsState = {
  balance: 0,
  holds: new Map(),
  reservations: new Map(),
  chargedThrough: -1,
  expired: new Map(),
  used: new Map(),
  closed: { newer: new Set(), older: new Set() },
}

/** What can be held or reserved: the balance without what is held or reserved already; never negative. */
export function freeOf(state: CreditsState): number {
  let free = state.balance
  for (const held of state.holds.values()) free -= held.thousandths
  for (const reserved of state.reservations.values()) free -= reserved.thousandths
  return Math.max(0, free)
}

/** The state without a hold, which is known as closed from then on. */
export function withoutHold(state: CreditsState, holdId: string): CreditsState {
  const holds = new Map(state.holds)
  holds.delete(holdId)
  const expired = new Map(state.expired)
  expired.delete(holdId)
  const { newer, older } = state.closed
  const full = newer.size >= CLOSED_KEPT
  const closed = full
    ? { newer: new Set([holdId]), older: newer }
    : { newer: new Set(newer).add(holdId), older }
  return { ...state, holds, expired, closed }
}

/** What an agent used in the newest month of which something is known; what comes late for an older one is left out. */
export function usedAfter(
  used: CreditsState['used'],
  charge: { agentId: string; month: string; amount: number; inputTokens: number; outputTokens: number },
): CreditsState['used'] {
  const { agentId, month, amount, inputTokens, outputTokens } = charge
  const last = used.get(agentId)
  if (last && last.month > month) return used
  const before = last?.month === month ? last : { thousandths: 0, tokens: 0 }
  return new Map(used).set(agentId, {
    month,
    thousandths: before.thousandths + thousandths(amount),
    tokens: before.tokens + inputTokens + outputTokens,
  })
}

export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}

export function isAmount(amount: number): boolean {
  return amount >= 0 && amount <= 1e9 && Math.abs(amount * 1_000 - Math.round(amount * 1_000)) < 1e-6
}

export function thousandths(amount: number): number {
  return Math.round(amount * 1_000)
}
