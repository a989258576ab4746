/** The ledger of credits as conversations use it: held before a model is asked, charged or released after. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'

export type Used = { modelId: string; inputTokens: number; outputTokens: number }
type Outcome = { ok: true } | { ok: false; rejection: Rejection }
type HoldName = { workspaceId: string; holdId: string }

/** What is charged for a reply that names a reservation; `position` is the reply's in the log, `at` ISO 8601. */
export type ReplyCharge = Used & {
  position: number
  reservationId: string
  holdId: string
  conversationId: string
  agentId: string
  at: string
  amount: number
}

/** Idempotent by `holdId`. */
export type Credits = {
  /**
   * Refused as `no-credits` where the balance does not reach, as `usage-limit` where the agent's month is used up.
   * `reserved`: from what this process reserved, in memory; it is neither settled nor released in the ledger.
   */
  holdCredits(
    hold: {
      workspaceId: string
      holdId: string
      amount: number
      /** The most that may be used, in and out. */
      tokens: number
      agentId: string
      conversationId: string
      /** What it is for, where that is not a reply. */
      purpose?: 'translation'
      /** What the agent may use in a calendar month (UTC). */
      limits?: { credits?: number; tokens?: number }
    },
    context: CommandContext,
  ): Promise<{ ok: true; reserved: boolean } | { ok: false; rejection: Rejection }>
  /**
   * The reservation to which a reply is charged, to be asked for right before it is recorded and recorded with it;
   * undefined where nothing is held in memory. `amount`: what was held in memory for it.
   */
  reservationOf(hold: HoldName & { amount: number | undefined }): Promise<string | undefined>
  /** Ends a hold in memory: what the recorded reply cost, 0 where none was, 'unknown' where it may have been. */
  endHold(hold: HoldName, cost: number | 'unknown'): void
  /** Charges for replies that name a reservation, in the order of the log; each once. */
  chargeReplies(
    replies: { workspaceId: string; charges: readonly ReplyCharge[] },
    context: CommandContext,
  ): Promise<Outcome>
  settleCredits(
    settlement: {
      workspaceId: string
      holdId: string
      amount: number
      purpose?: 'translation'
      modelId: string
      inputTokens: number
      outputTokens: number
    },
    context: CommandContext,
  ): Promise<Outcome>
  releaseCredits(
    release: { workspaceId: string; holdId: string; reason: string },
    context: CommandContext,
  ): Promise<Outcome>
  /** Credits of a reply. */
  costOf(used: Used): number
  /** Credits to hold before it: the most it can cost. */
  estimateMaxCost(request: { modelId: string; promptTokens: number; maxTokens: number }): number
}

/** What the agent may use in a month. Specification, part 1 §3: 0 is no limit. */
export function limitsOf({ monthlyCreditsLimit = 0, maxTokensUsage = 0 }: AgentDocument) {
  const limits = {
    ...(monthlyCreditsLimit > 0 ? { credits: monthlyCreditsLimit } : {}),
    ...(maxTokensUsage > 0 ? { tokens: maxTokensUsage } : {}),
  }
  return Object.keys(limits).length === 0 ? {} : { limits }
}

/** Credits of a reply: what was translated costs what its own model does. */
export function costIn({ costOf }: Pick<Credits, 'costOf'>, reply: Used & { translated?: Used }): number {
  const { translated, modelId, inputTokens, outputTokens } = reply
  if (!translated || translated.modelId === modelId) return costOf({ modelId, inputTokens, outputTokens })
  const rest = {
    modelId,
    inputTokens: inputTokens - translated.inputTokens,
    outputTokens: outputTokens - translated.outputTokens,
  }
  return (Math.round(costOf(rest) * 1_000) + Math.round(costOf(translated) * 1_000)) / 1_000
}
