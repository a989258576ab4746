/** Checks whether an agent may continue: its owner's credits and its own limits. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type AgentUsage, agentUsageProjection, usageId } from '../agent-usage/agent-usage.projection.ts'
import { agentDocumentsProjection } from '../agents/agent-documents.projection.ts'
import { publicAgentsProjection } from '../public-agents/public-agents.projection.ts'
import { creditBalancesProjection } from './credit-balances.projection.ts'

export type CreditsQueryDeps = {
  reader: Reader
  /** Whether the ledger would let a reply hold this amount. */
  mayHold(of: { workspaceId: string; agentId?: string | undefined }, amount: number): Promise<boolean>
  /** Returns an amount of which no turn of the agent holds less. */
  smallestHold(document: AgentDocument): number
  now?: () => Date
}

/** The smallest amount that can be held. */
const LEAST = 0.001

export function creditsQueries(
  deps: CreditsQueryDeps,
): Omit<Handlers<typeof creditsEndpoints>, 'credits.history'> {
  const { reader } = deps

  return {
    /**
     * Answers by the rule of a turn's hold. An unknown owner gets the same answer as one without credits, so that the
     * call reveals nothing; an agent that is not the owner's changes nothing.
     */
    async 'public.checkCredits'(call) {
      const { ownerId } = call.params
      const { agentId } = call.query
      const credits = await reader.get(creditBalancesProjection, ownerId, ownerId)
      if (!credits) return reply({ continue: false, hasEverPaid: false })
      const agent = agentId && (await reader.get(agentDocumentsProjection, ownerId, agentId))
      const least = agent ? deps.smallestHold(agent.document) : LEAST
      const of = { workspaceId: ownerId, agentId: agent ? agentId : undefined }
      return reply({ continue: await deps.mayHold(of, least), hasEverPaid: credits.hasEverPaid })
    },

    async 'public.agentUsage'(call) {
      const { agentId } = call.params
      const stored = await reader.getPublic(publicAgentsProjection, agentId)
      if (!stored) return refuse('not-found', 'Agent not found.')
      const shouldContinue = await withinUsageLimit(deps, stored.agent.ownerID, agentId)
      return reply({ data: { shouldContinue } })
    },
  }
}

type UsageDeps = Pick<CreditsQueryDeps, 'reader' | 'now'>

/** Whether an agent's month is below its `maxTokensUsage` and its `monthlyCreditsLimit`; 0 means no limit. */
async function withinUsageLimit(deps: UsageDeps, tenant: string, agentId: string): Promise<boolean> {
  const stored = await deps.reader.get(agentDocumentsProjection, tenant, agentId)
  const { maxTokensUsage: tokens = 0, monthlyCreditsLimit: credits = 0 } = stored?.document ?? {}
  if (tokens === 0 && credits === 0) return true
  const used = await usedThisMonth(deps, tenant, agentId)
  return (tokens === 0 || tokensOf(used) < tokens) && (credits === 0 || (used?.credits ?? 0) < credits)
}

/** Returns the tokens in and out of an agent in the present calendar month (UTC). */
export async function tokensUsedThisMonth(deps: UsageDeps, tenant: string, agentId: string): Promise<number> {
  return tokensOf(await usedThisMonth(deps, tenant, agentId))
}

function usedThisMonth(deps: UsageDeps, tenant: string, agentId: string) {
  const at = (deps.now?.() ?? new Date()).toISOString()
  return deps.reader.get(agentUsageProjection, tenant, usageId(agentId, at))
}

function tokensOf(usage: AgentUsage | undefined): number {
  return usage ? usage.inputTokens + usage.outputTokens : 0
}
