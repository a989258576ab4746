/** Query parameters of the Campaigns page of an agent. */
import { type RecipientState, recipientStates } from '@parley/contracts/campaign/names.ts'

export type RecipientStateFilter = RecipientState | undefined

export type AgentCampaignsSearch = {
  /** The open campaign. */
  campaign?: string
  /** Recipients of it that are shown. */
  recipients?: RecipientStateFilter
}

export function agentCampaignsSearch(raw: Record<string, unknown>): AgentCampaignsSearch {
  return {
    campaign: typeof raw.campaign === 'string' && raw.campaign !== '' ? raw.campaign : undefined,
    recipients: recipientStates.find((state) => state === raw.recipients),
  }
}
