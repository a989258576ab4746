/** What the widget asks before it lets a visitor write. */
import type { creditsEndpoints } from '@parley/contracts/credits/endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { agentUsage, usageId } from '../agent-usage/agent-usage.projection.ts'
import { creditBalances } from './credit-balances.projection.ts'

export type CreditQueryDeps = {
  reader: Reader
  /** The tenant and usage limit (tokens a month, 0 for none) of an agent; undefined where there is none. */
  limitOf(agentId: string): Promise<{ tenant: string; maxTokensUsage: number } | undefined>
}

export function creditQueries(deps: CreditQueryDeps): Handlers<typeof creditsEndpoints> {
  return {
    /** An owner nobody knows has no credits: `continue` is false. */
    'public.checkCredits': async ({ params }) => {
      const found = await deps.reader.getPublic(creditBalances, params.ownerId)
      return reply({
        continue: (found?.balance ?? 0) - (found?.held ?? 0) > 0,
        hasEverPaid: found?.hasEverPaid ?? false,
      })
    },
    'public.agentUsage': async ({ params }) => {
      const limit = await deps.limitOf(params.agentId)
      const shouldContinue =
        limit !== undefined &&
        (await usageAllows(deps.reader, limit.tenant, params.agentId, limit.maxTokensUsage))
      return reply({ data: { shouldContinue } })
    },
  }
}

/** Whether an agent is below its limit for this month; 0 is no limit. */
export async function usageAllows(
  reader: Reader,
  tenant: string,
  agentId: string,
  maxTokensUsage: number,
): Promise<boolean> {
  if (maxTokensUsage === 0) return true
  return (await tokensUsed(reader, tenant, agentId)) < maxTokensUsage
}

/** Tokens an agent used this month. */
export async function tokensUsed(reader: Reader, tenant: string, agentId: string): Promise<number> {
  const usage = await reader.get(agentUsage, tenant, usageId(agentId, new Date().toISOString()))
  return usage?.tokens ?? 0
}
