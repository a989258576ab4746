/**
 * The number of days after which the conversations of an agent are erased. Read only by the retention sweep, across
 * tenants; no endpoint reads it. The rule of a deleted agent is kept, since its conversations still have to be erased.
 */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'

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
