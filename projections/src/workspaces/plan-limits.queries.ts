/** What the plan of a workspace allows, and how much of it is used. */
import { type PlanLimits, planChannels } from '@parley/contracts/billing/plan-limits.ts'
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'

export type PlanLimitsDeps = {
  limitsOf(tenant: string): Promise<PlanLimits & { agents: number }>
  used: {
    agents(tenant: string): Promise<number>
    knowledgeCharacters(tenant: string): Promise<number>
    /** Credits of the present month. */
    monthlyCredits(tenant: string): Promise<number>
  }
}

export function planLimitsQueries({
  limitsOf,
  used,
}: PlanLimitsDeps): Pick<Handlers<typeof workspaceEndpoints>, 'workspaces.limits'> {
  return {
    async 'workspaces.limits'({ tenant, principal }) {
      const { agents, channelKinds, maxKbDocsCharCount, maxMonthlyCredits, ...limits } =
        await limitsOf(tenant)
      // How much others of the agency use is nothing for its clients.
      const isTeam = principal.kind !== 'client'
      const limited = async (count: (tenant: string) => Promise<number>, max: number | undefined) => {
        if (max === undefined) return { reached: false }
        const present = await count(tenant)
        return { max, ...(isTeam ? { used: present } : {}), reached: present >= max }
      }
      const [ofAgents, knowledgeCharacters, monthlyCredits] = await Promise.all([
        limited(used.agents, agents),
        limited(used.knowledgeCharacters, maxKbDocsCharCount),
        limited(used.monthlyCredits, maxMonthlyCredits),
      ])
      return reply({
        channels: planChannels.filter((kind) => channelKinds === 'all' || channelKinds.includes(kind)),
        allowAnalytics: limits.allowAnalytics,
        allowLeads: limits.allowLeads,
        allowVoiceChannel: limits.allowVoiceChannel,
        maxConcurrentCalls: limits.maxConcurrentCalls,
        ...{ agents: ofAgents, knowledgeCharacters, monthlyCredits },
      })
    },
  }
}
