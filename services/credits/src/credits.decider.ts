/**
 * The ledger of a workspace's credits: hold, then settle or release (ruling 6), or reserve, charge and return
 * (`reserving.ts`). The balance is folded from the events and never falls below zero. Amounts are credits with at most
 * three decimals; the state has whole thousandths. Streams `credits-<workspaceId>` and, with the same
 * rules, `orgcredits-<organisationId>`.
 */
import { type CreditsEvent, creditsEvents } from '@parley/contracts/credits/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { type AgentLimits, isWithin } from './agent-limits.ts'
import { creditsSnapshot } from './credits.snapshot.ts'
import {
  type CreditsState,
  freeOf,
  type Hold,
  initialState,
  isAmount,
  isClosed,
  monthOf,
  noCredits,
  thousandths,
  usageLimit,
  usedAfter,
  withoutHold,
} from './credits.state.ts'
import { decideReservation, evolveReservation, type ReservationCommand } from './reserving.ts'
import { decideTransfer, evolveTransfer, type TransferCommand } from './transferring.ts'

export { type CreditsState, freeOf, spendableOf } from './credits.state.ts'

type Fact<Type extends CreditsEvent['type']> = Extract<CreditsEvent, { type: Type }>['data']

export type CreditsCommand =
  | {
      type: 'GrantCredits'
      amount: number
      reason: Exclude<Fact<'CreditsGranted'>['reason'], 'monthly'>
      /** Who of the operators grants it, and why. */
      operator?: string
      note?: string
    }
  /** Grants the free credits of the present calendar month (UTC). Accepted without an event if they were granted. */
  | { type: 'GrantMonthlyCredits'; amount: number }
  | {
      type: 'HoldCredits'
      holdId: string
      amount: number
      tokens?: number
      agentId: string
      conversationId: string
      limits?: AgentLimits
    }
  /** Charges the cost, at most what the hold has and what is free. */
  | {
      type: 'SettleCredits'
      holdId: string
      amount: number
      modelId: string
      inputTokens: number
      outputTokens: number
    }
  | { type: 'ReleaseCredits'; holdId: string; reason: string }
  | ReservationCommand
  | TransferCommand

/** A hold that is not settled within this time, in ms, expires and is given back: its process is assumed killed. */
export const holdLifetimeMs = 10 * 60_000

const EXPIRED_KEPT = 1_000
const EXPIRED = 'expired'

/**
 * Refuses with `no-credits` (not enough credits to hold), `usage-limit` (the agent has reached its monthly limit),
 * `invalid-input`, `hold-not-found`, and the codes of `decideReservation` and `decideTransfer`.
 */
export const credits: Aggregate<CreditsState, CreditsCommand, CreditsEvent> = {
  category: 'credits',
  events: creditsEvents,
  decider: { initialState, evolve, decide },
  snapshot: creditsSnapshot,
}

function decide(command: CreditsCommand, state: CreditsState, now: Date): Decision<CreditsEvent> {
  const amount = command.type === 'ChargeOutsideTurn' ? command.charge.amount : amountIn(command)
  if (amount !== undefined && !isAmount(amount))
    return refuse(
      'invalid-input',
      'An amount of credits is at most 1,000,000,000, has at most three decimals and is not negative.',
      'amount',
    )
  if (asksForCredits(command) && command.amount === 0)
    return refuse('invalid-input', 'An amount of credits is above zero.', 'amount')
  switch (command.type) {
    case 'GrantCredits': {
      const { type: _, ...granted } = command
      return accept({ type: 'CreditsGranted', data: granted })
    }
    case 'GrantMonthlyCredits': {
      const month = monthOf(now.getTime())
      // The clock of another process may be ahead.
      return state.grantedMonth >= month
        ? accept()
        : accept({ type: 'CreditsGranted', data: { amount: command.amount, reason: 'monthly', month } })
    }
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
    case 'TransferOut':
    case 'TransferIn':
    case 'ReturnTransfer':
    case 'CloseAccount':
      return decideTransfer(command, state)
    default:
      return decideReservation(command, state, now)
  }
}

/**
 * Specification, part 2 §5: an amount of credits is above 0. A reply may cost 0, if it was stopped before a model was
 * called, and 0 may be left to return.
 */
function asksForCredits(command: CreditsCommand) {
  return (
    command.type === 'GrantCredits' ||
    command.type === 'GrantMonthlyCredits' ||
    command.type === 'HoldCredits' ||
    command.type === 'ReserveCredits' ||
    command.type === 'TransferOut'
  )
}

function amountIn(command: CreditsCommand): number | undefined {
  return 'amount' in command ? command.amount : undefined
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
    return usageLimit
  if (thousandths(wanted.amount) > freeOf(after)) return noCredits
  const expiresAt = now.getTime() + holdLifetimeMs
  return accept(...released, { type: 'CreditsHeld', data: { ...wanted, expiresAt } })
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
      return {
        ...state,
        balance: state.balance + thousandths(event.data.amount),
        grantedMonth: event.data.month ?? state.grantedMonth,
      }
    case 'CreditsHeld': {
      const { holdId, amount, tokens = 0, agentId, conversationId, expiresAt } = event.data
      const held: Hold = { thousandths: thousandths(amount), tokens, agentId, conversationId, expiresAt }
      return { ...state, holds: new Map(state.holds).set(holdId, held) }
    }
    case 'CreditsSettled': {
      const { holdId, amount } = event.data
      const held = state.holds.get(holdId) ?? state.expired.get(holdId)
      // A charge counts in the month of its hold.
      const month = held && monthOf(held.expiresAt - holdLifetimeMs)
      const used = month === undefined ? state.used : usedAfter(state.used, { ...event.data, month })
      return { ...withoutHold(state, holdId), used, balance: state.balance - thousandths(amount) }
    }
    case 'CreditsReleased': {
      const { holdId, reason } = event.data
      const held = state.holds.get(holdId)
      const after = withoutHold(state, holdId)
      return reason === EXPIRED && held ? { ...after, expired: newest(state.expired, holdId, held) } : after
    }
    case 'CreditsTransferred':
    case 'CreditAccountClosed':
      return evolveTransfer(state, event)
    default:
      return evolveReservation(state, event)
  }
}

function newest(expired: CreditsState['expired'], holdId: string, held: Hold): CreditsState['expired'] {
  return new Map([...expired, [holdId, held] as const].slice(-EXPIRED_KEPT))
}

function closedOrUnknown(holdId: string, state: CreditsState): Decision<CreditsEvent> {
  return isClosed(state, holdId) ? accept() : refuse('hold-not-found', 'There is no such hold.')
}
