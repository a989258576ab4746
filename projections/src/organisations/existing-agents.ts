import type { Reader } from '@parley/kernel/reader.ts'
import { agentsProjection } from '../agents/agents.projection.ts'

/** Returns those of the agents that exist: an assignment stays when its agent is deleted, and is then not shown. */
export async function existingAgents(
  reader: Reader,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)]
  const found = await reader.getMany(agentsProjection, tenant, asked)
  return new Set(asked.filter((_, nth) => found[nth] !== undefined))
}
