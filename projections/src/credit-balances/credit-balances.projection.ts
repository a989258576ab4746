import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { publicProjection } from '@parley/kernel/projection.ts'

/** The balance of each workspace, in thousandths of a credit, under the workspace's id. */
export type CreditBalance = {
  balance: number
  held: number
  holds: Record<string, number>
  hasEverPaid: boolean
}

const none: CreditBalance = { balance: 0, held: 0, holds: {}, hasEverPaid: false }

/** Public since the widget asks for it by owner; what goes out is `continue` and `hasEverPaid` alone. */
export const creditBalances = publicProjection<CreditBalance>()({
  name: 'credit-balances',
  version: 1,
  events: creditsEvents,
  indexes: {},
  identify: (event) => event.tenant,
  project(before = none, event) {
    switch (event.type) {
      case 'CreditsGranted': {
        const hasEverPaid = before.hasEverPaid || event.data.reason === 'purchase'
        return { ...before, balance: before.balance + mills(event.data.amount), hasEverPaid }
      }
      case 'CreditsHeld': {
        const amount = mills(event.data.amount)
        return {
          ...before,
          held: before.held + amount,
          holds: { ...before.holds, [event.data.holdId]: amount },
        }
      }
      case 'CreditsSettled':
        return letGo({ ...before, balance: before.balance - mills(event.data.amount) }, event.data.holdId)
      case 'CreditsReleased':
        return letGo(before, event.data.holdId)
    }
  },
})

function letGo(document: CreditBalance, holdId: string): CreditBalance {
  const { [holdId]: amount = 0, ...holds } = document.holds
  return { ...document, held: document.held - amount, holds }
}

function mills(credits: number): number {
  return Math.round(credits * 1_000)
}
