/** How a ledger is kept, which gets two events with each reply: folded from the first, a busy one takes a minute. */
import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { SnapshotOf } from '@parley/kernel/decider.ts'
import { z } from 'zod'
import type { CreditsState } from './credits.decider.ts'

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
  holds,
  expired: holds,
  used: z.array(z.tuple([z.string(), used])),
  closed: z.object({ newer: z.array(z.string()), older: z.array(z.string()) }),
})

export const creditsSnapshot: SnapshotOf<CreditsState, CreditsEvent> = {
  version: 1,
  save: ({ balance, holds, expired, used, closed }) => ({
    balance,
    holds: [...holds],
    expired: [...expired],
    used: [...used],
    closed: { newer: [...closed.newer], older: [...closed.older] },
  }),
  restore(from) {
    const { balance, holds, expired, used, closed } = saved.parse(from)
    return {
      balance,
      holds: new Map(holds),
      expired: new Map(expired),
      used: new Map(used),
      closed: { newer: new Set(closed.newer), older: new Set(closed.older) },
    }
  },
  // A hold is held, settled and released once by its id; a grant by its command alone.
  guarded: ['CreditsHeld', 'CreditsSettled', 'CreditsReleased'],
}
