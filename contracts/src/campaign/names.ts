/** Names and limits of campaigns. Without schemas, for screens. */

/**
 * Through what a campaign is sent: mail, a connected channel that lets an agent write first, or notifications of the browser
 * of visitors who allowed them.
 */
export const campaignMedia = ['email', 'telegram', 'whatsapp', 'webhook', 'push'] as const
export type CampaignMedium = (typeof campaignMedia)[number]
export const mediumLabels: Record<CampaignMedium, string> = {
  email: 'E-mail',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  webhook: 'Webhook',
  push: 'Web push',
}

/** Whether anybody tells what became of messages that were sent. */
export const tellsDelivery = (medium: CampaignMedium): boolean => medium !== 'email' && medium !== 'push'

/** `paused`: by a person, or because its channel is gone. `finished`: nobody is left to be written to. */
export const campaignStates = ['draft', 'running', 'paused', 'cancelled', 'finished'] as const
export type CampaignState = (typeof campaignStates)[number]

/** How far a message has come with a recipient, the furthest of all steps. */
export const recipientStates = [
  'queued',
  'sent',
  'delivered',
  'read',
  'answered',
  'failed',
  'opted-out',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** Why a recipient was not written to, besides what a channel says of a message. */
export const campaignFailures = [
  /** The person asked not to get campaigns. */
  'opted-out',
  /** As many messages of campaigns as the campaign allows were sent to the person. */
  'frequency-cap',
  /** The person was erased. */
  'erased',
  /** The mail server took the mail in no case. */
  'refused',
  /** The mail server could not be reached for hours. */
  'unreachable',
  /** No browser of the visitor takes notifications of the agent any more. */
  'no-subscription',
] as const

/** How somebody opted out: by what they wrote, the link in a mail, your team, or turning notifications off in the chat. */
export const optOutWays = ['word', 'link', 'person', 'withdrawn'] as const
export type OptOutWay = (typeof optOutWays)[number]

/** Why a row of a list, or a lead, is no recipient. */
export const droppedReasons = [
  'no-address',
  'invalid-address',
  'no-consent',
  'duplicate',
  'opted-out',
  'not-on-channel',
  'no-subscription',
  'invalid-row',
] as const
export type DroppedReason = (typeof droppedReasons)[number]
export const droppedLabels: Record<DroppedReason, string> = {
  'no-address': 'No address',
  'invalid-address': 'Not a valid address or number',
  'no-consent': 'No consent',
  duplicate: 'Listed more than once',
  'opted-out': 'Opted out of campaigns',
  'not-on-channel': 'Has not written through this channel',
  'no-subscription': 'Has not allowed notifications',
  'invalid-row': 'The row can’t be read',
}

export const mostPerMinute = 60_000
export const mostSteps = 5
export const mostOfText = 4_000
export const mostOfSubject = 200
export const mostOfLink = 1_500
/** Rows of a list in one request; a screen sends a longer list in parts. */
export const mostRows = 1_000
export const mostRecipients = 250_000
export const mostCampaigns = 1_000
export const mostVariables = 30
export const mostOfVariable = 500

/** The most messages a minute that a medium takes for long, so that a campaign stays within it where nothing is chosen. */
export const usualPace: Record<CampaignMedium, number> = {
  email: 600,
  telegram: 1_500,
  whatsapp: 1_200,
  webhook: 60_000,
  push: 6_000,
}
