import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentsProjection } from './agents.projection.ts'

/** The titles of those of the agents that exist, by id. An id may be given more than once. */
export async function agentTitles(
  reader: Reader,
  tenant: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(agentIds)]
  const found = await reader.getMany(agentsProjection, tenant, ids)
  return new Map(ids.flatMap((id, nth) => (found[nth] ? [[id, found[nth].title] as const] : [])))
}
