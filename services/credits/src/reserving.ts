/**
 * Reserves credits for the replies and translations of one process. The process holds against its reservation in memory and records the
 * reservation with each reply. A policy follows the log and charges many replies at a time.
 *
 * - Free, held and reserved credits are never negative and add up to the balance.
 * - Replies are charged in the order of the log, and only after the last charged position, so each is charged once.
 * - A charge is taken from its reservation and then from free credits, never from other holds or reservations.
 * - A reservation for an agent with limits also counts against these, with all its credits and tokens.
 * - A reservation ceases to exist when all of it is charged or returned, at its end at the latest.
 */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { type AgentLimits, type AgentUse, isWithin, roomOf } from './agent-limits.ts'
import {
  type CreditsState,
  freeOf,
  isClosed,
  monthlyRoomOf,
  monthOf,
  noCredits,
  planLimit,
  thousandths,
  usageLimit,
  usedAfter,
  withoutHold,
} from './credits.state.ts'

type Fact<Type extends CreditsEvent['type']> = Extract<CreditsEvent, { type: Type }>['data']

/** The charge for a reply. `position` is that of the reply in the log. */
export type ReplyCharge = Fact<'RepliesCharged'>['charges'][number] & { position: number }

/** The charge for a translation outside a turn, or for a reply in a test run. */
export type OutsideTurnCharge = Fact<'RepliesCharged'>['charges'][number]

export type ReservationCommand =
  /**
   * Reserves for many replies of at most `amount` each, or for one if little is left. `adds`: adds to an existing
   * reservation.
   */
  | {
      type: 'ReserveCredits'
      reservationId: string
      amount: number
      until: number
      endsAt: number
      adds: boolean
      /**
       * For an agent with limits, whose replies need at most `tokens` each. `elsewhere`: what it used in other ledgers.
       */
      agent?:
        | { agentId: string; tokens: number; limits: AgentLimits; elsewhere?: AgentUse | undefined }
        | undefined
      /** The credits of a month that the plan of the workspace allows; without a limit by default. */
      maxMonthlyCredits?: number | undefined
      /** What the reservation lacks for one reply; by default all that it needs. */
      lacks?: { amount: number; tokens: number }
    }
  | { type: 'RenewReservation'; reservationId: string; until: number; endsAt: number }
  /** Gives back what its process neither holds nor used. */
  | { type: 'ReturnCredits'; reservationId: string; amount: number; tokens?: number }
  /** Gives back the rest of a reservation that ended. All replies before its end must be charged first. */
  | { type: 'EndReservation'; reservationId: string }
  /** Charges replies, in the order of the log. */
  | { type: 'ChargeReplies'; charges: readonly ReplyCharge[] }
  /** Charges a translation outside a turn, or what `purpose` says, once for its `holdId`. */
  | { type: 'ChargeOutsideTurn'; charge: OutsideTurnCharge }

/** At most 1/16 of the free credits is reserved at once, so that a few processes do not reserve all of them. */
const SHARE = 16
/** The maximum number of replies to reserve for at once. */
const MOST_REPLIES = 256

/** Returns whether free credits are scarce compared with what a process reserved and does not use. */
export function isScarce(unused: number, free: number): boolean {
  return unused > Math.max(0, free / 4)
}

/**
 * Refuses with `no-credits`, `usage-limit` (the agent has reached its monthly limit) or `reservation-ended`. Never
 * reserves less than one reply lacks.
 */
export function decideReservation(
  command: ReservationCommand,
  state: CreditsState,
  now: Date,
): Decision<CreditsEvent> {
  switch (command.type) {
    case 'ReserveCredits':
      return reserve(command, state, now)
    case 'RenewReservation': {
      const { reservationId, until, endsAt } = command
      if (!isOpen(state, reservationId, now)) return reservationEnded
      return accept(reserved(reservationId, 0, until, endsAt))
    }
    case 'ReturnCredits': {
      const left = state.reservations.get(command.reservationId) ?? { thousandths: 0, tokens: 0 }
      const tokens = Math.min(left.tokens, command.tokens ?? 0)
      return returned(command.reservationId, Math.min(left.thousandths, thousandths(command.amount)), tokens)
    }
    case 'EndReservation': {
      const { reservationId } = command
      const open = state.reservations.get(reservationId)
      if (!open || now.getTime() < open.endsAt) return accept()
      return returned(reservationId, open.thousandths)
    }
    case 'ChargeReplies':
      return charge(command.charges, state)
    case 'ChargeOutsideTurn':
      return chargeOutsideTurn(command.charge, state)
  }
}

function reserve(
  command: Extract<ReservationCommand, { type: 'ReserveCredits' }>,
  state: CreditsState,
  now: Date,
): Decision<CreditsEvent> {
  const { reservationId, amount, until, endsAt, adds, agent } = command
  if (adds && !isOpen(state, reservationId, now)) return reservationEnded
  const lacks = command.lacks ?? { amount, tokens: agent?.tokens ?? 0 }
  const least = thousandths(lacks.amount)
  const month = monthOf(now.getTime())
  const free = Math.min(freeOf(state), monthlyRoomOf(state, month, command.maxMonthlyCredits))
  const lacking = least > freeOf(state) ? noCredits : planLimit
  if (!agent) {
    if (least > free) return lacking
    const slice = sliceOf(free, thousandths(amount), least)
    return accept(reserved(reservationId, slice, until, endsAt))
  }
  const { agentId, limits, elsewhere } = agent
  if (!isWithin(limits, agentId, least, state, month, elsewhere)) return usageLimit
  if (least > free) return lacking
  const room = roomOf(limits, agentId, state, month, elsewhere)
  const slice = sliceOf(Math.min(free, room.thousandths), thousandths(amount), least)
  // The reply that reaches the limit of tokens is still given, so `lacks.tokens` may exceed what is left.
  const tokens = limits.tokens === undefined ? 0 : sliceOf(room.tokens, agent.tokens, lacks.tokens)
  return accept(reserved(reservationId, slice, until, endsAt, { agentId, tokens }))
}

