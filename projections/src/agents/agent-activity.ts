/** What happens with agents at present: conversations of the last days, who waits for a person, where they are. */
import type { AgentActivity } from '@parley/contracts/agent/endpoints.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentSetupProjection } from '../agent-setup/agent-setup.projection.ts'
import { isInstalled } from '../agent-setup/agent-setup.queries.ts'
import { analyticsConversationsProjection } from '../analytics/analytics-conversations.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** Counted no further, since lists show "99+". */
const MOST_WAITING = 100

export async function activityOf(
  { reader, ownOrigin, now = Date.now }: { reader: Reader; ownOrigin: string; now?: () => number },
  tenant: string,
  agentId: string,
): Promise<AgentActivity> {
  const since = new Date(now() - DAYS * DAY_MS).toISOString()
  const [conversations, waiting, setup] = await Promise.all([
    reader.count(analyticsConversationsProjection, tenant, {
      index: 'byStart',
      where: { agentId, startedAt: { gte: since } },
    }),
    reader.count(conversationsProjection, tenant, {
      index: 'byWaiting',
      where: { agentId, listed: true, waiting: true },
      atMost: MOST_WAITING,
    }),
    reader.get(agentSetupProjection, tenant, agentId),
  ])
  return { conversations, waiting, installed: isInstalled(setup, ownOrigin) }
}
