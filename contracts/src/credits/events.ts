import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'

/**
 * Stream `credits-<workspaceId>`: the ledger. Amounts are credits, at most three decimals. A charge is held
 * before the model is called and settled or released after it (ruling 6); the balance is a fold.
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
      /** The most it can use, in and out. */
      tokens: z.number().optional(),
      agentId: z.string(),
      conversationId: z.string(),
      /** What it is for, where that is not a reply. */
      purpose: z.enum(['translation']).optional(),
      /** Milliseconds since 1970: when a hold that nobody settled is given back. */
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
      /** What it was for, where that was not a reply. */
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
