/**
 * After how many days the conversations of an agent are erased. For the sweep alone, across tenants: no endpoint
 * reads it. A deleted agent's rule stays: what was said to it is still to go.
 */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { pick, publicProjection } from '@parley/kernel/projection.ts'

export type RetentionRule = { tenant: string; agentId: string; days: number }

export const retentionRulesProjection = publicProjection<RetentionRule>()({
  name: 'retention-rules',
  version: 1,
  events: pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentVersionRestored'),
  indexes: { byDays: ['days'] },
  identify: (event) => event.data.agentId,
  project(rule, event) {
    const { agentId } = event.data
    const { tenant } = event
    if (event.type !== 'AgentPublished')
      return ruled({ tenant, agentId, days: event.data.document.retentionDays })
    return ruled({ tenant, agentId, days: event.data.changes.retentionDays ?? rule?.days })
  },
})

function ruled({ days = 0, ...of }: Omit<RetentionRule, 'days'> & { days: number | undefined }) {
  return days > 0 ? { ...of, days } : undefined
}
