/**
 * Finds the conversations with a tag. An index of the read store has one value per document, so it contains all of a
 * conversation's tags together. A team uses few combinations, and each that includes the tag is read separately.
 */
import type { Find } from '@parley/kernel/read-models/read-store.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from './conversations.projection.ts'

export type Plan = Required<Pick<Find, 'index' | 'where'>>

/** With more combinations, reading them takes longer than reading the conversations themselves. */
const MOST_COMBINATIONS = 200

/**
 * Returns the plans that find an agent's conversations with a tag, newest first in each. Returns undefined if it is
 * cheaper to read `beside`, which finds all matching conversations and others.
 */
export async function plansForTag(
  reader: Reader,
  tenant: string,
  { agentId, tag, beside }: { agentId: string; tag: string; beside: Plan },
): Promise<Plan[] | undefined> {
  const listed = { agentId, listed: true }
  const plans: Plan[] = []
  let tagged = 0
  let tagSet = ''
  for (let nth = 0; nth < MOST_COMBINATIONS; nth++) {
    const where = { ...listed, tagSet: { gt: tagSet } }
    const query: Find = { index: 'byTagSet', where, limit: 1 }
    const [next] = (await reader.find(conversationsProjection, tenant, query)).items
    if (next?.tagSet === undefined)
      return tagged <= (await reader.count(conversationsProjection, tenant, beside)) ? plans : undefined
    tagSet = next.tagSet
    if (!next.tags.includes(tag)) continue
    const plan = { index: 'byTagSet', where: { ...listed, tagSet } }
    plans.push(plan)
    tagged += await reader.count(conversationsProjection, tenant, plan)
  }
  return undefined
}
