/** The commands about credits that the host passes to other contexts. */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { AgentLimits } from './agent-limits.ts'
import type { CreditsCommand } from './credits.decider.ts'
import { type LedgerName, ledgerAt } from './ledgers.ts'
import type { OutsideTurnCharge, ReplyCharge } from './reserving.ts'

export type CreditsOutcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type CreditsCommands = {
  /** Adds credits. Idempotent by the cause of the command. */
  grantCredits(
    grant: {
      workspaceId: string
      amount: number
      reason: 'sign-up' | 'purchase' | 'support' | 'demo'
      operator?: string
      note?: string
    },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Grants the free credits of the present calendar month, once. */
  grantMonthlyCredits(
    grant: { workspaceId: string; amount: number },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /**
   * Holds credits in the ledger, for a caller without a process that reserves (`reservations.ts`). Idempotent by
   * `holdId`. Refuses with `no-credits` or `usage-limit`.
   */
  holdCredits(
    hold: {
      workspaceId: string
      holdId: string
      amount: number
      /** Maximum input and output tokens. */
      tokens?: number
      agentId: string
      conversationId: string
      limits?: AgentLimits
    },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Charges the cost of the reply and gives back the rest of the hold. Idempotent by `holdId`. */
  settleCredits(
    settlement: {
      workspaceId: string
      holdId: string
      amount: number
      modelId: string
      inputTokens: number
      outputTokens: number
    },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Gives back the whole hold. */
  releaseCredits(
    release: { workspaceId: string; holdId: string; reason: string },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Charges for replies that name a reservation, in the order of the log. Charges each reply once. */
  chargeReplies(
    replies: LedgerName & { charges: readonly ReplyCharge[] },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Charges a translation outside a turn, or what its `purpose` says, once for its `holdId`. */
  chargeOutsideTurn(
    spent: LedgerName & { charge: OutsideTurnCharge },
    context: CommandContext,
  ): Promise<CreditsOutcome>
}

export function creditsCommands({ handle }: { handle: CommandHandler['handle'] }): CreditsCommands {
  return {
    grantCredits: ({ workspaceId, ...grant }, context) =>
      run({ workspaceId }, { type: 'GrantCredits', ...grant }, 'grant', context),
    grantMonthlyCredits: ({ workspaceId, amount }, context) =>
      run({ workspaceId }, { type: 'GrantMonthlyCredits', amount }, 'grant-monthly', context),
    holdCredits: ({ workspaceId, ...hold }, context) =>
      run({ workspaceId }, { type: 'HoldCredits', ...hold }, `hold/${hold.holdId}`, context),
    settleCredits: ({ workspaceId, ...settlement }, context) =>
      run({ workspaceId }, { type: 'SettleCredits', ...settlement }, `settle/${settlement.holdId}`, context),
    releaseCredits: ({ workspaceId, ...release }, context) =>
      run({ workspaceId }, { type: 'ReleaseCredits', ...release }, `release/${release.holdId}`, context),
    chargeReplies: ({ charges, ...ledger }, context) =>
      run(ledger, { type: 'ChargeReplies', charges }, 'charge', context),
    chargeOutsideTurn: ({ charge, ...ledger }, context) =>
      run(ledger, { type: 'ChargeOutsideTurn', charge }, `charge/${charge.holdId}`, context),
  }

  async function run(
    name: LedgerName,
    command: CreditsCommand,
    step: string,
    context: CommandContext,
  ): Promise<CreditsOutcome> {
    const cause = { ...context.cause, command: `${context.cause.command}/credits/${step}` }
    const [ledger, id] = ledgerAt(name)
    const handled = await handle(ledger, id, command, { ...context, tenant: name.workspaceId, cause })
    return handled.ok ? { ok: true, position: handled.position } : handled
  }
}
