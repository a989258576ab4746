/** The port to the credits ledger: credits are held before a model is called, and charged or released afterwards. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { Channel } from '../../conversation.decider.ts'

export type TokensUsed = { modelId: string; inputTokens: number; outputTokens: number }
type LedgerOutcome = { ok: true } | { ok: false; rejection: Rejection }
type HoldName = { workspaceId: string; holdId: string }
/** The ledger of an organisation, if it names one, else of the workspace. */
type LedgerName = { workspaceId: string; organisationId?: string | undefined }

/** What a reply is charged to: the reservation, and the organisation whose credits it is of, if they are not the workspace's. */
export type Charged = { reservationId: string; organisationId?: string }

/** Whose credits may pay. */
export type Payers = {
  workspaceId: string
  agentId: string
  /** Whether the organisation that pays for the agent's visitors, if there is one, does so before the workspace. */
  organisationFirst?: boolean
}

/** The charge for a translation outside a turn, or for what its `purpose` says. `at` in ISO 8601. */
export type OutsideTurnCharge = TokensUsed & {
  reservationId: string
  holdId: string
  conversationId: string
  agentId: string
  at: string
  amount: number
  purpose?: 'test' | 'assistant' | 'transcription'
}
/** The charge for a reply that names a reservation. `position` of the reply in the log. */
export type ReplyCharge = OutsideTurnCharge & { position: number }

/** Idempotent by `holdId`. */
export type Credits = {
  /**
   * Holds credits in memory, against a reservation of this process. Refuses with `no-credits` if the balance is
   * insufficient, and with `usage-limit` if the agent has reached its monthly limit.
   */
  holdCredits(
    hold: Payers & {
      holdId: string
      amount: number
      /** Maximum input and output tokens. */
      tokens: number
      /** The agent's limits per calendar month (UTC). */
      limits?: { credits?: number; tokens?: number }
    },
  ): Promise<LedgerOutcome>
  /**
   * Returns the reservation to which a reply is charged; call it right before recording the reply with it. Undefined if
   * nothing is held in memory. `amount`: the amount that was held in memory.
   */
  reservationOf(hold: HoldName & { amount: number | undefined }): Promise<Charged | undefined>
  /** Ends a hold in memory. `cost`: of the recorded reply; 0 if none was recorded, 'unknown' if one may have been. */
  endHold(hold: HoldName, cost: number | 'unknown'): void
  /** Charges for replies that name a reservation, in the order of the log. Charges each reply once. */
  chargeReplies(
    replies: LedgerName & { charges: readonly ReplyCharge[] },
    context: CommandContext,
  ): Promise<LedgerOutcome>
  /** Charges a translation outside a turn, or what its `purpose` says, once for its `holdId`. */
  chargeOutsideTurn(
    spent: LedgerName & { charge: OutsideTurnCharge },
    context: CommandContext,
  ): Promise<LedgerOutcome>
  /** Returns the credits that could still be held for one reply. */
  spendable(by: Payers): Promise<number>
  /** Returns the cost of a reply, in credits. `seconds`: of audio that was transcribed. */
  costOf(used: TokensUsed & { seconds?: number }): number
  /** Returns the most that a reply can cost, in credits. */
  estimateMaxCost(request: { modelId: string; promptTokens: number; maxTokens: number }): number
}

/** Whether an agent's organisation pays first: for its visitors, but not for who tests the agent. */
export function paidByOrganisation(channel: Channel): boolean {
  return channel !== 'test-panel'
}

/** Returns what a reply or a summary records of its charge. */
export function chargedTo({ reservationId, organisationId }: Charged) {
  return {
    reservationId,
    ...(organisationId === undefined ? {} : { payingOrganisationId: organisationId }),
  }
}

/** Returns the agent's monthly limits. Specification, part 1 §3: 0 means no limit. */
export function limitsOf({ monthlyCreditsLimit = 0, maxTokensUsage = 0 }: AgentDocument) {
  const limits = {
    ...(monthlyCreditsLimit > 0 ? { credits: monthlyCreditsLimit } : {}),
    ...(maxTokensUsage > 0 ? { tokens: maxTokensUsage } : {}),
  }
  return Object.keys(limits).length === 0 ? {} : { limits }
}

/** Returns the cost of a reply, in credits. Tokens that other models used have the prices of these. */
export function costIn(
  { costOf }: Pick<Credits, 'costOf'>,
  reply: TokensUsed & { otherModels?: readonly TokensUsed[] | undefined },
): number {
  const { otherModels = [], modelId } = reply
  const others = otherModels.filter((used) => used.modelId !== modelId)
  const rest = others.reduce(
    (left, used) => ({
      modelId,
      inputTokens: left.inputTokens - used.inputTokens,
      outputTokens: left.outputTokens - used.outputTokens,
    }),
    { modelId, inputTokens: reply.inputTokens, outputTokens: reply.outputTokens },
  )
  if (others.length === 0) return costOf(rest)
  return [rest, ...others].reduce((sum, used) => sum + Math.round(costOf(used) * 1_000), 0) / 1_000
}
