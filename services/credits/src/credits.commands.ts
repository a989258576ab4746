/** What other contexts do with credits; the host hands these functions to them. */
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import { type AgentLimits, type CreditsCommand, credits } from './credits.decider.ts'
import type { ReplyCharge } from './reserving.ts'

export type CreditsOutcome = { ok: true; position: number } | { ok: false; rejection: Rejection }

export type CreditsCommands = {
  /** Adds credits. The same cause adds them once. */
  grantCredits(
    grant: { workspaceId: string; amount: number; reason: 'sign-up' | 'purchase' | 'support' | 'demo' },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Reserves credits before a model is called; refuses `no-credits` and `usage-limit`. The same `holdId` holds once. */
  holdCredits(
    hold: {
      workspaceId: string
      holdId: string
      amount: number
      /** The most that may be used, in and out. */
      tokens?: number
      agentId: string
      conversationId: string
      /** What it is for, where that is not a reply. */
      purpose?: 'translation'
      limits?: AgentLimits
    },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Charges what the reply cost and gives back the rest of the hold; settled once. */
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
  ): Promise<CreditsOutcome>
  /** Gives a hold back whole. */
  releaseCredits(
    release: { workspaceId: string; holdId: string; reason: string },
    context: CommandContext,
  ): Promise<CreditsOutcome>
  /** Charges for replies that name a reservation, in the order of the log; each once. */
  chargeReplies(
    replies: { workspaceId: string; charges: readonly ReplyCharge[] },
    context: CommandContext,
  ): Promise<CreditsOutcome>
}

export function creditsCommands({ handle }: { handle: CommandHandler['handle'] }): CreditsCommands {
  return {
    grantCredits: ({ workspaceId, ...grant }, context) =>
      run(workspaceId, { type: 'GrantCredits', ...grant }, 'grant', context),
    holdCredits: ({ workspaceId, ...hold }, context) =>
      run(workspaceId, { type: 'HoldCredits', ...hold }, `hold/${hold.holdId}`, context),
    settleCredits: ({ workspaceId, ...settlement }, context) =>
      run(workspaceId, { type: 'SettleCredits', ...settlement }, `settle/${settlement.holdId}`, context),
    releaseCredits: ({ workspaceId, ...release }, context) =>
      run(workspaceId, { type: 'ReleaseCredits', ...release }, `release/${release.holdId}`, context),
    chargeReplies: ({ workspaceId, charges }, context) =>
      run(workspaceId, { type: 'ChargeReplies', charges }, 'charge', context),
  }

  async function run(
    workspaceId: string,
    command: CreditsCommand,
    step: string,
    context: CommandContext,
  ): Promise<CreditsOutcome> {
    const cause = { ...context.cause, command: `${context.cause.command}/credits/${step}` }
    const handled = await handle(credits, workspaceId, command, { ...context, tenant: workspaceId, cause })
    return handled.ok ? { ok: true, position: handled.position } : handled
  }
}
