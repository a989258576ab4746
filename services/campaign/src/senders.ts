/**
 * How a medium sends a message of a campaign. A sender must be idempotent by `messageId`: what it has taken before it takes
 * again without sending it twice, as far as the other side lets it know.
 */
import type { CampaignMedium } from '@parley/contracts/campaign/names.ts'
import type { CampaignSettings, CampaignStep } from '@parley/contracts/campaign/settings.ts'
import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'

export type CampaignMessage = {
  context: CommandContext
  campaignId: string
  settings: CampaignSettings
  /** The same each time it is sent again. */
  messageId: string
  address: string
  contactKey: string
  subject: string
  text: string
  /** Of a medium that sends templates which the provider has approved, with its values filled in. */
  template?: CampaignStep['template']
  variables: Record<string, string>
  /** A conversation on the website in which a mail or a notification stands, and its answer comes. */
  conversationId?: string | undefined
  /** The caller asked for it: it is a test. */
  asked?: boolean
}

export type SentMessage =
  /** `sent`: nothing else will say what became of it. */
  | { became: 'written'; sent: boolean; conversationId?: string }
  | { became: 'failed'; reason: DeliveryFailure | 'refused' | 'unreachable' | 'no-subscription' }
  /** Another try may help, not before `afterMs` if the other side asks to wait. */
  | { became: 'postponed'; afterMs?: number }
  /** Nobody can be reached through the channel as it is. */
  | { became: 'channel-gone' }

export type CampaignSender = {
  /** Whether a campaign can be sent from this agent through this channel. */
  isReady(tenant: string, of: Pick<CampaignSettings, 'agentId' | 'channelId'>): Promise<boolean>
  send(message: CampaignMessage): Promise<SentMessage>
}

export type CampaignSenders = Record<CampaignMedium, CampaignSender>
