/** The snapshot of a ledger: folding a busy one from its first event takes a minute. */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { SnapshotOf } from '@parley/kernel/decider.ts'
import { z } from 'zod'
import type { CreditsState } from './credits.state.ts'

const holds = z.array(
  z.tuple([
    z.string(),
    z.object({
      thousandths: z.number(),
      tokens: z.number(),
      agentId: z.string(),
      conversationId: z.string(),
      expiresAt: z.number(),
    }),
  ]),
)
const used = z.object({ month: z.string(), thousandths: z.number(), tokens: z.number() })
const saved = z.object({
  balance: z.number(),
  grantedMonth: z.string(),
  holds,
  reservations: z.array(
    z.tuple([
      z.string(),
      z.object({
        thousandths: z.number(),
        agentId: z.string().optional(),
        tokens: z.number(),
        until: z.number(),
        endsAt: z.number(),
      }),
    ]),
  ),
  chargedThrough: z.number(),
  expired: holds,
  used: z.array(z.tuple([z.string(), used])),
  closed: z.object({ newer: z.array(z.string()), older: z.array(z.string()) }),
})

export const creditsSnapshot: SnapshotOf<CreditsState, CreditsEvent> = {
  version: 4,
  save: ({ balance, grantedMonth, holds, reservations, chargedThrough, expired, used, closed }) => ({
    balance,
    grantedMonth,
    holds: [...holds],
    reservations: [...reservations],
    chargedThrough,
    expired: [...expired],
    used: [...used],
    closed: { newer: [...closed.newer], older: [...closed.older] },
  }),
  restore(from) {
    const { balance, grantedMonth, holds, reservations, chargedThrough, expired, used, closed } =
      saved.parse(from)
    return {
      balance,
      grantedMonth,
      holds: new Map(holds),
      reservations: new Map(reservations),
      chargedThrough,
      expired: new Map(expired),
      used: new Map(used),
      closed: { newer: new Set(closed.newer), older: new Set(closed.older) },
    }
  },
  // The state guards against repetition: of a hold by its id, of a charge by the position of its reply. Commands about
  // a reservation are never repeated. A grant is identified only by its command.
  guarded: [
    'CreditsHeld',
    'CreditsSettled',
    'CreditsReleased',
    'CreditsReserved',
    'CreditsReturned',
    'RepliesCharged',
  ],
}
