/**
 * Where the conversations with a tag are. An index of the read store holds one value of each document, so they stand
 * under all of their tags together; a team uses few combinations, and each that has the tag is read for itself.
 */
import type { Find } from '@parley/kernel/read-store.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { conversationsProjection } from './conversations.projection.ts'

export type Plan = Required<Pick<Find, 'index' | 'where'>>

/** More of them take longer to go through than the conversations themselves. */
const MOST_COMBINATIONS = 200

/**
 * What to read for an agent's conversations with a tag, newest first in each; undefined where another way is shorter:
 * `beside`, which holds all that are asked for and others.
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
    const query = { index: 'byTagSet', where, limit: 1 }
    const [next] = (await reader.find(conversationsProjection, tenant, query)).items
    if (!next)
      return tagged <= (await reader.count(conversationsProjection, tenant, beside)) ? plans : undefined
    tagSet = next.tagSet
    if (!next.tags.includes(tag)) continue
    const plan = { index: 'byTagSet', where: { ...listed, tagSet } }
    plans.push(plan)
    tagged += await reader.count(conversationsProjection, tenant, plan)
  }
  return undefined
}
