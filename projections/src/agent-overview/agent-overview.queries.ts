/** The overview of an agent: figures of its analytics, with the same definitions. */
import type { analyticsEndpoints } from '@parley/contracts/analytics/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { showsCosts } from '../analytics/costs-shown.ts'
import { measure, sumsOf, wholeOf } from '../analytics/measuring.ts'
import { daysOf, isTimeZone, lastDays } from '../analytics/periods.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { usageOf } from '../credit-usage/usage.ts'

export type AgentOverviewDeps = {
  reader: Reader
  /** Whether a model is configured for this agent, and what is missing if not. */
  modelOf(tenant: string, agentId: string): Promise<{ configured: boolean; modelId: string; note?: string }>
  now?: () => number
}

const DEFAULT_DAYS = 30

export function agentOverviewQueries(
  deps: AgentOverviewDeps,
): Pick<Handlers<typeof analyticsEndpoints>, 'agents.overview'> {
  const { reader, now = Date.now } = deps
  return {
    async 'agents.overview'(call) {
      const { agentId } = call.params
      const { days = DEFAULT_DAYS, timeZone = 'UTC' } = call.query
      if (!isTimeZone(timeZone))
        return refuse('invalid-input', `There is no time zone called ${timeZone}.`, 'timeZone')
      const place = { reader, tenant: call.tenant, agentId }
      const range = lastDays(days, timeZone, now())
      const spans = daysOf(range)
      const [sums, model, usage] = await Promise.all([
        sumsOf(place, spans),
        deps.modelOf(call.tenant, agentId),
        showsCosts(call) ? usageOf(reader, call.tenant, [range]) : undefined,
      ])
      const total = wholeOf(sums)
      const figure = async (name: 'failed' | 'unanswered') => (await measure(place, name, range, total)).value
      const costOf = (cost: number) => (showsCosts(call) ? thousandths(cost) : 0)
      return reply({
        conversations: total.conversations,
        visitorMessages: total.messages,
        replies: total.replies,
        failedReplies: (await figure('failed')) ?? 0,
        unanswered: (await figure('unanswered')) ?? 0,
        cost: costOf(total.cost),
        ...(usage && { otherCost: otherCost(usage[0]?.agents.get(agentId), total.cost) }),
        days: spans.map(({ day }, nth) => ({
          day,
          conversations: sums[nth]!.conversations,
          visitorMessages: sums[nth]!.messages,
          cost: costOf(sums[nth]!.cost),
        })),
        model: showsCosts(call) ? model : { configured: model.configured, modelId: '' },
      })
    },
  }
}

/** A reply counts when it is given, and is charged shortly after. */
function otherCost(charged = 0, replies: number): number {
  return Math.max(0, thousandths(charged - replies))
}
