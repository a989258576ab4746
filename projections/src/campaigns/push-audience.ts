/** The visitors of an agent who allowed notifications, page by page, for the audiences of campaigns. */
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { openLeads } from '../leads/leads.queries.ts'
import { type PushVisitorDocument, pushVisitorsProjection } from './push-visitors.projection.ts'

export type AudienceOfVisitors = {
  agentId: string
  /** Of the newest conversation. */
  tag?: string | undefined
}
type PushVisitor = {
  visitorId: string
  /** The newest; that in which it was allowed where none is listed. */
  conversationId: string
  leadId?: string
  /** What is known of a visitor who is a lead. */
  fields: Record<string, string>
}

/** `next`: the cursor of the following page, absent on the last. A page may hold fewer than `limit`. */
export async function pushAudience(
  reader: Reader,
  tenant: string,
  { agentId, tag }: AudienceOfVisitors,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ visitors: PushVisitor[]; next?: string }> {
  const of = { index: 'byAgent', where: { agentId }, ...page }
  const found = await reader.find(pushVisitorsProjection, tenant, of)
  const read = await Promise.all(found.items.map((one) => visitorOf(reader, tenant, one, tag)))
  const visitors = read.filter((one) => one !== undefined)
  return found.next === undefined ? { visitors } : { visitors, next: found.next }
}

/** Undefined for one without the tag. */
async function visitorOf(
  reader: Reader,
  tenant: string,
  { agentId, visitorId, conversationId }: PushVisitorDocument,
  tag: string | undefined,
): Promise<PushVisitor | undefined> {
  const of = { index: 'byVisitor', where: { agentId, visitorId }, order: 'desc', limit: 1 } as const
  const [newest] = (await reader.find(conversationsProjection, tenant, of)).items
  if (tag !== undefined && !newest?.tags.includes(tag)) return undefined
  const leads = await reader.find(leadsProjection, tenant, {
    ...{ index: 'byVisitor', where: { agentId, visitorId }, limit: 1 },
  })
  const [lead] = await openLeads(reader, tenant, leads.items)
  return {
    visitorId,
    conversationId: newest?.conversationId ?? conversationId,
    fields: lead?.fields ?? {},
    ...(lead && { leadId: lead.leadId }),
  }
}
