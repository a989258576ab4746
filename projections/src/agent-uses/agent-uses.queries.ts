import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { byName } from '../by-name.ts'
import { type UsesProjection, usedIds } from './agent-uses.projection.ts'

const READ_AT_ONCE = 100

/** The agents that use a thing, by name. */
export async function agentsUsing(
  reader: Reader,
  projection: UsesProjection,
  tenant: string,
  id: string,
): Promise<{ agentId: string; title: string }[]> {
  const ids = (await usesOf(reader, projection, tenant)).get(id) ?? []
  const titles = await agentTitles(reader, tenant, ids)
  const agents = ids.flatMap((agentId) => {
    const title = titles.get(agentId)
    return title === undefined ? [] : [{ agentId, title }]
  })
  return agents.sort((one, other) => byName(one.title, other.title))
}

/** How many agents use each thing. */
export async function usesCounted(
  reader: Reader,
  projection: UsesProjection,
  tenant: string,
): Promise<(id: string) => number> {
  const uses = await usesOf(reader, projection, tenant)
  const existing = await agentTitles(reader, tenant, [...uses.values()].flat())
  return (id) => (uses.get(id) ?? []).filter((agentId) => existing.has(agentId)).length
}

/** The ids of the agents that use each thing. */
async function usesOf(
  reader: Reader,
  projection: UsesProjection,
  tenant: string,
): Promise<ReadonlyMap<string, string[]>> {
  // bounded: by the quota of agents
  const documents = await everyDocument(reader, projection, tenant, { index: 'all', limit: READ_AT_ONCE })
  const uses = new Map<string, string[]>()
  for (const document of documents)
    for (const id of usedIds(document)) uses.set(id, [...(uses.get(id) ?? []), document.agentId])
  return uses
}
