/** The figures of an agent at a glance. */
import type { conversationEndpoints } from '@parley/contracts/conversation/endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { thousandths } from '../conversations/conversations.projection.ts'
import { type AgentDay, agentOverviewProjection } from './agent-overview.projection.ts'

export type AgentOverviewDeps = {
  reader: Reader
  /** Whether a model answers for this agent, and what is missing if none does. */
  modelOf(tenant: string, agentId: string): Promise<{ configured: boolean; modelId: string; note?: string }>
  now?: () => number
}

const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

export function agentOverviewQueries(
  deps: AgentOverviewDeps,
): Pick<Handlers<typeof conversationEndpoints>, 'agents.overview'> {
  const { reader, now = Date.now } = deps
  return {
    async 'agents.overview'(call) {
      const { agentId } = call.params
      const range = daysUntil(now(), call.query.days ?? DEFAULT_DAYS)
      const [found, model] = await Promise.all([
        reader.find(agentOverviewProjection, call.tenant, {
          index: 'byAgent',
          where: { agentId, day: { gte: range[0] ?? '' } },
          limit: range.length,
        }),
        deps.modelOf(call.tenant, agentId),
      ])
      const byDay = new Map(found.items.map((item) => [item.day, item]))
      const sum = (
        field: 'conversations' | 'visitorMessages' | 'replies' | 'failedReplies' | 'unanswered' | 'cost',
      ) => range.reduce((total, day) => total + (byDay.get(day)?.[field] ?? 0), 0)
      return reply({
        conversations: sum('conversations'),
        visitorMessages: sum('visitorMessages'),
        replies: sum('replies'),
        failedReplies: sum('failedReplies'),
        unanswered: sum('unanswered'),
        cost: thousandths(sum('cost')),
        days: range.map((day) => shownOf(day, byDay.get(day))),
        model,
      })
    },
  }
}

/** UTC days, today last. */
function daysUntil(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, nth) =>
    new Date(now - (count - 1 - nth) * DAY_MS).toISOString().slice(0, 10),
  )
}

function shownOf(day: string, counted: AgentDay | undefined) {
  const { conversations = 0, visitorMessages = 0, cost = 0 } = counted ?? {}
  return { day, conversations, visitorMessages, cost }
}
