/** What a workspace has of credits. */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type CreditBalance = {
  /** Credits, those held included. */
  balance: number
  held: number
  hasEverPaid: boolean
  /** Amount by hold. */
  holds: { [holdId: string]: number }
}

const none: CreditBalance = { balance: 0, held: 0, hasEverPaid: false, holds: {} }

export const creditBalancesProjection = tenantProjection<CreditBalance>()({
  name: 'credit-balances',
  version: 1,
  events: creditsEvents,
  indexes: {},
  identify: (event) => event.tenant,
  project(stored = none, event) {
    switch (event.type) {
      case 'CreditsGranted':
        return {
          ...stored,
          balance: sum(stored.balance, event.data.amount),
          hasEverPaid: stored.hasEverPaid || event.data.reason === 'purchase',
        }
      case 'CreditsHeld':
        return withHolds(stored, { ...stored.holds, [event.data.holdId]: event.data.amount })
      case 'CreditsSettled':
        return withHolds(
          { ...stored, balance: sum(stored.balance, -event.data.amount) },
          without(stored.holds, event.data.holdId),
        )
      case 'CreditsReleased':
        return withHolds(stored, without(stored.holds, event.data.holdId))
    }
  },
})

function withHolds(stored: CreditBalance, holds: CreditBalance['holds']): CreditBalance {
  return { ...stored, holds, held: Object.values(holds).reduce(sum, 0) }
}

function without(holds: CreditBalance['holds'], holdId: string): CreditBalance['holds'] {
  const { [holdId]: _, ...rest } = holds
  return rest
}

/** Adds in thousandths, so that fractions do not drift. */
function sum(a: number, b: number): number {
  return (Math.round(a * 1_000) + Math.round(b * 1_000)) / 1_000
}
