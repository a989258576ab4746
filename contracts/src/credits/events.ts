import { z } from 'zod'
import { defineEvents, type EventOf, tenantText } from '../message.ts'

/**
 * What credits were charged for, other than a reply: a translation outside a turn, a reply in a test run, or a call of
 * the assistants that help to write CSS and prompts.
 */
export const creditPurposes = ['translation', 'test', 'assistant', 'transcription'] as const
export type CreditPurpose = (typeof creditPurposes)[number]

/** Whose credits a ledger has. */
export const creditAccounts = ['workspace', 'organisation'] as const
export type CreditAccount = (typeof creditAccounts)[number]

/**
 * Stream `credits-<workspaceId>`: the ledger of a workspace; `orgcredits-<organisationId>`: that of an organisation. Amounts are credits with at most three decimals. Credits are held before
 * the model is called and settled or released after it (ruling 6); the balance is folded from the events. A process
 * holds in memory, against what it reserved, and replies are charged together. An agent with limits of the month has
 * reservations of its own. Holds in the ledger (`CreditsHeld`) are for a caller without a process that reserves.
 */
export const creditsEvents = defineEvents({
  CreditsGranted: {
    version: 1,
    summary: 'Credits granted',
    data: z.object({
      amount: z.number(),
      reason: z.enum(['sign-up', 'purchase', 'support', 'demo', 'monthly']),
      /** Of a monthly grant: its calendar month (UTC), YYYY-MM. */
      month: z.string().optional(),
      /** Of a grant by an operator of the server: their name, and why in their words. */
      operator: tenantText().optional(),
      note: tenantText().optional(),
    }),
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
      /** The purpose, if it is not a reply: translations outside a turn were held for here. */
      purpose: z.enum(creditPurposes).optional(),
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
      purpose: z.enum(creditPurposes).optional(),
      modelId: z.string(),
      inputTokens: z.number(),
      outputTokens: z.number(),
    }),
  },
  /**
   * Sets credits aside for replies that one process gives: taken off what is free, or renewed (`amount` 0). Only that
   * process holds against them, in memory.
   */
  CreditsReserved: {
    version: 1,
    summary: 'Credits reserved for replies',
    data: z.object({
      reservationId: z.string(),
      amount: z.number(),
      /** The agent whose replies alone it is for, because the agent has limits of the month. */
      agentId: z.string().optional(),
      /** Tokens, in and out, that the agent's limit leaves for these replies. */
      tokens: z.number().optional(),
      /** Milliseconds since 1970: replies are recorded on it before this moment alone. */
      until: z.number(),
      /** Milliseconds since 1970: from then on what is left goes back, once every reply before was charged. */
      endsAt: z.number(),
    }),
  },
  /** What was set aside and not used is free again. */
  CreditsReturned: {
    version: 1,
    summary: 'Reserved credits given back',
    data: z.object({ reservationId: z.string(), amount: z.number(), tokens: z.number().optional() }),
  },
  /**
   * Charges for replies that name a reservation, each once: all that this ledger pays up to a position of the log. A
   * translation outside a turn is charged alone; `through` stays as it was.
   */
  RepliesCharged: {
    version: 1,
    summary: 'Credits charged for replies',
    data: z.object({
      through: z.number(),
      charges: z.array(
        z.object({
          reservationId: z.string(),
          holdId: z.string(),
          conversationId: z.string(),
          agentId: z.string(),
          /** The purpose, if it was not a reply to a visitor. */
          purpose: z.enum(creditPurposes).optional(),
          /** When the reply was given (ISO 8601): the month in which it counts. */
          at: z.string(),
          amount: z.number(),
          modelId: z.string(),
          inputTokens: z.number(),
          outputTokens: z.number(),
        }),
      ),
    }),
  },
  CreditsReleased: {
    version: 1,
    summary: 'Held credits given back',
    data: z.object({ holdId: z.string(), reason: z.string() }),
  },
  /**
   * One side of a transfer between the workspace and an organisation: `out` in the ledger that gives, then `in` in the
   * other. A transfer that the other ledger refused comes back: `in`, with `returned`, where it went out.
   */
  CreditsTransferred: {
    version: 1,
    summary: 'Transferred credits between the workspace and an organisation',
    data: z.object({
      transferId: z.string(),
      organisationId: z.string(),
      from: z.enum(creditAccounts),
      direction: z.enum(['out', 'in']),
      amount: z.number(),
      returned: z.literal(true).optional(),
    }),
  },
  /** The ledger of an organisation that was deleted takes nothing any more. */
  CreditAccountClosed: {
    version: 1,
    summary: 'Closed the credits of an organisation',
    data: z.object({ organisationId: z.string() }),
  },
})
export type CreditsEvent = EventOf<typeof creditsEvents>
