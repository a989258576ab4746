/** Who opted out of campaigns; addresses stay sealed. */
import { campaignContactEvents } from '@parley/contracts/campaign/events.ts'
import type { CampaignMedium, OptOutWay } from '@parley/contracts/campaign/names.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type SuppressedContactDocument = {
  contactKey: string
  medium: CampaignMedium
  /** Sealed. */
  address: string
  by: OptOutWay
  at: string
}

export const suppressedContactsProjection = tenantProjection<SuppressedContactDocument>()({
  name: 'suppressed-contacts',
  version: 1,
  events: pick(campaignContactEvents, 'CampaignContactOptedOut', 'CampaignContactOptedIn'),
  indexes: { byTime: ['at'] },
  identify: (event) => event.data.contactKey,
  project: (_, event) => (event.type === 'CampaignContactOptedOut' ? event.data : undefined),
})
