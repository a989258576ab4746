import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'

/** What an agent used up in one calendar month (UTC). */
export type AgentUsage = { agentId: string; month: string; tokens: number; credits: number; replies: number }

export const agentUsage = tenantProjection<AgentUsage>()({
  name: 'agent-usage',
  version: 1,
  events: pick(creditsEvents, 'CreditsSettled'),
  indexes: { byMonth: ['month', 'agentId'] },
  identify: (event) => usageId(event.data.agentId, event.at),
  project(before, event) {
    const { agentId, amount, inputTokens, outputTokens } = event.data
    return {
      agentId,
      month: event.at.slice(0, 7),
      tokens: (before?.tokens ?? 0) + inputTokens + outputTokens,
      credits: Math.round(((before?.credits ?? 0) + amount) * 1_000) / 1_000,
      replies: (before?.replies ?? 0) + 1,
    }
  },
})

/** The id of an agent's month; `at` is ISO 8601. */
export function usageId(agentId: string, at: string): string {
  return `${agentId}/${at.slice(0, 7)}`
}
