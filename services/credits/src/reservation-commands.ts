/** The commands with which a process reserves credits, renews reservations and gives back what it does not use. */
import { randomUUID } from 'node:crypto'
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { isWithin } from './agent-limits.ts'
import { type CreditsCommand, type CreditsState, freeOf } from './credits.decider.ts'
import { monthOf, noCredits, thousandths, usageLimit } from './credits.state.ts'
import { type LedgerName, ledgerAt } from './ledgers.ts'
import { type Account, type Limited, type Most, type Reservation, retire } from './reserved-accounts.ts'
import type { UseElsewhere } from './use-elsewhere.ts'

export type ReservationTimes = {
  /** The lifetime of a reservation that is not renewed. */
  lifeMs: number
  /** How long before its end replies are no longer recorded with it. */
  marginMs: number
  /** How long after its end the rest is given back. */
  graceMs: number
  /** After how long without a new hold the unused rest is given back. */
  idleMs: number
  /** How often to check what to renew or give back. */
  reviewEveryMs: number
  /** How long a turn waits for other processes to return unused credits. */
  waitMs: number
  /** How often it tries again meanwhile. */
  askEveryMs: number
}

export type ReservationCommands = {
  isUsable(reservation: Reservation): boolean
  /** Adds to the current reservation or creates one. Returns the refusal if there is too little for one reply. */
  reserve(account: Account, most: Most): Promise<Rejection | undefined>
  /** Returns whether replies can be recorded with the reservation. */
  renew(account: Account, reservation: Reservation): Promise<boolean>
  /** Gives back what is not held. Returns whether there was anything. */
  giveBack(account: Account, reservation: Reservation): Promise<boolean>
}

export function reservationCommands(deps: {
  handle: CommandHandler['handle']
  times: Pick<ReservationTimes, 'lifeMs' | 'marginMs' | 'graceMs'>
  stateOf(ledger: LedgerName): Promise<CreditsState | undefined>
  useElsewhere: UseElsewhere
  /** The credits of a month that the plan of a workspace allows; undefined without a limit. */
  monthlyLimitOf(workspaceId: string): Promise<number | undefined>
  now: () => number
}): ReservationCommands {
  const { handle, times, stateOf, useElsewhere, monthlyLimitOf, now } = deps
  const isUsable = ({ until }: Reservation) => now() < until - times.marginMs

  return {
    isUsable,

    async reserve(account, most) {
      const { ledger, limited, current: from } = account
      const lacks = {
        thousandths: Math.max(0, most.thousandths - (from?.left ?? 0)),
        tokens: Math.max(0, most.tokens - (from?.tokensLeft ?? 0)),
      }
      if (await isShort(ledger, lacks.thousandths)) return noCredits.rejection
      const elsewhere = limited && (await useElsewhere.of(ledger, limited.agentId))
      const reservationId = from?.reservationId ?? randomUUID()
      const moments = momentsFrom(now())
      const unlessUnknown = (error: unknown): never => {
        // The credits may have been reserved despite the error.
        if (from) retire(account, from)
        throw error
      }
      const handled = await run(ledger, {
        ...{ type: 'ReserveCredits', reservationId, adds: from !== undefined, ...moments },
        amount: most.thousandths / 1_000,
        // What was given to an organisation is limited by that alone.
        maxMonthlyCredits:
          ledger.organisationId === undefined ? await monthlyLimitOf(ledger.workspaceId) : undefined,
        agent: limited && { ...limited, tokens: most.tokens, elsewhere },
        lacks: { amount: lacks.thousandths / 1_000, tokens: lacks.tokens },
      }).catch(unlessUnknown)
      if (!handled.ok) {
        if (handled.rejection.code !== 'reservation-ended') return handled.rejection
        if (from) retire(account, from)
        return undefined
      }
      const added = reservedIn(handled.events)
      if (limited && (await isOver(ledger, limited, handled.state, added).catch(unlessUnknown))) {
        if (from) retire(account, from)
        await run(ledger, {
          ...{ type: 'ReturnCredits', reservationId },
          ...{ amount: added.thousandths / 1_000, tokens: added.tokens },
        })
        return usageLimit.rejection
      }
      if (from) {
        from.left += added.thousandths
        from.tokensLeft += added.tokens
        from.until = Math.max(from.until, moments.until)
      } else {
        const { thousandths: left, tokens: tokensLeft } = added
        account.current = { reservationId, left, tokensLeft, until: moments.until, holds: new Map() }
        account.open.add(account.current)
      }
      return undefined
    },

    async renew(account, reservation) {
      const { reservationId } = reservation
      const moments = momentsFrom(now())
      const handled = await run(account.ledger, { type: 'RenewReservation', reservationId, ...moments })
      if (handled.ok) reservation.until = Math.max(reservation.until, moments.until)
      else retire(account, reservation)
      return handled.ok && isUsable(reservation)
    },

    async giveBack(account, reservation) {
      const { left, tokensLeft, reservationId } = reservation
      if (left <= 0) return false
      // Set before the append, so that nothing is given back twice if its outcome is unknown.
      reservation.left = 0
      reservation.tokensLeft = 0
      retire(account, reservation)
      const tokens = Math.max(0, tokensLeft)
      const back = { type: 'ReturnCredits', reservationId, amount: left / 1_000, tokens } as const
      const handled = await run(account.ledger, back)
      return handled.ok && handled.events.length > 0
    },
  }

  function momentsFrom(start: number): { until: number; endsAt: number } {
    const until = start + times.lifeMs
    return { until, endsAt: until + times.graceMs }
  }

  /** Whether an organisation has too little, by what is in memory: asked by each turn that it can't pay any more. */
  async function isShort(ledger: LedgerName, least: number): Promise<boolean> {
    if (ledger.organisationId === undefined) return false
    const state = await stateOf(ledger)
    return !state || freeOf(state) < least
  }

  /**
   * Whether an agent's limits are exceeded by what was just reserved, as the log has it in all ledgers now. Of
   * reservations in two ledgers at once, the later one sees the other.
   */
  async function isOver(
    ledger: LedgerName,
    { agentId, limits }: Limited,
    after: CreditsState,
    added: { thousandths: number; tokens: number },
  ): Promise<boolean> {
    const { thousandths, tokens } = await useElsewhere.of(ledger, agentId, { fresh: true })
    if (thousandths === 0 && tokens === 0) return false
    const before = { thousandths: thousandths - added.thousandths, tokens: tokens - added.tokens }
    return !isWithin(limits, agentId, added.thousandths, after, monthOf(now()), before)
  }

  function run(name: LedgerName, command: CreditsCommand) {
    const key = `credits/${command.type}/${randomUUID()}`
    const [ledger, id] = ledgerAt(name)
    return handle(ledger, id, command, {
      tenant: name.workspaceId,
      actor: { kind: 'system', id: 'credits' },
      cause: { via: 'system', command: key, correlation: key },
    })
  }
}

function reservedIn(events: readonly CreditsEvent[]): { thousandths: number; tokens: number } {
  const reserved = { thousandths: 0, tokens: 0 }
  for (const { type, data } of events) {
    if (type !== 'CreditsReserved') continue
    reserved.thousandths += thousandths(data.amount)
    reserved.tokens += data.tokens ?? 0
  }
  return reserved
}
