/**
 * The ledger of a workspace's credits: hold, then settle or release (ruling 6). The balance is a fold and never
 * falls below zero. Amounts are credits with at most three decimals, whole thousandths inside.
 * Stream `credits-<workspaceId>`.
 */
import { type CreditsEvent, creditsEvents } from '@parley/contracts/credits/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'
import { creditsSnapshot } from './credits.snapshot.ts'

type Fact<Type extends CreditsEvent['type']> = Extract<CreditsEvent, { type: Type }>['data']

export type Hold = {
  thousandths: number
  /** The most it can use, in and out. */
  tokens: number
  agentId: string
  conversationId: string
  expiresAt: number
}

/** `month`: YYYY-MM. */
export type Used = { month: string; thousandths: number; tokens: number }

/** What an agent may use in a calendar month (UTC). */
export type AgentLimits = {
  /** Credits, its open holds included. */
  credits?: number
  /** In and out, open holds included; the reply that reaches it is still given. */
  tokens?: number
}

export type CreditsState = {
  /** Thousandths of a credit, holds included. */
  balance: number
  holds: ReadonlyMap<string, Hold>
  /** The newest holds that were given back because nobody settled them: who comes late still pays. */
  expired: ReadonlyMap<string, Hold>
  /** What each agent used in the last calendar month (UTC) in which it used something. */
  used: ReadonlyMap<string, Used>
  /** The newest holds that were settled or released: a late repetition of theirs changes nothing. */
  closed: { newer: ReadonlySet<string>; older: ReadonlySet<string> }
}

export type CreditsCommand =
  | { type: 'GrantCredits'; amount: number; reason: Fact<'CreditsGranted'>['reason'] }
  | {
      type: 'HoldCredits'
      holdId: string
      amount: number
      tokens?: number
      agentId: string
      conversationId: string
      purpose?: 'translation'
      limits?: AgentLimits
    }
  /** Charges what it cost, at most what is held and free. */
  | {
      type: 'SettleCredits'
      holdId: string
      amount: number
      purpose?: 'translation'
      modelId: string
      inputTokens: number
      outputTokens: number
    }
  | { type: 'ReleaseCredits'; holdId: string; reason: string }

/** A hold that nobody settled within this time is given back: whoever held it is gone. */
export const holdLifetimeMs = 10 * 60_000

/** At least as many are known as closed, and twice as many at most. */
const CLOSED_KEPT = 500
const EXPIRED_KEPT = 1_000
const EXPIRED = 'expired'

const initialState: CreditsState = {
  balance: 0,
  holds: new Map(),
  expired: new Map(),
  used: new Map(),
  closed: { newer: new Set(), older: new Set() },
}

/** Refuses `no-credits` (not enough left to hold), `usage-limit` (the agent's month is used up), `invalid-input` and `hold-not-found`. */
export const credits: Aggregate<CreditsState, CreditsCommand, CreditsEvent> = {
  category: 'credits',
  events: creditsEvents,
  decider: { initialState, evolve, decide },
  snapshot: creditsSnapshot,
}

function decide(command: CreditsCommand, state: CreditsState, now: Date): Decision<CreditsEvent> {
  if ('amount' in command && !isAmount(command.amount))
    return refuse(
      'invalid-input',
      'An amount of credits is above zero, with three decimals at most.',
      'amount',
    )
  switch (command.type) {
    case 'GrantCredits':
      return accept({
        type: 'CreditsGranted',
        data: { amount: command.amount, reason: command.reason },
      })
    case 'HoldCredits':
      return hold(command, state, now)
    case 'SettleCredits':
      return settle(command, state)
    case 'ReleaseCredits': {
      const { holdId, reason } = command
      return state.holds.has(holdId)
        ? accept({ type: 'CreditsReleased', data: { holdId, reason } })
        : closedOrUnknown(holdId, state)
    }
  }
}

function hold(
  command: Extract<CreditsCommand, { type: 'HoldCredits' }>,
  state: CreditsState,
  now: Date,
): Decision<CreditsEvent> {
  const { type: _, limits, ...wanted } = command
  if (state.holds.has(wanted.holdId) || isClosed(state, wanted.holdId)) return accept()
  const expired = [...state.holds].filter(([, held]) => held.expiresAt <= now.getTime())
  const released = expired.map(
    ([holdId]): CreditsEvent => ({ type: 'CreditsReleased', data: { holdId, reason: EXPIRED } }),
  )
  const after = released.reduce(evolve, state)
  if (limits && !isWithin(limits, wanted.agentId, thousandths(wanted.amount), after, monthOf(now.getTime())))
    return refuse('usage-limit', 'This agent has used what it may in this month.')
  if (thousandths(wanted.amount) > freeOf(after))
    return refuse('no-credits', 'There are not enough credits left.')
  const expiresAt = now.getTime() + holdLifetimeMs
  return accept(...released, { type: 'CreditsHeld', data: { ...wanted, expiresAt } })
}

