/**
 * Pays for replies of this process from credits that it reserved. Holds are kept in memory, so a reply needs no event
 * of its own in the ledger. The reply is recorded with its reservation; `charge-replies` follows the log and charges
 * it. Credits that the process neither holds nor used are returned when it is idle or few are free.
 *
 * Why each reply is charged to its reservation, whichever process is killed at any time:
 * - A process records replies with a reservation only until `marginMs` before its `until`, by its own clock. After that
 *   it renews the reservation or holds again.
 * - `end-reservations` gives back the rest at `endsAt` (`graceMs` later), once all replies in the log at that time are
 *   charged. Clocks differ by at most a second, so no reply can be recorded with it after that, unless an append takes
 *   longer than both times together less a second. What a killed process reserved is thus free again 18 s after its
 *   last renewal.
 * - Such a reply is charged from free credits, like a hold that is settled after it expired. Only then, or if a reply
 *   cost more than was held, may the charge be less than the cost. Nothing is ever overdrawn.
 * - It may be unknown whether a reply was recorded, such as when the store becomes unavailable. Its hold is not used
 *   again, and the reservation ends like that of a killed process.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { pause } from '@parley/kernel/pause.ts'
import { type AgentLimits, isWithin, roomOf } from './agent-limits.ts'
import type { CreditsCommands } from './credits.commands.ts'
import { type CreditsCommand, type CreditsState, credits, freeOf, holdLifetimeMs } from './credits.decider.ts'
import { monthOf, spendableOf, thousandths } from './credits.state.ts'
import { isScarce } from './reserving.ts'

export type Reservations = {
  /**
   * Holds credits in memory; in the ledger if the purpose is not a reply, or if too few credits are free to reserve or
   * too few are left of the agent's month. `reserved`: held in memory, so that the ledger neither settles nor releases
   * it.
   */
  holdCredits(
    hold: Parameters<CreditsCommands['holdCredits']>[0],
    context: CommandContext,
  ): Promise<{ ok: true; reserved: boolean } | { ok: false; rejection: Rejection }>
  /**
   * Returns the reservation of a reply, to be recorded with it immediately; undefined if nothing is held in memory.
   * `amount`: what was held in memory, which is held again if the hold is too old.
   */
  reservationOf(hold: HoldName & { amount: number | undefined }): Promise<string | undefined>
  /** Ends a hold. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  endHold(hold: HoldName, cost: number | 'unknown'): void
  /**
   * Whether a reply that costs at most `amount` would be given now, or would wait for other processes to return what
   * they do not use. Reserves nothing.
   */
  mayHold(workspaceId: string, amount: number): Promise<boolean>
  /** Gives back what is not held. */
  giveBackUnused(): Promise<void>
  /** Gives back what is not held, and reserves nothing more. */
  close(): Promise<void>
}

type HoldName = { workspaceId: string; holdId: string }

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

export type ReservationsDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  ledger: Pick<CreditsCommands, 'holdCredits'>
  times?: Partial<ReservationTimes>
  now?: () => number
  onFault?: (error: unknown) => void
}

const usualTimes: ReservationTimes = {
  lifeMs: 10_000,
  marginMs: 3_000,
  graceMs: 8_000,
  idleMs: 5_000,
  reviewEveryMs: 1_000,
  waitMs: 8_000,
  askEveryMs: 200,
}

type Reservation = {
  reservationId: string
  /** Thousandths that are neither held nor used. */
  left: number
  /** Tokens of the agent's month that are neither held nor used. */
  tokensLeft: number
  until: number
  holds: Map<string, Held>
}
/** The most that a reply costs. */
type Most = { holdId: string; thousandths: number; tokens: number }
type Held = Most & { at: number; from: Reservation; account: Account }
type Limited = { agentId: string; limits: AgentLimits }

/** The reservations of this process for a workspace, or for one of its agents that has limits. */
type Account = {
  key: string
  workspaceId: string
  limited: Limited | undefined
  /** The reservation against which new replies are held. */
  current: Reservation | undefined
  open: Set<Reservation>
  usedAt: number
  reserving: Promise<unknown> | undefined
  reviewing: boolean
}

