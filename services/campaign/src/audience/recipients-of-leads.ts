/** Which leads or visitors of an audience can be written to through a medium, and at which address. */
import {
  type CampaignMedium,
  type DroppedReason,
  mostOfVariable,
  mostVariables,
} from '@parley/contracts/campaign/names.ts'
import type { Audience } from '@parley/contracts/campaign/settings.ts'
import type { LeadView } from '@parley/contracts/conversation/lead-endpoints.ts'
import { normalAddress } from './addresses.ts'

type OfLeads = Extract<Audience, { kind: 'leads' }>
type OfVisitors = Extract<Audience, { kind: 'visitors' }>

export type LeadRecipient = {
  address: string
  variables: Record<string, string>
  /** Whose key seals it: the visitor's. */
  subject: string
  leadId?: string | undefined
  timeZone?: string | undefined
  /** Of the website, in which a mail or a notification stands. */
  conversationId?: string
}

export type ContactOf = (
  tenant: string,
  conversationId: string,
) => Promise<
  | {
      agentId: string
      channel: string
      channelId?: string | undefined
      contactId?: string | undefined
      timeZone?: string | undefined
      pageUrl?: string | undefined
    }
  | undefined
>

export type LeadPages = (
  tenant: string,
  of: {
    agentId: string
    status?: LeadView['status'] | undefined
    channel?: string | undefined
    tag?: string | undefined
    field?: { name: string; is: string } | undefined
  },
  page: { cursor?: string | undefined; limit: number },
) => Promise<{ leads: LeadView[]; next?: string }>

/** A visitor who allowed notifications. */
export type PushVisitor = {
  visitorId: string
  /** Their newest. */
  conversationId: string
  leadId?: string | undefined
  fields: Record<string, string>
}
export type VisitorPages = (
  tenant: string,
  of: { agentId: string; tag?: string | undefined },
  page: { cursor?: string | undefined; limit: number },
) => Promise<{ visitors: PushVisitor[]; next?: string }>

export type AudienceDeps = {
  leads: LeadPages
  visitors: VisitorPages
  contactOf: ContactOf
  /** Whether a visitor allows notifications of an agent. */
  isSubscribed(tenant: string, agentId: string, visitorId: string): Promise<boolean>
}

export type AudienceAsked = {
  tenant: string
  agentId: string
  medium: CampaignMedium
  channelId?: string | undefined
  audience: OfLeads | OfVisitors
}
/** `read` says at which address, or why at none. */
type Candidate = { read(): Promise<LeadRecipient | DroppedReason> }

const agreed = /^(yes|y|true|1|x|on|ja|oui|sí|si|sì|sim|tak|evet|نعم|हाँ|はい|是)$/i
/** Conversations of one lead that are looked at, the newest first. */
const MOST_CONVERSATIONS = 5

/** `next`: the cursor of the following page, absent on the last. */
export async function audiencePage(
  deps: AudienceDeps,
  { audience, ...asked }: AudienceAsked,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ candidates: Candidate[]; next?: string | undefined }> {
  const { tenant, agentId } = asked
  if (audience.kind === 'visitors') {
    const found = await deps.visitors(tenant, { agentId, tag: audience.tag }, page)
    const candidates = found.visitors.map((one) => ({ read: () => recipientOfVisitor(asked, one, deps) }))
    return { candidates, next: found.next }
  }
  const found = await deps.leads(tenant, { agentId, ...audience }, page)
  const candidates = found.leads.map((lead) => ({
    read: () => recipientOfLead({ ...asked, audience }, lead, deps),
  }))
  return { candidates, next: found.next }
}

async function recipientOfVisitor(
  { tenant, agentId }: Omit<AudienceAsked, 'audience'>,
  { visitorId, conversationId, leadId, fields }: PushVisitor,
  { contactOf, isSubscribed }: AudienceDeps,
): Promise<LeadRecipient | DroppedReason> {
  if (!(await isSubscribed(tenant, agentId, visitorId))) return 'no-subscription'
  const contact = await contactOf(tenant, conversationId)
  return {
    ...{ address: visitorId, variables: variablesOf(fields), subject: `visitor-${agentId}/${visitorId}` },
    ...{ leadId, timeZone: contact?.timeZone },
    ...(contact ? { conversationId } : {}),
  }
}

async function recipientOfLead(
  { tenant, medium, channelId, audience }: Omit<AudienceAsked, 'audience'> & { audience: OfLeads },
  lead: LeadView,
  { contactOf, isSubscribed }: AudienceDeps,
): Promise<LeadRecipient | DroppedReason> {
  const { consentField } = audience
  if (consentField !== undefined && !agreed.test(lead.fields[consentField]?.trim() ?? '')) return 'no-consent'
  const conversations = lead.conversationIds.slice(0, MOST_CONVERSATIONS)
  const own = {
    leadId: lead.leadId,
    subject: `visitor-${lead.agentId}/${lead.visitorId}`,
    variables: variablesOf(lead.fields),
  }
  if (medium === 'email') {
    const written = lead.fields.email ?? ''
    if (written === '') return 'no-address'
    const address = normalAddress(medium, written)
    return address === undefined ? 'invalid-address' : onWebsite(address)
  }
  if (medium === 'push') {
    const isAllowed = await isSubscribed(tenant, lead.agentId, lead.visitorId)
    return isAllowed ? onWebsite(lead.visitorId) : 'no-subscription'
  }
  for (const conversationId of conversations) {
    const contact = await contactOf(tenant, conversationId)
    if (!contact || contact.channelId !== channelId || contact.contactId === undefined) continue
    return { ...own, address: contact.contactId, timeZone: contact.timeZone }
  }
  if (medium !== 'whatsapp') return 'not-on-channel'
  const written = lead.fields.phone ?? ''
  if (written === '') return 'no-address'
  const address = normalAddress(medium, written)
  return address === undefined ? 'invalid-address' : { ...own, address }

  async function onWebsite(address: string): Promise<LeadRecipient> {
    for (const conversationId of conversations) {
      const contact = await contactOf(tenant, conversationId)
      if (contact?.channel !== 'web-chat') continue
      return { ...own, address, conversationId, timeZone: contact.timeZone }
    }
    return { ...own, address }
  }
}

function variablesOf(fields: Record<string, string>): Record<string, string> {
  const entries = Object.entries(fields).slice(0, mostVariables)
  return Object.fromEntries(
    entries.map(([name, value]) => [name.slice(0, 64), value.slice(0, mostOfVariable)]),
  )
}