/** An agent's open holds count as used: turns that run side by side can't exceed its limit together. */
function isWithin(
  limits: AgentLimits,
  agentId: string,
  amount: number,
  state: CreditsState,
  month: string,
): boolean {
  const last = state.used.get(agentId)
  const used = last?.month === month ? last : { thousandths: 0, tokens: 0 }
  const open = [...state.holds.values()].filter((held) => held.agentId === agentId)
  const tokens = open.reduce((sum, held) => sum + held.tokens, used.tokens)
  if (limits.tokens !== undefined && tokens >= limits.tokens) return false
  const taken = open.reduce((sum, held) => sum + held.thousandths, used.thousandths + amount)
  return limits.credits === undefined || taken <= thousandths(limits.credits)
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
}

function settle(
  command: Extract<CreditsCommand, { type: 'SettleCredits' }>,
  state: CreditsState,
): Decision<CreditsEvent> {
  const { type: _, holdId, amount, ...used } = command
  const open = state.holds.get(holdId)
  const held = open ?? state.expired.get(holdId)
  if (!held) return closedOrUnknown(holdId, state)
  const charged = Math.min(thousandths(amount), (open?.thousandths ?? 0) + freeOf(state))
  const { agentId, conversationId } = held
  return accept({
    type: 'CreditsSettled',
    data: { holdId, amount: charged / 1_000, agentId, conversationId, ...used },
  })
}

function evolve(state: CreditsState, event: CreditsEvent): CreditsState {
  switch (event.type) {
    case 'CreditsGranted':
      return { ...state, balance: state.balance + thousandths(event.data.amount) }
    case 'CreditsHeld': {
      const { holdId, amount, tokens = 0, agentId, conversationId, expiresAt } = event.data
      const held: Hold = { thousandths: thousandths(amount), tokens, agentId, conversationId, expiresAt }
      return { ...state, holds: new Map(state.holds).set(holdId, held) }
    }
    case 'CreditsSettled': {
      const { holdId, amount } = event.data
      const used = usedAfter(state, event.data)
      return { ...closed(state, holdId), used, balance: state.balance - thousandths(amount) }
    }
    case 'CreditsReleased': {
      const { holdId, reason } = event.data
      const held = state.holds.get(holdId)
      const after = closed(state, holdId)
      return reason === EXPIRED && held ? { ...after, expired: newest(state.expired, holdId, held) } : after
    }
    default:
      return state
  }
}

/** A charge counts in the month in which it was held. */
function usedAfter(state: CreditsState, settled: Fact<'CreditsSettled'>): CreditsState['used'] {
  const { holdId, agentId, amount, inputTokens, outputTokens } = settled
  const held = state.holds.get(holdId) ?? state.expired.get(holdId)
  if (!held) return state.used
  const month = monthOf(held.expiresAt - holdLifetimeMs)
  const last = state.used.get(agentId)
  const before = last?.month === month ? last : { thousandths: 0, tokens: 0 }
  return new Map(state.used).set(agentId, {
    month,
    thousandths: before.thousandths + thousandths(amount),
    tokens: before.tokens + inputTokens + outputTokens,
  })
}

/** What can be held: the balance without what is held already; never negative. */
export function freeOf(state: CreditsState): number {
  let free = state.balance
  for (const held of state.holds.values()) free -= held.thousandths
  return Math.max(0, free)
}

function closed(state: CreditsState, holdId: string): CreditsState {
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

function isClosed({ closed: { newer, older } }: CreditsState, holdId: string): boolean {
  return newer.has(holdId) || older.has(holdId)
}

function newest(expired: CreditsState['expired'], holdId: string, held: Hold): CreditsState['expired'] {
  return new Map([...expired, [holdId, held] as const].slice(-EXPIRED_KEPT))
}

function closedOrUnknown(holdId: string, state: CreditsState): Decision<CreditsEvent> {
  return isClosed(state, holdId) ? accept() : refuse('hold-not-found', 'There is no such hold.')
}

function isAmount(amount: number): boolean {
  return amount >= 0 && amount <= 1e9 && Math.abs(amount * 1_000 - Math.round(amount * 1_000)) < 1e-6
}

function thousandths(amount: number): number {
  return Math.round(amount * 1_000)
}
