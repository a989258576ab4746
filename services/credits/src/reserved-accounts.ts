/**
 * What this process reserved, and the holds against it, in memory. An account is in one ledger, of a workspace or of one
 * of its organisations: for all agents, or for one that has limits.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AgentLimits } from './agent-limits.ts'
import { thousandths } from './credits.state.ts'
import type { LedgerName } from './ledgers.ts'

export type Reservation = {
  reservationId: string
  /** Thousandths that are neither held nor used. */
  left: number
  /** Tokens of the agent's month that are neither held nor used. */
  tokensLeft: number
  until: number
  holds: Map<string, Held>
}
/** The most that a reply costs. */
export type Most = { holdId: string; thousandths: number; tokens: number }
export type Held = Most & { at: number; from: Reservation; account: Account }
export type Limited = { agentId: string; limits: AgentLimits }
export type HoldName = { workspaceId: string; holdId: string }

export type Account = {
  key: string
  ledger: LedgerName
  limited: Limited | undefined
  /** The reservation against which new replies are held. */
  current: Reservation | undefined
  open: Set<Reservation>
  usedAt: number
  /** The reserving in progress, if any. */
  reserving: Promise<unknown> | undefined
  reviewing: boolean
}

export type ReservedAccounts = {
  all(): Account[]
  /** `limited`: of an agent that has limits. Its holds count against those that it has now. */
  accountOf(ledger: LedgerName, limited: Limited | undefined): Account
  heldFor(name: HoldName): Held | undefined
  /** Holds against the account's current reservation. Returns false if it has too little left. */
  hold(account: Account, most: Most): boolean
  /** Ends a hold. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  endHold(held: Held, cost: number | 'unknown'): void
  remove(account: Account): void
}

export function createReservedAccounts(now: () => number): ReservedAccounts {
  const accounts = new Map<string, Account>()
  /** By workspace and hold. */
  const heldNow = new Map<string, Held>()

  return {
    all: () => [...accounts.values()],

    accountOf(ledger, limited) {
      const key = [ledger.workspaceId, ledger.organisationId ?? '', limited?.agentId ?? ''].join('/')
      const known = accounts.get(key)
      if (known) {
        const { current } = known
        if (current && !isDeepStrictEqual(known.limited, limited)) retire(known, current)
        known.limited = limited
        return known
      }
      const account: Account = {
        ...{ key, ledger, limited, current: undefined, open: new Set() },
        ...{ usedAt: now(), reserving: undefined, reviewing: false },
      }
      accounts.set(key, account)
      return account
    },

    heldFor: ({ workspaceId, holdId }) => heldNow.get(`${workspaceId}/${holdId}`),

    hold(account, most) {
      const { current: from, ledger } = account
      if (!from || !hasLeft(account, from, most)) return false
      from.left -= most.thousandths
      from.tokensLeft -= most.tokens
      const held = { ...most, at: now(), from, account }
      from.holds.set(most.holdId, held)
      heldNow.set(`${ledger.workspaceId}/${most.holdId}`, held)
      account.usedAt = now()
      return true
    },

    endHold({ from, account, holdId, ...held }, cost) {
      from.holds.delete(holdId)
      heldNow.delete(`${account.ledger.workspaceId}/${holdId}`)
      if (cost === 'unknown') return retire(account, from)
      from.left += held.thousandths - thousandths(cost)
      // How many tokens a reply used stands in the log. Those that it did not use are free when the reservation ends.
      if (cost === 0) from.tokensLeft += held.tokens
    },

    remove: (account) => void accounts.delete(account.key),
  }
}

function hasLeft({ limited }: Account, { left, tokensLeft }: Reservation, most: Most): boolean {
  return left >= most.thousandths && (limited?.limits.tokens === undefined || tokensLeft >= most.tokens)
}

/** Stops holding against a reservation. */
export function retire(account: Account, reservation: Reservation): void {
  if (account.current === reservation) account.current = undefined
}
