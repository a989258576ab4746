import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentTitles } from '../agents/agent-titles.ts'

/** Returns those of the agents that exist: an assignment stays when its agent is deleted, and is then not shown. */
export async function existingAgents(
  reader: Reader,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await agentTitles(reader, tenant, ids)).keys())
}
