/** The leads of an agent, page by page, for the audiences of campaigns. */
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import type { LeadStatus } from '@parley/contracts/conversation/lead-events.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { leadsProjection } from './leads.projection.ts'
import { openLeads } from './leads.queries.ts'

export type AudienceOfLeads = {
  agentId: string
  status?: LeadStatus | undefined
  channel?: string | undefined
  /** Of the newest conversation. */
  tag?: string | undefined
  /** A detail with this text, upper and lower case alike. */
  field?: { name: string; is: string } | undefined
}

/** `next`: the cursor of the following page, absent on the last. A page may hold fewer than `limit`. */
export async function audienceLeads(
  reader: Reader,
  tenant: string,
  { agentId, status, channel, tag, field }: AudienceOfLeads,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ leads: LeadView[]; next?: string }> {
  const found = await reader.find(leadsProjection, tenant, {
    ...(status === undefined
      ? { index: 'byAgent', where: { agentId } }
      : { index: 'byStatus', where: { agentId, status } }),
    ...page,
  })
  const onChannel = found.items.filter((lead) => channel === undefined || lead.channel === channel)
  const opened = await openLeads(reader, tenant, onChannel)
  const wanted = field?.is.toLocaleLowerCase()
  const withField = opened.filter(
    ({ fields }) => !field || fields[field.name]?.trim().toLocaleLowerCase() === wanted,
  )
  const leads = tag === undefined ? withField : await tagged(reader, tenant, withField, tag)
  return found.next === undefined ? { leads } : { leads, next: found.next }
}

async function tagged(reader: Reader, tenant: string, leads: LeadView[], tag: string): Promise<LeadView[]> {
  const newest = leads.map(({ conversationIds: [first = ''] }) => first)
  const conversations = await reader.getMany(conversationsProjection, tenant, newest)
  return leads.filter((_, nth) => conversations[nth]?.tags.includes(tag))
}
