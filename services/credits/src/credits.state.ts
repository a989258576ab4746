/** The state of a ledger of credits. Amounts are whole thousandths of a credit. */
import { refuse } from '@parley/kernel/commands/decider.ts'

export type Hold = {
  thousandths: number
  /** Maximum input and output tokens. */
  tokens: number
  agentId: string
  conversationId: string
  expiresAt: number
}

/** The part of a reservation that is neither charged nor returned. */
export type Reservation = {
  thousandths: number
  /** The agent whose replies alone are held against it, because it has limits. */
  agentId?: string | undefined
  /** Tokens that the agent's limit leaves for them; 0 without such a limit. */
  tokens: number
  /** Milliseconds since 1970, as in `CreditsReserved`. */
  until: number
  endsAt: number
}

/** `month`: YYYY-MM. */
export type Used = { month: string; thousandths: number; tokens: number }

export type CreditsState = {
  /** Thousandths of a credit, holds and reservations included. */
  balance: number
  /** The newest calendar month (UTC) whose free credits were granted, YYYY-MM; empty if there was none. */
  grantedMonth: string
  holds: ReadonlyMap<string, Hold>
  reservations: ReadonlyMap<string, Reservation>
  /** The position in the log up to which replies that name a reservation were charged. */
  chargedThrough: number
  /** The newest expired holds, so that a late settlement is still charged. */
  expired: ReadonlyMap<string, Hold>
  /** The usage of each agent in the newest calendar month (UTC) in which it had any. */
  used: ReadonlyMap<string, Used>
  /** The newest holds that were settled or released, so that a late repetition changes nothing. */
  closed: { newer: ReadonlySet<string>; older: ReadonlySet<string> }
  /** Whether it was of an organisation that was deleted; it then takes nothing any more. */
  accountClosed: boolean
}

/** The minimum number of closed holds that are kept; the maximum is twice as many. */
const CLOSED_KEPT = 500

export const initialState: CreditsState = {
  balance: 0,
  grantedMonth: '',
  holds: new Map(),
  reservations: new Map(),
  chargedThrough: -1,
  expired: new Map(),
  used: new Map(),
  closed: { newer: new Set(), older: new Set() },
  accountClosed: false,
}

/** Returns what can be held or reserved, in thousandths: the balance minus holds and reservations; never negative. */
export function freeOf(state: CreditsState): number {
  let free = state.balance
  for (const held of state.holds.values()) free -= held.thousandths
  for (const reserved of state.reservations.values()) free -= reserved.thousandths
  return Math.max(0, free)
}

/**
 * Returns the most that a reply may hold at `now`, in thousandths: free credits, expired holds, and what processes may
 * return of reservations that have not ended.
 */
export function spendableOf(state: CreditsState, now: number): number {
  let spendable = state.balance
  for (const held of state.holds.values()) if (held.expiresAt > now) spendable -= held.thousandths
  for (const reserved of state.reservations.values())
    if (reserved.until <= now) spendable -= reserved.thousandths
  return Math.max(0, spendable)
}

/**
 * Returns what the plan of a workspace leaves of a calendar month (UTC) in its ledger, in thousandths; `Infinity` without a
 * limit. Holds and reservations count as used, so that concurrent turns can't exceed it together.
 */
export function monthlyRoomOf(state: CreditsState, month: string, maxCredits: number | undefined): number {
  if (maxCredits === undefined) return Number.POSITIVE_INFINITY
  let room = thousandths(maxCredits)
  for (const used of state.used.values()) if (used.month === month) room -= used.thousandths
  for (const open of [...state.holds.values(), ...state.reservations.values()]) room -= open.thousandths
  return Math.max(0, room)
}

/** Returns the state without a hold, which is then kept as closed. */
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

/** Adds a charge to an agent's usage of its newest month; ignores a late charge for an older month. */
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

/** Whether a hold was settled or released, or a translation charged, among the newest ones. */
export function isClosed({ closed: { newer, older } }: CreditsState, holdId: string): boolean {
  return newer.has(holdId) || older.has(holdId)
}

export const noCredits = refuse('no-credits', 'There are not enough credits left.')
export const planLimit = refuse(
  'usage-limit',
  'This workspace has used the credits of its plan for this month.',
)
export const usageLimit = refuse('usage-limit', 'This agent has used what it may in this month.')
