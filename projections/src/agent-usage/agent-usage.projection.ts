/** The usage of each agent in each calendar month (UTC). */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'

export type AgentUsage = {
  agentId: string
  /** YYYY-MM. */
  month: string
  replies: number
  inputTokens: number
  outputTokens: number
  credits: number
}

export const agentUsageProjection = tenantProjection<AgentUsage>()({
  name: 'agent-usage',
  version: 1,
  events: pick(creditsEvents, 'CreditsSettled'),
  indexes: { byAgent: ['agentId', 'month'], byMonth: ['month'] },
  identify: (event) => usageId(event.data.agentId, event.at),
  project(usage, event) {
    const { agentId, inputTokens, outputTokens, amount } = event.data
    return {
      agentId,
      month: event.at.slice(0, 7),
      replies: (usage?.replies ?? 0) + 1,
      inputTokens: (usage?.inputTokens ?? 0) + inputTokens,
      outputTokens: (usage?.outputTokens ?? 0) + outputTokens,
      credits: Math.round((usage?.credits ?? 0) * 1_000 + amount * 1_000) / 1_000,
    }
  },
})

/** Returns the id of the document of an agent's month; `at` is ISO 8601. */
export function usageId(agentId: string, at: string): string {
  return `${agentId}.${at.slice(0, 7)}`
}
