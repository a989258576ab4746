import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'

/**
 * Stream `credits-<workspaceId>`: the ledger. Amounts are credits with at most three decimals. Credits are held before
 * the model is called and settled or released after it (ruling 6); the balance is folded from the events.
 */
export const creditsEvents = defineEvents({
  CreditsGranted: {
    version: 1,
    summary: 'Credits granted',
    data: z.object({ amount: z.number(), reason: z.enum(['sign-up', 'purchase', 'support', 'demo']) }),
  },
  CreditsHeld: {
    version: 1,
    summary: 'Credits held for a reply',
    data: z.object({
      holdId: z.string(),
      amount: z.number(),
      /** The maximum number of tokens, in and out. */
      tokens: z.number().optional(),
      agentId: z.string(),
      conversationId: z.string(),
      /** The purpose, if it is not a reply. */
      purpose: z.enum(['translation']).optional(),
      /** Milliseconds since 1970: when an open hold is released. */
      expiresAt: z.number(),
    }),
  },
  CreditsSettled: {
    version: 1,
    summary: 'Credits charged for a reply',
    data: z.object({
      holdId: z.string(),
      amount: z.number(),
      agentId: z.string(),
      conversationId: z.string(),
      /** The purpose, if it was not a reply. */
      purpose: z.enum(['translation']).optional(),
      modelId: z.string(),
      inputTokens: z.number(),
      outputTokens: z.number(),
    }),
  },
  CreditsReleased: {
    version: 1,
    summary: 'Held credits given back',
    data: z.object({ holdId: z.string(), reason: z.string() }),
  },
})
export type CreditsEvent = EventOf<typeof creditsEvents>
