/**
 * Reserves credits for the replies of one process. The process holds against its reservation in memory and records the
 * reservation with each reply. A policy follows the log and charges many replies at a time.
 *
 * - Free, held and reserved credits are never negative and add up to the balance.
 * - Replies are charged in the order of the log, and only after the last charged position, so each is charged once.
 * - A charge is taken from its reservation and then from free credits, never from other holds or reservations.
 * - A reservation for an agent with limits also counts against these, with all its credits and tokens.
 * - A reservation ceases to exist when all of it is charged or returned, at its end at the latest.
 */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/decider.ts'
import { type AgentLimits, roomOf } from './agent-limits.ts'
import { type CreditsState, freeOf, monthOf, thousandths, usedAfter, withoutHold } from './credits.state.ts'

type Fact<Type extends CreditsEvent['type']> = Extract<CreditsEvent, { type: Type }>['data']

/** The charge for a reply. `position` is that of the reply in the log. */
export type ReplyCharge = Fact<'RepliesCharged'>['charges'][number] & { position: number }

export type ReservationCommand =
  /** Reserves for many replies of at most `amount` each. `adds`: adds to an existing reservation. */
  | {
      type: 'ReserveCredits'
      reservationId: string
      amount: number
      until: number
      endsAt: number
      adds: boolean
      /** For an agent with limits, whose replies need at most `tokens` each. */
      agent?: { agentId: string; tokens: number; limits: AgentLimits } | undefined
    }
  | { type: 'RenewReservation'; reservationId: string; until: number; endsAt: number }
  /** Gives back what its process neither holds nor used. */
  | { type: 'ReturnCredits'; reservationId: string; amount: number; tokens?: number }
  /** Gives back the rest of a reservation that ended. All replies before its end must be charged first. */
  | { type: 'EndReservation'; reservationId: string }
  /** Charges replies, in the order of the log. */
  | { type: 'ChargeReplies'; charges: readonly ReplyCharge[] }

/** At most 1/16 of the free credits is reserved at once, so that a few processes do not reserve all of them. */
const SHARE = 16
/** The maximum number of replies to reserve for at once. */
const MOST_REPLIES = 256

/** Returns whether free credits are scarce compared with what a process reserved and does not use. */
export function isScarce(unused: number, free: number): boolean {
  return unused > free / 4
}

/** Refuses with `too-little` (hold for each reply in the ledger instead) or `reservation-ended`. */
export function decideReservation(
  command: ReservationCommand,
  state: CreditsState,
  now: Date,
): Decision<CreditsEvent> {
  switch (command.type) {
    case 'ReserveCredits': {
      const { reservationId, amount, until, endsAt, adds, agent } = command
      if (adds && !isOpen(state, reservationId, now)) return reservationEnded
      const free = freeOf(state)
      if (!agent) {
        const slice = sliceOf(free, thousandths(amount))
        return slice === 0 ? tooLittle : accept(reserved(reservationId, slice, until, endsAt))
      }
      const { agentId, limits } = agent
      const room = roomOf(limits, agentId, state, monthOf(now.getTime()))
      const slice = sliceOf(Math.min(free, room.thousandths), thousandths(amount))
      const tokens = limits.tokens === undefined ? 0 : sliceOf(room.tokens, agent.tokens)
      if (slice === 0 || (limits.tokens !== undefined && tokens === 0)) return tooLittle
      return accept(reserved(reservationId, slice, until, endsAt, { agentId, tokens }))
    }
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
  }
}

function charge(replies: readonly ReplyCharge[], state: CreditsState): Decision<CreditsEvent> {
  const charges: Fact<'RepliesCharged'>['charges'] = []
  let after = state
  let through = state.chargedThrough
  for (const { position, ...reply } of replies) {
    if (position <= through) continue
    through = position
    const reserved = after.reservations.get(reply.reservationId)?.thousandths ?? 0
    const held = after.holds.get(reply.holdId)?.thousandths ?? 0
    const most = reserved + held + freeOf(after)
    const one = { ...reply, amount: Math.min(thousandths(reply.amount), most) / 1_000 }
    charges.push(one)
    after = afterCharge(after, one)
  }
  return charges.length === 0 ? accept() : accept({ type: 'RepliesCharged', data: { through, charges } })
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

/** Applies a charge. Also closes a hold of the same reply in the ledger, left by a killed process. */
function afterCharge(state: CreditsState, paid: Fact<'RepliesCharged'>['charges'][number]): CreditsState {
  const { holdId, at, amount, inputTokens, outputTokens } = paid
  const open = state.holds.has(holdId) ? withoutHold(state, holdId) : state
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

/** Returns how much of `free` to reserve for many replies of at most `each`; 0 if that is less than one needs. */
function sliceOf(free: number, each: number): number {
  const slice = Math.min(Math.floor(free / SHARE), each * MOST_REPLIES)
  return slice < Math.max(1, each) ? 0 : slice
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

const tooLittle = refuse('too-little', 'There is too little left to reserve for several replies.')
const reservationEnded = refuse('reservation-ended', 'This reservation is over.')
