/**
 * Pays for replies and translations of this process from credits that it reserved. Holds are kept in memory, so a reply
 * needs no event of its own in the ledger. The reply is recorded with its reservation; `charge-replies` follows the log
 * and charges it. A translation outside a turn is recorded by no event, so its process charges it when it ends
 * (`ChargeOutsideTurn`). Credits that the process neither holds nor used are returned when it is idle or few are free.
 * Of a small balance or limit, what one reply lacks is reserved.
 *
 * Who pays: a hold is for one ledger, that of the workspace or of one of its organisations, and so are its reservation, the
 * reply that is recorded with both, and its charge. Replies to visitors are held for in the ledger of the organisation
 * that pays for the agent first, and in that of the workspace if too little is free there for the reply at its longest. No
 * turn waits for what other processes may return to an organisation while the workspace can pay. All of the following
 * holds for each ledger by itself.
 *
 * Why each reply is charged to its reservation, whichever process is killed at any time:
 * - A process records replies with a reservation only until `marginMs` before its `until`, by its own clock. After that
 *   it renews the reservation or holds again.
 * - `end-reservations` gives back the rest at `endsAt` (`graceMs` later), once all replies in the log at that time are
 *   charged. Clocks differ by at most a second, so no reply can be recorded with it after that, unless an append takes
 *   longer than both times together less a second. What a killed process reserved is thus free again 18 s after its
 *   last renewal.
 * - Such a reply is charged from free credits. Only then, or if a reply cost more than was held, may the charge be less
 *   than the cost. Nothing is ever overdrawn. No engine can exclude it: the reply and the ledger are two streams, so the
 *   append of the reply can't depend on the reservation, and a request to a store on the network may be carried out
 *   after its client gave up on it. A longer grace makes it less probable, and keeps the credits of a killed process for
 *   longer.
 * - It may be unknown whether a reply was recorded, such as when the store becomes unavailable. Its hold is not used
 *   again, and the reservation ends like that of a killed process.
 *
 * Why an agent stays within its limits of the month, although ledgers are separate streams: a process counts what the
 * agent used and has reserved in every ledger before it reserves, and again, from the log, after it. If that is too much,
 * it gives back what it just reserved and holds nothing against it. Of two reservations in different ledgers, the later
 * one thus sees the earlier one. Both may be given back, near the limit; their turns try again for `waitMs`. Only a
 * process that has not learned yet that an organisation was given the agent and credits, in the second that read models
 * are behind or while they are built anew, does not count what is used there. What it reserves in the workspace's ledger
 * meanwhile is within the limits in that ledger, so that both together use at most twice the limits of one month.
 */
import { randomUUID } from 'node:crypto'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { pause } from '@parley/kernel/pause.ts'
import { type AgentLimits, isWithin } from './agent-limits.ts'
import type { CreditsState } from './credits.decider.ts'
import { monthlyRoomOf, monthOf, planLimit, spendableOf, thousandths } from './credits.state.ts'
import { type LedgerName, ledgerAt, type OrganisationsOf } from './ledgers.ts'
import { type ReservationTimes, reservationCommands } from './reservation-commands.ts'
import { reviewReservations } from './reservation-review.ts'
import {
  type Account,
  createReservedAccounts,
  type Held,
  type HoldName,
  type Limited,
  type Most,
  retire,
} from './reserved-accounts.ts'
import { createUseElsewhere } from './use-elsewhere.ts'

/** What a recorded reply is charged to: the ledger of an organisation, if it names one, else of the workspace. */
export type Charged = { reservationId: string; organisationId?: string }

/** Whose credits may pay. */
export type Payers = {
  workspaceId: string
  agentId: string
  /** Whether the organisation that pays for the agent's visitors does so first, if there is one. */
  organisationFirst?: boolean | undefined
}

export type Reservations = {
  /**
   * Holds credits in memory. Idempotent by `holdId`. Refuses with `no-credits` or `usage-limit`, and with `conflict`
   * only if other processes changed the ledger at every attempt for `waitMs`.
   */
  holdCredits(
    hold: Payers & {
      holdId: string
      amount: number
      /** Maximum input and output tokens. */
      tokens?: number
      limits?: AgentLimits
    },
  ): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
  /**
   * Returns the reservation of a reply and its ledger, to be recorded with it immediately; undefined if nothing is held in
   * memory. `amount`: what was held in memory, which is held again if the hold is too old; in the ledger of the workspace
   * if it ended.
   */
  reservationOf(hold: HoldName & { amount: number | undefined }): Promise<Charged | undefined>
  /** Ends a hold. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  endHold(hold: HoldName, cost: number | 'unknown'): void
  /**
   * Whether a reply that costs at most `amount` would be given now, or would wait for other processes to return what
   * they do not use. Reserves nothing. Of no agent in particular, the workspace would have to pay.
   */
  mayHold(of: { workspaceId: string; agentId?: string | undefined }, amount: number): Promise<boolean>
  /**
   * Returns the credits that could be held for one reply now, or as soon as other processes return what they do not use:
   * of the ledger that has the most.
   */
  spendable(by: Payers): Promise<number>
  /** Gives back what is not held. */
  giveBackUnused(): Promise<void>
  /**
   * Gives back what is not held. A turn that begins afterwards still reserves; what it does not use is given back at
   * the end of its reservation.
   */
  close(): Promise<void>
}

