/** One document for each recipient of a campaign; addresses and variables stay sealed. */
import { campaignRecipientEvents } from '@parley/contracts/campaign/events.ts'
import { ofMessage } from '@parley/contracts/campaign/message-id.ts'
import type { RecipientState } from '@parley/contracts/campaign/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type CampaignRecipientDocument = {
  recipientId: string
  listId: string
  campaignId: string
  variant: 'a' | 'b'
  state: RecipientState
  /** Sealed. */
  address: string
  /** Sealed JSON. */
  variables: string
  leadId?: string
  conversationId?: string
  /** The steps that were sent. */
  sent: number
  reason?: string
  /** When the next step is to be sent, of the first at the earliest; absent if no step is left. */
  dueAt?: string
  changedAt: string
}

export const campaignRecipientsProjection = tenantProjection<CampaignRecipientDocument>()({
  name: 'campaign-recipients',
  version: 2,
  events: { ...campaignRecipientEvents, ...pick(conversationEvents, 'MessageDeliveryChanged') },
  indexes: {
    byList: ['listId'],
    byState: ['listId', 'state'],
    byVariant: ['listId', 'variant', 'state'],
    byDue: { sparse: ['listId', 'dueAt'] },
  },
  identify: (event) =>
    event.type === 'MessageDeliveryChanged'
      ? ofMessage(event.data.messageId)?.recipientId
      : event.stream.slice('campaignrecipient-'.length),
  project(recipient, event) {
    // Everything else that channels say is recorded of the recipient.
    if (event.type === 'MessageDeliveryChanged')
      return recipient?.state === 'queued' && event.data.state === 'sent'
        ? { ...recipient, state: 'sent', changedAt: event.data.at }
        : recipient
    if (event.type === 'CampaignRecipientAdded') {
      const { at, contactKey: _, medium: __, timeZone: ___, importId: ____, ...added } = event.data
      return { ...added, state: 'queued', sent: 0, dueAt: at, changedAt: at }
    }
    if (!recipient) return undefined
    const { dueAt: _, reason: __, ...rest } = { ...recipient, changedAt: event.data.at }
    switch (event.type) {
      case 'CampaignMessageWritten': {
        const { step, sent, dueAt, conversationId } = event.data
        return {
          ...{ ...rest, sent: step + 1 },
          ...(sent && rest.state === 'queued' ? { state: 'sent' as const } : {}),
          ...(dueAt === undefined ? {} : { dueAt }),
          ...(conversationId === undefined ? {} : { conversationId }),
        }
      }
      case 'CampaignMessagePostponed':
        return { ...rest, dueAt: event.data.dueAt }
      case 'CampaignMessageFailed':
        return { ...rest, sent: event.data.step, state: 'failed', reason: event.data.reason }
      case 'CampaignMessageDelivered':
        return { ...recipient, changedAt: event.data.at, state: event.data.state }
      case 'CampaignAnswered':
        return { ...rest, state: 'answered', conversationId: event.data.conversationId }
      case 'CampaignRecipientOptedOut':
        return { ...rest, state: 'opted-out' }
      case 'CampaignRecipientRetried':
        return { ...rest, state: 'queued', dueAt: event.data.dueAt }
      case 'CampaignRecipientRemoved':
        return undefined
    }
  },
})
