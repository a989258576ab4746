/** Which leads of an audience can be written to through a medium, and at which address. */
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

export type LeadRecipient = {
  address: string
  variables: Record<string, string>
  /** Whose key seals it: the lead's. */
  subject: string
  leadId: string
  timeZone?: string | undefined
  /** Of the website, in which a mail stands. */
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
    }
  | undefined
>

export type AudienceAsked = {
  tenant: string
  medium: CampaignMedium
  channelId?: string | undefined
  audience: OfLeads
}

const agreed = /^(yes|y|true|1|x|on|ja|oui|sí|si|sì|sim|tak|evet|نعم|हाँ|はい|是)$/i
/** Conversations of one lead that are looked at, the newest first. */
const MOST_CONVERSATIONS = 5

export async function recipientOfLead(
  { tenant, medium, channelId, audience }: AudienceAsked,
  lead: LeadView,
  contactOf: ContactOf,
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
    if (address === undefined) return 'invalid-address'
    for (const conversationId of conversations) {
      const contact = await contactOf(tenant, conversationId)
      if (contact?.channel !== 'web-chat') continue
      return { ...own, address, conversationId, timeZone: contact.timeZone }
    }
    return { ...own, address }
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
}

function variablesOf(fields: Record<string, string>): Record<string, string> {
  const entries = Object.entries(fields).slice(0, mostVariables)
  return Object.fromEntries(
    entries.map(([name, value]) => [name.slice(0, 64), value.slice(0, mostOfVariable)]),
  )
}
