/** Renews the reservations of this process, and gives back what it does not use or others need. */
import { roomOf } from './agent-limits.ts'
import { type CreditsState, freeOf, holdLifetimeMs } from './credits.decider.ts'
import { monthlyRoomOf, monthOf } from './credits.state.ts'
import type { LedgerName } from './ledgers.ts'
import type { ReservationCommands, ReservationTimes } from './reservation-commands.ts'
import { type Account, type Reservation, type ReservedAccounts, retire } from './reserved-accounts.ts'
import { isScarce } from './reserving.ts'
import type { UseElsewhere } from './use-elsewhere.ts'

export function reviewReservations(deps: {
  accounts: Pick<ReservedAccounts, 'endHold' | 'remove'>
  commands: Pick<ReservationCommands, 'renew' | 'giveBack'>
  times: Pick<ReservationTimes, 'lifeMs' | 'idleMs'>
  stateOf(ledger: LedgerName): Promise<CreditsState | undefined>
  useElsewhere: UseElsewhere
  monthlyLimitOf(workspaceId: string): Promise<number | undefined>
  now: () => number
}): (account: Account) => Promise<void> {
  const { accounts, commands, times, stateOf, useElsewhere, monthlyLimitOf, now } = deps

  return async (account) => {
    if (account.reviewing) return
    account.reviewing = true
    try {
      const { current } = account
      if (current && now() - account.usedAt >= times.idleMs) retire(account, current)
      // Renewing must not wait for what other ledgers say.
      const [needed] = await Promise.all([
        current !== undefined && account.current === current && isNeeded(account, current),
        reviewAll(account),
      ])
      if (needed && current && account.current === current) {
        retire(account, current)
        await commands.giveBack(account, current)
      }
      if (account.open.size === 0 && !account.reserving) accounts.remove(account)
    } finally {
      account.reviewing = false
    }
  }

  async function reviewAll(account: Account): Promise<void> {
    for (const reservation of [...account.open]) await review(account, reservation)
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

  async function isNeeded({ ledger, limited }: Account, { left, tokensLeft }: Reservation): Promise<boolean> {
    const state = await stateOf(ledger)
    if (!state) return false
    const most = ledger.organisationId === undefined ? await monthlyLimitOf(ledger.workspaceId) : undefined
    const free = Math.min(freeOf(state), monthlyRoomOf(state, monthOf(now()), most))
    if (!limited) return isScarce(left, free)
    const { agentId, limits } = limited
    const elsewhere = await useElsewhere.of(ledger, agentId)
    const room = roomOf(limits, agentId, state, monthOf(now()), elsewhere)
    return isScarce(left, Math.min(free, room.thousandths)) || isScarce(tokensLeft, room.tokens)
  }
}