export type ReservationsDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  /** None by default. */
  organisationsOf?: OrganisationsOf
  /** The credits of a month that the plan of a workspace allows; not limited by default. */
  monthlyLimitOf?(workspaceId: string): Promise<number | undefined>
  times?: Partial<ReservationTimes>
  now?: () => number
  onFault?: (error: unknown) => void
}

/**
 * `waitMs` is how late a turn may learn that there are too few credits: a process gives back within `reviewEveryMs`
 * what it does not use, so three of these and an append each suffice.
 */
const usualTimes: ReservationTimes = {
  lifeMs: 10_000,
  marginMs: 3_000,
  graceMs: 8_000,
  idleMs: 5_000,
  reviewEveryMs: 1_000,
  waitMs: 3_000,
  askEveryMs: 200,
}

export function createReservations(deps: ReservationsDeps): Reservations {
  const { handle, load, refresh, now = Date.now, onFault = () => undefined } = deps
  const organisationsOf: OrganisationsOf = deps.organisationsOf ?? (async () => ({ all: [] }))
  const monthlyLimitOf = deps.monthlyLimitOf ?? (async () => undefined)
  const times = { ...usualTimes, ...deps.times }
  const accounts = createReservedAccounts(now)
  const useElsewhere = createUseElsewhere({ load, refresh, organisationsOf, now })
  const commands = reservationCommands({ handle, times, stateOf, useElsewhere, monthlyLimitOf, now })
  const review = reviewReservations({
    ...{ accounts, commands, times, stateOf, useElsewhere, monthlyLimitOf, now },
  })
  const closing = new AbortController()
  const timer = setInterval(() => {
    for (const account of accounts.all()) review(account).catch(onFault)
  }, times.reviewEveryMs).unref()

  return {
    async holdCredits({ holdId, limits, amount, tokens = 0, ...payers }) {
      const { workspaceId, agentId } = payers
      const most = { holdId, thousandths: thousandths(amount), tokens }
      const limited = limits && { agentId, limits }
      const until = now() + times.waitMs
      const ledgers = await ledgersOf(payers)
      for (;;) {
        const rejection = await holdInFirst(ledgers, limited, most)
        if (!rejection) return { ok: true }
        if (rejection.code === 'conflict' && now() < until && !closing.signal.aborted) {
          await pause(times.askEveryMs, closing.signal)
          continue
        }
        if (isPlanLimit(rejection)) {
          if (await giveBackOf(workspaceId)) continue
          return { ok: false, rejection }
        }
        const over = rejection.code === 'usage-limit' ? limited : undefined
        if (!over && rejection.code !== 'no-credits') return { ok: false, rejection }
        if (await giveBackOf(workspaceId, over?.agentId)) continue
        const mayComeBack = over
          ? await mayBeWithin(workspaceId, over, most.thousandths)
          : (await spendableIn(ledgers)) >= most.thousandths
        if (now() >= until || !mayComeBack || closing.signal.aborted) return { ok: false, rejection }
        await pause(times.askEveryMs, closing.signal)
      }
    },

    async reservationOf({ workspaceId, holdId, amount }) {
      const name = { workspaceId, holdId }
      const held = accounts.heldFor(name)
      if (!held && amount === undefined) return undefined
      if (held && (commands.isUsable(held.from) || (await commands.renew(held.account, held.from))))
        return chargedTo(held)
      if (held) accounts.endHold(held, 0)
      const most = held ?? { holdId, thousandths: thousandths(amount!), tokens: 0 }
      const { organisationId } = held?.account.ledger ?? {}
      const ledgers = ledgersWith(workspaceId, organisationId)
      await holdInFirst(ledgers, held?.account.limited, most)
      // The reply has been given: if nothing can be reserved for it, it is charged from free credits.
      const again = accounts.heldFor(name) ?? held
      return again ? chargedTo(again) : { reservationId: randomUUID() }
    },

    endHold(name, cost) {
      const held = accounts.heldFor(name)
      if (held) accounts.endHold(held, cost)
    },

    async mayHold({ workspaceId, agentId }, amount) {
      const ledgers =
        agentId === undefined
          ? ledgersWith(workspaceId, undefined)
          : await ledgersOf({ workspaceId, agentId, organisationFirst: true })
      return (await spendableIn(ledgers)) >= thousandths(amount)
    },
    spendable: async (by) => (await spendableIn(await ledgersOf(by))) / 1_000,
    giveBackUnused,

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      clearInterval(timer)
      await giveBackUnused()
    },
  }

  async function giveBackUnused(): Promise<void> {
    for (const account of accounts.all()) await giveBackAll(account).catch(onFault)
  }

  /** Returns the ledgers that may pay, in their order. */
  async function ledgersOf({ workspaceId, agentId, organisationFirst }: Payers): Promise<LedgerName[]> {
    const paying = organisationFirst && (await organisationsOf(workspaceId, agentId)).paying
    return ledgersWith(workspaceId, paying || undefined)
  }

  /** Holds in the first ledger with enough. Returns the last refusal if there is none. */
  async function holdInFirst(
    ledgers: readonly LedgerName[],
    limited: Limited | undefined,
    most: Most,
  ): Promise<Rejection | undefined> {
    let rejection: Rejection | undefined
    for (const ledger of ledgers) {
      rejection = await hold(ledger, limited, most)
      if (rejection?.code !== 'no-credits') return rejection
    }
    return rejection
  }

  /** Holds in memory, and reserves as needed. Returns the refusal if there is too little. */
  async function hold(
    ledger: LedgerName,
    limited: Limited | undefined,
    { holdId, thousandths, tokens }: Most,
  ): Promise<Rejection | undefined> {
    const most = { holdId, thousandths, tokens }
    for (;;) {
      const account = accounts.accountOf(ledger, limited)
      if (accounts.heldFor({ workspaceId: ledger.workspaceId, holdId })) return undefined
      const { current } = account
      if (current && !commands.isUsable(current)) retire(account, current)
      else if (accounts.hold(account, most)) return undefined
      else if (account.reserving) await account.reserving
      else {
        const reserving = commands.reserve(account, most)
        account.reserving = reserving.catch(() => undefined)
        const rejection = await reserving.finally(() => {
          account.reserving = undefined
        })
        if (rejection) return rejection
      }
    }
  }

  /**
   * Gives back unused credits of a workspace and its organisations, or of one of its agents with limits. Returns whether
   * there were any.
   */
  async function giveBackOf(workspaceId: string, agentId?: string): Promise<boolean> {
    let given = false
    for (const account of accounts.all())
      if (account.ledger.workspaceId === workspaceId && (!agentId || account.limited?.agentId === agentId))
        if (await giveBackAll(account)) given = true
    return given
  }

  async function giveBackAll(account: Account): Promise<boolean> {
    let given = false
    for (const reservation of [...account.open])
      if (await commands.giveBack(account, reservation)) given = true
    return given
  }

  /** Returns the most that the ledger with the most could pay for one reply, in thousandths. */
  async function spendableIn(ledgers: readonly LedgerName[]): Promise<number> {
    const amounts = ledgers.map(async (ledger) => {
      const state = await stateOf(ledger)
      if (state === undefined) return 0
      const spendable = spendableOf(state, now())
      if (ledger.organisationId !== undefined) return spendable
      const most = await monthlyLimitOf(ledger.workspaceId)
      return Math.min(spendable, monthlyRoomOf(withoutReturnable(state), monthOf(now()), most))
    })
    return Math.max(...(await Promise.all(amounts)))
  }

  /** Whether a reply would be within an agent's limits, if all of its reservations that have not ended were returned. */
  async function mayBeWithin(
    workspaceId: string,
    { agentId, limits }: Limited,
    amount: number,
  ): Promise<boolean> {
    const state = await stateOf({ workspaceId })
    if (!state) return false
    const elsewhere = await useElsewhere.of({ workspaceId }, agentId, { as: withoutReturnable })
    return isWithin(limits, agentId, amount, withoutReturnable(state), monthOf(now()), elsewhere)
  }

  /** The state if all reservations that have not ended were returned. */
  function withoutReturnable(state: CreditsState): CreditsState {
    return {
      ...state,
      reservations: new Map([...state.reservations].filter(([, { until }]) => until <= now())),
    }
  }

  async function stateOf(name: LedgerName): Promise<CreditsState | undefined> {
    const [ledger, id] = ledgerAt(name)
    return (await load(ledger, id, name.workspaceId))?.state
  }
}

const isPlanLimit = ({ code, message }: Rejection) =>
  code === planLimit.rejection.code && message === planLimit.rejection.message

function ledgersWith(workspaceId: string, organisationId: string | undefined): LedgerName[] {
  return organisationId === undefined ? [{ workspaceId }] : [{ workspaceId, organisationId }, { workspaceId }]
}

function chargedTo({ from: { reservationId }, account }: Held): Charged {
  const { organisationId } = account.ledger
  return { reservationId, ...(organisationId === undefined ? {} : { organisationId }) }
}
