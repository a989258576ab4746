/**
 * What there is to do in a workspace, over all of its agents. Every query reads a bounded number; agents that were
 * deleted are left out.
 */
import type { workspaceAnalyticsEndpoints } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type AgentWorkDeps, findProblems, waitingVisitors } from '../agent-work/agent-work.queries.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { analyticsMessagesProjection } from '../analytics/analytics-messages.projection.ts'
import { firstOfWorkspace } from '../analytics/first-moments.ts'
import { rangesOf } from '../analytics/periods.ts'
import { questionsIn } from '../analytics/questions.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { allAgents } from './all-agents.ts'
import { compareAgents } from './compared-agents.ts'

const DEFAULT_LIMIT = 5
/** Counted exactly up to this number. */
const MOST_READ = 200
const UNANSWERED_MS = 30 * 86_400_000
/** Agents that are looked at for problems, and those at the same time. */
const MOST_AGENTS = 100
const AT_ONCE = 8

export function workspaceOverviewQueries(deps: AgentWorkDeps): Handlers<typeof workspaceAnalyticsEndpoints> {
  const { reader, now = Date.now } = deps
  const problemsOf = findProblems(deps)

  return {
    async 'workspaces.overview'({ tenant, query }) {
      const asked = rangesOf(query, now())
      if (!asked.ok) return asked
      const { range, before } = asked
      const place = { reader, tenant }
      const since = await firstOfWorkspace(place)
      return reply({ range, before, ...since, ...(await compareAgents(place, range, before)) })
    },

    async 'workspaces.waiting'({ tenant, query: { limit = DEFAULT_LIMIT } }) {
      const where = { listed: true, waiting: true }
      const found = await reader.find(conversationsProjection, tenant, {
        index: 'byWaitingAnywhere',
        where,
        limit: MOST_READ,
      })
      const { items, titles } = await ofAgents(reader, tenant, found.items)
      const total =
        found.next === undefined
          ? items.length
          : await reader.count(conversationsProjection, tenant, { index: 'byWaitingAnywhere', where })
      const shown = items.slice(0, limit)
      const visitors = await waitingVisitors(reader, tenant, shown)
      return reply({
        total,
        items: visitors.map((visitor, nth) => ({ ...visitor, ...agentOf(shown[nth]!, titles) })),
      })
    },

    async 'workspaces.unanswered'({ tenant, query: { limit = DEFAULT_LIMIT } }) {
      const since = new Date(now() - UNANSWERED_MS).toISOString()
      const where = { handled: false, repliedAt: { gte: since } }
      const found = await reader.find(analyticsMessagesProjection, tenant, {
        index: 'byHandledAnywhere',
        where,
        order: 'desc',
        limit: MOST_READ,
      })
      const { items, titles } = await ofAgents(reader, tenant, found.items)
      const total =
        found.next === undefined
          ? items.length
          : await reader.count(analyticsMessagesProjection, tenant, { index: 'byHandledAnywhere', where })
      const agentIds = new Map(items.map((item) => [item.conversationId, item.agentId]))
      const questions = await questionsIn({ reader, tenant }, items.slice(0, limit))
      return reply({
        total,
        items: questions.map((question) => ({
          ...question,
          ...agentOf({ agentId: agentIds.get(question.conversationId) ?? '' }, titles),
        })),
      })
    },

    async 'workspaces.problems'({ tenant }) {
      const agents = await allAgents(reader, tenant, MOST_AGENTS)
      const items = []
      for (let first = 0; first < agents.length; first += AT_ONCE) {
        const some = agents.slice(first, first + AT_ONCE)
        const found = await Promise.all(some.map(({ ID }) => problemsOf({ tenant, agentId: ID })))
        for (const [nth, { ID, title, agentPlatform }] of some.entries())
          for (const problem of found[nth] ?? [])
            items.push({ agentId: ID, agentTitle: title, dialog: agentPlatform === 'vf', problem })
      }
      return reply({ items })
    },
  }
}

/** The items whose agents exist, with the titles of these. */
async function ofAgents<Item extends { agentId: string }>(
  reader: Reader,
  tenant: string,
  all: readonly Item[],
): Promise<{ items: Item[]; titles: ReadonlyMap<string, string> }> {
  const titles = await agentTitles(
    reader,
    tenant,
    all.map(({ agentId }) => agentId),
  )
  return { items: all.filter(({ agentId }) => titles.has(agentId)), titles }
}

function agentOf({ agentId }: { agentId: string }, titles: ReadonlyMap<string, string>) {
  return { agentId, agentTitle: titles.get(agentId) ?? '' }
}
