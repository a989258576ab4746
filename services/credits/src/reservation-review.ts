/** Renews the reservations of this process, and gives back what it does not use or others need. */
import { roomOf } from './agent-limits.ts'
import { type CreditsState, freeOf, holdLifetimeMs } from './credits.decider.ts'
import { monthOf } from './credits.state.ts'
import type { ReservationCommands, ReservationTimes } from './reservation-commands.ts'
import { type Account, type Reservation, type ReservedAccounts, retire } from './reserved-accounts.ts'
import { isScarce } from './reserving.ts'

export function reviewReservations(deps: {
  accounts: Pick<ReservedAccounts, 'endHold' | 'remove'>
  commands: Pick<ReservationCommands, 'renew' | 'giveBack'>
  times: Pick<ReservationTimes, 'lifeMs' | 'idleMs'>
  stateOf(workspaceId: string): Promise<CreditsState | undefined>
  now: () => number
}): (account: Account) => Promise<void> {
  const { accounts, commands, times, stateOf, now } = deps

  return async (account) => {
    if (account.reviewing) return
    account.reviewing = true
    try {
      const { current } = account
      const isIdle = now() - account.usedAt >= times.idleMs
      if (current && (isIdle || (await isNeeded(account, current)))) retire(account, current)
      for (const reservation of [...account.open]) await review(account, reservation)
      if (account.open.size === 0 && !account.reserving) accounts.remove(account)
    } finally {
      account.reviewing = false
    }
  }

  async function review(account: Account, reservation: Reservation): Promise<void> {
    // Ends expired holds: their turns have ended or will hold again.
    for (const held of reservation.holds.values())
      if (now() - held.at >= holdLifetimeMs) accounts.endHold(held, 0)
    const isCurrent = account.current === reservation
    if (!isCurrent) await commands.giveBack(account, reservation)
    if (!isCurrent && reservation.holds.size === 0) account.open.delete(reservation)
    else if (reservation.until - now() < times.lifeMs / 2) await commands.renew(account, reservation)
  }

  async function isNeeded(
    { workspaceId, limited }: Account,
    { left, tokensLeft }: Reservation,
  ): Promise<boolean> {
    const state = await stateOf(workspaceId)
    if (!state) return false
    if (!limited) return isScarce(left, freeOf(state))
    const room = roomOf(limited.limits, limited.agentId, state, monthOf(now()))
    return isScarce(left, Math.min(freeOf(state), room.thousandths)) || isScarce(tokensLeft, room.tokens)
  }
}
