/** The usage of each agent in each calendar month (UTC). */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgentUsage = {
  agentId: string
  /** YYYY-MM. */
  month: string
  replies: number
  inputTokens: number
  outputTokens: number
  credits: number
}

const events = pick(creditsEvents, 'CreditsSettled', 'RepliesCharged')

export const agentUsageProjection = tenantProjection<AgentUsage>()({
  name: 'agent-usage',
  version: 2,
  events,
  indexes: { byAgent: ['agentId', 'month'], byMonth: ['month'] },
  identify: (event) => [...new Set(chargesIn(event).map(({ agentId, at }) => usageId(agentId, at)))],
  project: (usage, event, id) =>
    chargesIn(event)
      .filter(({ agentId, at }) => usageId(agentId, at) === id)
      .reduce(withCharge, usage),
})

type Charge = {
  agentId: string
  at: string
  amount: number
  inputTokens: number
  outputTokens: number
}

function chargesIn(event: RecordedOf<typeof events>): readonly Charge[] {
  return event.type === 'RepliesCharged' ? event.data.charges : [{ ...event.data, at: event.at }]
}

function withCharge(usage: AgentUsage | undefined, charge: Charge): AgentUsage {
  const { agentId, at, inputTokens, outputTokens, amount } = charge
  return {
    agentId,
    month: at.slice(0, 7),
    replies: (usage?.replies ?? 0) + 1,
    inputTokens: (usage?.inputTokens ?? 0) + inputTokens,
    outputTokens: (usage?.outputTokens ?? 0) + outputTokens,
    credits: Math.round((usage?.credits ?? 0) * 1_000 + amount * 1_000) / 1_000,
  }
}

/** Returns the id of the document of an agent's month; `at` is ISO 8601. */
export function usageId(agentId: string, at: string): string {
  return `${agentId}.${at.slice(0, 7)}`
}