function charge(replies: readonly ReplyCharge[], state: CreditsState): Decision<CreditsEvent> {
  const charges: Fact<'RepliesCharged'>['charges'] = []
  let after = state
  let through = state.chargedThrough
  for (const { position, ...reply } of replies) {
    if (position <= through) continue
    through = position
    const one = affordable(reply, after)
    charges.push(one)
    after = afterCharge(after, one)
  }
  return charges.length === 0 ? accept() : accept({ type: 'RepliesCharged', data: { through, charges } })
}

/** Leaves `through` as it is, since no event of the log is charged. */
function chargeOutsideTurn(charge: OutsideTurnCharge, state: CreditsState): Decision<CreditsEvent> {
  if (isClosed(state, charge.holdId)) return accept()
  const { purpose = 'translation' } = charge
  const one = { ...affordable(charge, state), purpose }
  return accept({ type: 'RepliesCharged', data: { through: state.chargedThrough, charges: [one] } })
}

/** Returns the charge of at most what its reservation, its hold and the free credits contain. */
function affordable<Charge extends OutsideTurnCharge>(charge: Charge, state: CreditsState): Charge {
  const reserved = state.reservations.get(charge.reservationId)?.thousandths ?? 0
  const held = state.holds.get(charge.holdId)?.thousandths ?? 0
  const most = reserved + held + freeOf(state)
  return { ...charge, amount: Math.min(thousandths(charge.amount), most) / 1_000 }
}

export function evolveReservation(state: CreditsState, event: CreditsEvent): CreditsState {
  switch (event.type) {
    case 'CreditsReserved': {
      const { reservationId, amount, tokens = 0, agentId, until, endsAt } = event.data
      const before = state.reservations.get(reservationId) ?? { thousandths: 0, tokens: 0, agentId }
      const after = {
        ...before,
        thousandths: before.thousandths + thousandths(amount),
        tokens: before.tokens + tokens,
        until,
        endsAt,
      }
      return { ...state, reservations: new Map(state.reservations).set(reservationId, after) }
    }
    case 'CreditsReturned':
      return {
        ...state,
        reservations: without(state.reservations, event.data),
      }
    case 'RepliesCharged':
      return { ...event.data.charges.reduce(afterCharge, state), chargedThrough: event.data.through }
    default:
      return state
  }
}

/**
 * Applies a charge. Also closes a hold of the same reply in the ledger, left by a killed process, and remembers
 * what no event of a conversation records, so that it is charged once.
 */
function afterCharge(state: CreditsState, paid: Fact<'RepliesCharged'>['charges'][number]): CreditsState {
  const { holdId, at, amount, inputTokens, outputTokens, purpose } = paid
  const closes = state.holds.has(holdId) || purpose !== undefined
  const open = closes ? withoutHold(state, holdId) : state
  return {
    ...open,
    balance: open.balance - thousandths(amount),
    reservations: without(open.reservations, { ...paid, tokens: inputTokens + outputTokens }),
    used: usedAfter(open.used, { ...paid, month: at.slice(0, 7) }),
  }
}

function without(
  reservations: CreditsState['reservations'],
  taken: { reservationId: string; amount: number; tokens?: number | undefined },
): CreditsState['reservations'] {
  const { reservationId, tokens = 0 } = taken
  const open = reservations.get(reservationId)
  if (!open) return reservations
  const left = open.thousandths - thousandths(taken.amount)
  const after = new Map(reservations)
  if (left <= 0) after.delete(reservationId)
  else after.set(reservationId, { ...open, thousandths: left, tokens: Math.max(0, open.tokens - tokens) })
  return after
}

/** Returns how much of `free` to reserve for many replies of at most `each`; `least` if that is less than one needs. */
function sliceOf(free: number, each: number, least: number): number {
  const slice = Math.min(Math.floor(free / SHARE), each * MOST_REPLIES)
  return slice < Math.max(1, each) ? least : slice
}

function reserved(
  reservationId: string,
  slice: number,
  until: number,
  endsAt: number,
  agent: { agentId?: string; tokens?: number } = {},
): CreditsEvent {
  return { type: 'CreditsReserved', data: { reservationId, amount: slice / 1_000, ...agent, until, endsAt } }
}

function returned(reservationId: string, amount: number, tokens = 0): Decision<CreditsEvent> {
  if (amount === 0) return accept()
  const back = { reservationId, amount: amount / 1_000, ...(tokens > 0 ? { tokens } : {}) }
  return accept({ type: 'CreditsReturned', data: back })
}

/** An ended reservation can't be renewed: a reply recorded with it might come too late to be charged to it. */
function isOpen({ reservations }: CreditsState, reservationId: string, now: Date): boolean {
  const open = reservations.get(reservationId)
  return open !== undefined && now.getTime() < open.until
}

const reservationEnded = refuse('reservation-ended', 'This reservation is over.')