export function createReservations(deps: ReservationsDeps): Reservations {
  const { handle, load, ledger, now = Date.now, onFault = () => undefined } = deps
  const times = { ...usualTimes, ...deps.times }
  const accounts = new Map<string, Account>()
  /** By workspace and hold. */
  const heldNow = new Map<string, Held>()
  const closing = new AbortController()
  const timer = setInterval(() => {
    for (const account of accounts.values()) reviewAccount(account).catch(onFault)
  }, times.reviewEveryMs).unref()

  return {
    async holdCredits(hold, context) {
      const { workspaceId, holdId, agentId, limits } = hold
      const most = { holdId, thousandths: thousandths(hold.amount), tokens: hold.tokens ?? 0 }
      const limited = limits && { agentId, limits }
      if (hold.purpose === undefined && (await holdAgainst(workspaceId, limited, most)))
        return { ok: true, reserved: true }
      const until = now() + times.waitMs
      for (;;) {
        const outcome = await ledger.holdCredits(hold, context)
        if (outcome.ok) return { ok: true, reserved: false }
        const isLimit = outcome.rejection.code === 'usage-limit' && limits !== undefined
        if (!isLimit && outcome.rejection.code !== 'no-credits') return outcome
        if (closing.signal.aborted) return outcome
        if (await giveBack(workspaceId, isLimit ? agentId : undefined)) continue
        const mayComeBack = isLimit
          ? await mayBeWithin(workspaceId, { agentId, limits }, most.thousandths)
          : await mayHold(workspaceId, hold.amount)
        if (now() >= until || !mayComeBack) return outcome
        await pause(times.askEveryMs, closing.signal)
      }
    },

    async reservationOf({ workspaceId, holdId, amount }) {
      const held = heldFor(workspaceId, holdId)
      if (!held && amount === undefined) return undefined
      if (held && (isUsable(held.from) || (await renewed(held.account, held.from))))
        return held.from.reservationId
      if (held) endHold(held, 0)
      const most = held ?? { holdId, thousandths: thousandths(amount!), tokens: 0 }
      await holdAgainst(workspaceId, held?.account.limited, most)
      // The reply has been given: if nothing can be reserved for it, it is charged from free credits.
      return (heldFor(workspaceId, holdId) ?? held)?.from.reservationId ?? randomUUID()
    },

    endHold({ workspaceId, holdId }, cost) {
      const held = heldFor(workspaceId, holdId)
      if (held) endHold(held, cost === 'unknown' ? cost : thousandths(cost))
    },

    mayHold,
    giveBackUnused,

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      clearInterval(timer)
      await giveBackUnused()
    },
  }

  async function giveBackUnused(): Promise<void> {
    for (const account of accounts.values()) await giveBackAllOf(account).catch(onFault)
  }

  function heldFor(workspaceId: string, holdId: string): Held | undefined {
    return heldNow.get(`${workspaceId}/${holdId}`)
  }

  function endHold(held: Held, cost: number | 'unknown') {
    const { from, account, holdId } = held
    from.holds.delete(holdId)
    heldNow.delete(`${account.workspaceId}/${holdId}`)
    if (cost === 'unknown') return retire(account, from)
    from.left += held.thousandths - cost
    // How many tokens a reply used stands in the log. Those that it did not use are free when the reservation ends.
    if (cost === 0) from.tokensLeft += held.tokens
  }

  /** Returns false if the reply must be held for in the ledger. */
  async function holdAgainst(
    workspaceId: string,
    limited: Limited | undefined,
    most: Most,
  ): Promise<boolean> {
    const { holdId, thousandths, tokens } = most
    while (!closing.signal.aborted) {
      const account = accountOf(workspaceId, limited)
      if (heldFor(workspaceId, holdId)) return true
      const from = account.current
      if (from && !isUsable(from)) retire(account, from)
      else if (from && hasLeft(account, from, most)) {
        from.left -= thousandths
        from.tokensLeft -= tokens
        const held = { holdId, thousandths, tokens, at: now(), from, account }
        from.holds.set(holdId, held)
        heldNow.set(`${workspaceId}/${holdId}`, held)
        account.usedAt = now()
        return true
      } else if (account.reserving) await account.reserving
      else {
        const reserving = reserve(account, most)
        account.reserving = reserving.catch(() => undefined)
        const reserved = await reserving.finally(() => {
          account.reserving = undefined
        })
        if (!reserved) return false
      }
    }
    return false
  }

  function hasLeft({ limited }: Account, { left, tokensLeft }: Reservation, most: Most): boolean {
    return left >= most.thousandths && (limited?.limits.tokens === undefined || tokensLeft >= most.tokens)
  }

  /** Adds to the current reservation or creates one. Returns false if too few credits are free. */
  async function reserve(account: Account, most: Most): Promise<boolean> {
    const { workspaceId, limited, current: from } = account
    const reservationId = from?.reservationId ?? randomUUID()
    const moments = momentsFrom(now())
    const agent = limited && { ...limited, tokens: most.tokens }
    const amount = most.thousandths / 1_000
    const wanted = { reservationId, amount, agent, adds: from !== undefined, ...moments }
    const handled = await told(workspaceId, { type: 'ReserveCredits', ...wanted }).catch((error) => {
      // The credits may have been reserved despite the error.
      if (from) retire(account, from)
      throw error
    })
    if (!handled.ok) {
      if (from && handled.rejection.code === 'reservation-ended') retire(account, from)
      return handled.rejection.code === 'reservation-ended'
    }
    const added = reservedIn(handled.events)
    if (from) {
      from.left += added.thousandths
      from.tokensLeft += added.tokens
      from.until = Math.max(from.until, moments.until)
    } else {
      const { thousandths: left, tokens: tokensLeft } = added
      account.current = { reservationId, left, tokensLeft, until: moments.until, holds: new Map() }
      account.open.add(account.current)
    }
    return true
  }

  async function renewed(account: Account, reservation: Reservation): Promise<boolean> {
    const { reservationId } = reservation
    const moments = momentsFrom(now())
    const handled = await told(account.workspaceId, { type: 'RenewReservation', reservationId, ...moments })
    if (handled.ok) reservation.until = Math.max(reservation.until, moments.until)
    else retire(account, reservation)
    return handled.ok && isUsable(reservation)
  }

  /** Stops holding against a reservation. */
  function retire(account: Account, reservation: Reservation): void {
    if (account.current === reservation) account.current = undefined
  }

  async function reviewAccount(account: Account): Promise<void> {
    if (account.reviewing || closing.signal.aborted) return
    account.reviewing = true
    try {
      const { current } = account
      const isIdle = now() - account.usedAt >= times.idleMs
      if (current && (isIdle || (await isNeeded(account, current)))) retire(account, current)
      for (const reservation of [...account.open]) await reviewReservation(account, reservation)
      if (account.open.size === 0 && !account.reserving) accounts.delete(account.key)
    } finally {
      account.reviewing = false
    }
  }

  async function reviewReservation(account: Account, reservation: Reservation): Promise<void> {
    // Ends expired holds: their turns have ended or will hold again.
    for (const held of reservation.holds.values()) if (now() - held.at >= holdLifetimeMs) endHold(held, 0)
    const isCurrent = account.current === reservation
    if (!isCurrent) await giveBackOf(account, reservation)
    if (!isCurrent && reservation.holds.size === 0) account.open.delete(reservation)
    else if (reservation.until - now() < times.lifeMs / 2) await renewed(account, reservation)
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

  /**
   * Gives back unused credits of a workspace, or of one of its agents with limits. Returns whether there were any.
   */
  async function giveBack(workspaceId: string, agentId?: string): Promise<boolean> {
    let given = false
    for (const account of [...accounts.values()])
      if (account.workspaceId === workspaceId && (!agentId || account.limited?.agentId === agentId))
        if (await giveBackAllOf(account)) given = true
    return given
  }

  async function giveBackAllOf(account: Account): Promise<boolean> {
    let given = false
    for (const reservation of [...account.open]) if (await giveBackOf(account, reservation)) given = true
    return given
  }

  async function giveBackOf(account: Account, reservation: Reservation): Promise<boolean> {
    const { left, tokensLeft: tokens, reservationId } = reservation
    if (left <= 0) return false
    // Set before the append, so that nothing is given back twice if its outcome is unknown.
    reservation.left = 0
    reservation.tokensLeft = 0
    retire(account, reservation)
    const handled = await told(account.workspaceId, {
      type: 'ReturnCredits',
      reservationId,
      amount: left / 1_000,
      tokens: Math.max(0, tokens),
    })
    return handled.ok && handled.events.length > 0
  }

  async function mayHold(workspaceId: string, amount: number): Promise<boolean> {
    const state = await stateOf(workspaceId)
    return state !== undefined && spendableOf(state, now()) >= thousandths(amount)
  }

  /** As `mayHold`, for the agent's month: if all of its reservations that have not ended were returned. */
  async function mayBeWithin(
    workspaceId: string,
    { agentId, limits }: Limited,
    amount: number,
  ): Promise<boolean> {
    const state = await stateOf(workspaceId)
    if (!state) return false
    const ended = new Map([...state.reservations].filter(([, { until }]) => until <= now()))
    return isWithin(limits, agentId, amount, { ...state, reservations: ended }, monthOf(now()))
  }

  /** `limited`: of an agent that has limits. Its holds count against those that it has now. */
  function accountOf(workspaceId: string, limited: Limited | undefined): Account {
    const key = limited ? `${workspaceId}/${limited.agentId}` : workspaceId
    const known = accounts.get(key)
    if (known) {
      const { current } = known
      if (current && !isDeepStrictEqual(known.limited, limited)) retire(known, current)
      known.limited = limited
      return known
    }
    const account: Account = {
      key,
      workspaceId,
      limited,
      current: undefined,
      open: new Set(),
      usedAt: now(),
      reserving: undefined,
      reviewing: false,
    }
    accounts.set(key, account)
    return account
  }

  function isUsable({ until }: Reservation): boolean {
    return now() < until - times.marginMs
  }

  function momentsFrom(start: number): { until: number; endsAt: number } {
    const until = start + times.lifeMs
    return { until, endsAt: until + times.graceMs }
  }

  async function stateOf(workspaceId: string): Promise<CreditsState | undefined> {
    return (await load(credits, workspaceId, workspaceId))?.state
  }

  function told(workspaceId: string, command: CreditsCommand) {
    const key = `credits/${command.type}/${randomUUID()}`
    return handle(credits, workspaceId, command, {
      tenant: workspaceId,
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
