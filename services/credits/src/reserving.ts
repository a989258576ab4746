/**
 * Reserving credits for the replies of one process, which holds against its reservation in memory and writes on each
 * reply what it is charged to. Whoever follows the log charges for the replies, many at a time.
 *
 * - What is free, held and reserved is never negative and adds up to the balance.
 * - Replies are charged in the order of the log, and only those behind the last that was: each once, whoever repeats.
 * - A charge comes from its reservation and then from what is free, never from what others hold or reserved.
 * - A reservation is gone when all of it was charged or returned, at its end at the latest.
 */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/decider.ts'
import { type CreditsState, freeOf, thousandths, usedAfter, withoutHold } from './credits.state.ts'

type Fact<Type extends CreditsEvent['type']> = Extract<CreditsEvent, { type: Type }>['data']

/** A reply that names its reservation. `position` is its own in the log. */
export type ReplyCharge = Fact<'RepliesCharged'>['charges'][number] & { position: number }

export type ReservationCommand =
  /** Reserves for many replies of which one may cost `amount`. `adds`: to what is reserved already. */
  | {
      type: 'ReserveCredits'
      reservationId: string
      amount: number
      until: number
      endsAt: number
      adds: boolean
    }
  | { type: 'RenewReservation'; reservationId: string; until: number; endsAt: number }
  /** Gives back what its process neither held nor used. */
  | { type: 'ReturnCredits'; reservationId: string; amount: number }
  /** Gives back the rest of one that is over; every reply before its end must have been charged. */
  | { type: 'EndReservation'; reservationId: string }
  /** In the order of the log. */
  | { type: 'ChargeReplies'; charges: readonly ReplyCharge[] }

/** At most this share of what is free is reserved at once, so that a few processes do not reserve all of it. */
const SHARE = 16
/** More than for so many replies need not be reserved at once. */
const MOST_REPLIES = 256

/** Whether little is free beside what a process set aside and does not use, so that others may need it. */
export function isScarce(unused: number, state: CreditsState): boolean {
  return unused > freeOf(state) / 4
}

/** Refuses `too-little` (each reply is to be held for in the ledger) and `reservation-ended`. */
export function decideReservation(
  command: ReservationCommand,
  state: CreditsState,
  now: Date,
): Decision<CreditsEvent> {
  switch (command.type) {
    case 'ReserveCredits': {
      const { reservationId, amount, until, endsAt, adds } = command
      if (adds && !isOpen(state, reservationId, now)) return reservationEnded
      const slice = Math.min(Math.floor(freeOf(state) / SHARE), thousandths(amount) * MOST_REPLIES)
      if (slice < Math.max(1, thousandths(amount)))
        return refuse('too-little', 'There is too little left to reserve for several replies.')
      return accept(reserved(reservationId, slice, until, endsAt))
    }
    case 'RenewReservation': {
      const { reservationId, until, endsAt } = command
      if (!isOpen(state, reservationId, now)) return reservationEnded
      return accept(reserved(reservationId, 0, until, endsAt))
    }
    case 'ReturnCredits': {
      const left = state.reservations.get(command.reservationId)?.thousandths ?? 0
      return returned(command.reservationId, Math.min(left, thousandths(command.amount)))
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
      const { reservationId, amount, until, endsAt } = event.data
      const before = state.reservations.get(reservationId)?.thousandths ?? 0
      const after = { thousandths: before + thousandths(amount), until, endsAt }
      return { ...state, reservations: new Map(state.reservations).set(reservationId, after) }
    }
    case 'CreditsReturned':
      return {
        ...state,
        reservations: without(state.reservations, event.data.reservationId, thousandths(event.data.amount)),
      }
    case 'RepliesCharged':
      return { ...event.data.charges.reduce(afterCharge, state), chargedThrough: event.data.through }
    default:
      return state
  }
}

/** What a killed process held for the same reply in the ledger has been paid for by then. */
function afterCharge(state: CreditsState, paid: Fact<'RepliesCharged'>['charges'][number]): CreditsState {
  const { reservationId, holdId, at, amount } = paid
  const open = state.holds.has(holdId) ? withoutHold(state, holdId) : state
  return {
    ...open,
    balance: open.balance - thousandths(amount),
    reservations: without(open.reservations, reservationId, thousandths(amount)),
    used: usedAfter(open.used, { ...paid, month: at.slice(0, 7) }),
  }
}

function without(
  reservations: CreditsState['reservations'],
  reservationId: string,
  amount: number,
): CreditsState['reservations'] {
  const open = reservations.get(reservationId)
  if (!open) return reservations
  const after = new Map(reservations)
  if (open.thousandths <= amount) after.delete(reservationId)
  else after.set(reservationId, { ...open, thousandths: open.thousandths - amount })
  return after
}

function reserved(reservationId: string, slice: number, until: number, endsAt: number): CreditsEvent {
  return { type: 'CreditsReserved', data: { reservationId, amount: slice / 1_000, until, endsAt } }
}

function returned(reservationId: string, amount: number): Decision<CreditsEvent> {
  if (amount === 0) return accept()
  return accept({ type: 'CreditsReturned', data: { reservationId, amount: amount / 1_000 } })
}

/** One that is over is not begun again: what is recorded on it from then on might come too late to be charged to it. */
function isOpen({ reservations }: CreditsState, reservationId: string, now: Date): boolean {
  const open = reservations.get(reservationId)
  return open !== undefined && now.getTime() < open.until
}

const reservationEnded = refuse('reservation-ended', 'This reservation is over.')
