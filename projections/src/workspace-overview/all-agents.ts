import type { AgentListItem } from '@parley/contracts/agent/endpoints.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentsProjection } from '../agents/agents.projection.ts'

const PAGE = 1_000

/** The agents of a workspace, last modified first; at most the first `most`. */
export async function allAgents(
  reader: Reader,
  tenant: string,
  most = Number.POSITIVE_INFINITY,
): Promise<AgentListItem[]> {
  const agents: AgentListItem[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(PAGE, most - agents.length)
    const page = await reader.find(agentsProjection, tenant, {
      index: 'byLastModified',
      order: 'desc',
      limit,
      cursor,
    })
    agents.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined && agents.length < most)
  return agents
}
