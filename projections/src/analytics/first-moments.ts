/** When the first of what is counted happened, so that no earlier month is offered. To the quarter of an hour, ISO 8601. */
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { creditUsageProjection } from '../credit-usage/credit-usage.projection.ts'
import { agentDaysProjection } from '../workspace-overview/agent-days.projection.ts'
import { analyticsBucketsProjection } from './analytics-buckets.projection.ts'

type Place = { reader: Reader; tenant: string }

const momentOf = (quarter: string | undefined) =>
  quarter === undefined ? {} : { since: `${quarter}:00.000Z` }

/** Of the figures of an agent. */
export async function firstOfAgent({ reader, tenant, agentId }: Place & { agentId: string }) {
  const where = { agentId }
  const { items } = await reader.find(analyticsBucketsProjection, tenant, {
    index: 'byAgent',
    where,
    limit: 1,
  })
  return momentOf(items[0]?.quarter)
}

/** Of the conversations with all agents of a workspace. */
export async function firstOfWorkspace({ reader, tenant }: Place) {
  const { items } = await reader.find(agentDaysProjection, tenant, { index: 'byDay', where: {}, limit: 1 })
  const [first] = items
  if (!first) return {}
  const [quarter] = Object.keys({ ...first.conversations, ...first.credits }).sort()
  return momentOf(`${first.day}T${quarter ?? '00:00'}`)
}

/** Of the credits that a workspace used. */
export async function firstOfUsage({ reader, tenant }: Place) {
  const { items } = await reader.find(creditUsageProjection, tenant, {
    index: 'byQuarter',
    where: {},
    limit: 1,
  })
  return momentOf(items[0]?.quarter)
}
