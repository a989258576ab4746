/** One document for each campaign; what the team wrote stays sealed. */
import { campaignEvents } from '@parley/contracts/campaign/events.ts'
import type { CampaignMedium, CampaignState } from '@parley/contracts/campaign/names.ts'
import type { storedSettings } from '@parley/contracts/campaign/settings.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import type { z } from 'zod'

export type CampaignDocument = {
  campaignId: string
  listId: string
  agentId: string
  medium: CampaignMedium
  settings: z.input<typeof storedSettings>
  state: CampaignState
  pausedBy?: 'person' | 'channel'
  /** ISO 8601. */
  createdAt: string
  startedAt?: string
  endedAt?: string
}

export const campaignsProjection = tenantProjection<CampaignDocument>()({
  name: 'campaigns',
  version: 1,
  events: campaignEvents,
  indexes: { byCreation: ['createdAt'], byAgent: ['agentId', 'createdAt'] },
  identify: (event) => event.stream.slice('campaign-'.length),
  project(campaign, event) {
    if (event.type === 'CampaignCreated') {
      const { campaignId, listId, agentId, at, settings } = event.data
      const { medium } = settings
      return { campaignId, listId, agentId, medium, settings, state: 'draft', createdAt: at }
    }
    if (!campaign) return undefined
    const { pausedBy: _, endedAt: __, ...rest } = campaign
    const { at } = event.data
    switch (event.type) {
      case 'CampaignChanged': {
        const { settings, agentId } = event.data
        return { ...campaign, settings, agentId, medium: settings.medium }
      }
      case 'CampaignListReplaced':
        return { ...campaign, listId: event.data.listId }
      case 'CampaignRecipientsUploaded':
        return campaign
      case 'CampaignStarted':
        return { ...rest, state: 'running', startedAt: at }
      case 'CampaignPaused':
        return { ...rest, state: 'paused', pausedBy: event.data.reason }
      case 'CampaignResumed':
      case 'CampaignRetried':
        return { ...rest, state: 'running' }
      case 'CampaignCancelled':
        return { ...rest, state: 'cancelled', endedAt: at }
      case 'CampaignFinished':
        return { ...rest, state: 'finished', endedAt: at }
      case 'CampaignDeleted':
        return undefined
    }
  },
})
