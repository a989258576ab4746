/**
 * What was added to and taken from a workspace's credits. Each event of the ledger is one document, since one of them
 * charges for many replies. The operator's name and note stay sealed.
 */
import { type CreditPurpose, creditsEvents } from '@parley/contracts/credits/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/projection.ts'

const events = pick(creditsEvents, 'CreditsGranted', 'CreditsSettled', 'RepliesCharged')

export type CreditHistoryLine =
  | {
      kind: 'grant'
      at: string
      amount: number
      reason: 'sign-up' | 'purchase' | 'support' | 'demo' | 'monthly'
      month?: string | undefined
      operator?: string | undefined
      note?: string | undefined
    }
  | {
      kind: 'charge'
      at: string
      /** Negative. */
      amount: number
      agentId: string
      conversationId: string
      purpose?: CreditPurpose | undefined
      modelId: string
      inputTokens: number
      outputTokens: number
    }

/** `lines` are in the order in which they were charged. */
export type CreditHistoryEvent = { position: number; lines: CreditHistoryLine[] }

export const creditHistoryProjection = tenantProjection<CreditHistoryEvent>()({
  name: 'credit-history',
  version: 1,
  events,
  indexes: { byPosition: ['position'] },
  identify: ({ position }) => String(position),
  project: (_, event) => ({ position: event.position, lines: linesOf(event) }),
})

function linesOf(event: RecordedOf<typeof events>): CreditHistoryLine[] {
  switch (event.type) {
    case 'CreditsGranted':
      return [{ kind: 'grant', at: event.at, ...event.data }]
    case 'CreditsSettled': {
      const { holdId: _, amount, ...charge } = event.data
      return amount === 0 ? [] : [{ kind: 'charge', at: event.at, ...charge, amount: -amount }]
    }
    case 'RepliesCharged':
      return event.data.charges
        .filter(({ amount }) => amount > 0)
        .map(({ reservationId: _, holdId: __, amount, ...charge }) => ({
          kind: 'charge',
          ...charge,
          amount: -amount,
        }))
  }
}
