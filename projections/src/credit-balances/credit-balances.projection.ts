/** The credit balance of a workspace, by its id, and of each of its organisations, by theirs. */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type CreditBalance = {
  /** Credits, including those held or reserved. */
  balance: number
  held: number
  hasEverPaid: boolean
  /**
   * A list, since a busy workspace has a thousand open holds and copying a list is much faster than copying an object.
   */
  holds: { holdId: string; amount: number }[]
}

const none: CreditBalance = { balance: 0, held: 0, hasEverPaid: false, holds: [] }

export const creditBalancesProjection = tenantProjection<CreditBalance>()({
  name: 'credit-balances',
  version: 4,
  events: pick(
    creditsEvents,
    'CreditsGranted',
    'CreditsHeld',
    'CreditsSettled',
    'CreditsReleased',
    'RepliesCharged',
    'CreditsTransferred',
  ),
  indexes: {},
  identify: ({ stream, tenant }) => idIn(stream, 'orgcredits') ?? tenant,
  project(stored = none, event) {
    switch (event.type) {
      case 'CreditsGranted':
        return {
          ...stored,
          balance: sum(stored.balance, event.data.amount),
          hasEverPaid: stored.hasEverPaid || event.data.reason === 'purchase',
        }
      case 'CreditsHeld': {
        const { holdId, amount } = event.data
        return { ...stored, held: sum(stored.held, amount), holds: [...stored.holds, { holdId, amount }] }
      }
      case 'CreditsSettled':
        return without(event.data.holdId, { ...stored, balance: sum(stored.balance, -event.data.amount) })
      case 'CreditsReleased':
        return without(event.data.holdId, stored)
      case 'CreditsTransferred': {
        const { direction, amount } = event.data
        return { ...stored, balance: sum(stored.balance, direction === 'in' ? amount : -amount) }
      }
      case 'RepliesCharged': {
        const { charges } = event.data
        const balance = charges.reduce((left, { amount }) => sum(left, -amount), stored.balance)
        // A killed process may have held for the same reply.
        return charges.reduce((paid, { holdId }) => without(holdId, paid), { ...stored, balance })
      }
    }
  },
})

function without(holdId: string, stored: CreditBalance): CreditBalance {
  const hold = stored.holds.find((one) => one.holdId === holdId)
  if (!hold) return stored
  const { amount } = hold
  const holds = stored.holds.filter((hold) => hold.holdId !== holdId)
  return { ...stored, held: sum(stored.held, -amount), holds }
}

/** Adds in thousandths to avoid rounding errors of fractions. */
function sum(a: number, b: number): number {
  return (Math.round(a * 1_000) + Math.round(b * 1_000)) / 1_000
}
