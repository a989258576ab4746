/** The snapshot of a ledger: folding a busy one from its first event takes a minute. */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { SnapshotOf } from '@parley/kernel/commands/decider.ts'
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
  accountClosed: z.boolean(),
})

export const creditsSnapshot: SnapshotOf<CreditsState, CreditsEvent> = {
  version: 5,
  save: ({ closed, expired, holds, reservations, used, ...plain }) => ({
    ...plain,
    holds: [...holds],
    reservations: [...reservations],
    expired: [...expired],
    used: [...used],
    closed: { newer: [...closed.newer], older: [...closed.older] },
  }),
  restore(from) {
    const { closed, expired, holds, reservations, used, ...plain } = saved.parse(from)
    return {
      ...plain,
      holds: new Map(holds),
      reservations: new Map(reservations),
      expired: new Map(expired),
      used: new Map(used),
      closed: { newer: new Set(closed.newer), older: new Set(closed.older) },
    }
  },
  // The state guards against repetition: of a hold by its id, of a charge by the position of its reply. Commands about
  // a reservation are never repeated. A grant and the sides of a transfer are identified only by their commands.
  guarded: [
    'CreditsHeld',
    'CreditsSettled',
    'CreditsReleased',
    'CreditsReserved',
    'CreditsReturned',
    'RepliesCharged',
  ],
}
