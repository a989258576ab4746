import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from './conversations.projection.ts'

/** The ids of the open conversations of agents that are assigned to a member or a client. */
export async function openOfAssignee(
  reader: Reader,
  tenant: string,
  assignee: string,
  agentIds: readonly string[],
): Promise<string[]> {
  // bounded: by what one person has open
  const ids: string[] = []
  for (const agentId of agentIds) {
    const where = { agentId, listed: true, status: 'open', assignee }
    const of = { index: 'byAssignee', where, limit: 500 }
    const found = await everyDocument(reader, conversationsProjection, tenant, of)
    ids.push(...found.map(({ conversationId }) => conversationId))
  }
  return ids
}
