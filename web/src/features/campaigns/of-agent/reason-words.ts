import type { CampaignRecipientView } from '@parley/contracts/campaign/endpoints.ts'
import { failureNames } from '../../../shell/delivery-words.ts'

/** Why a recipient was not reached. */
export const reasonNames: Record<NonNullable<CampaignRecipientView['reason']>, string> = {
  ...failureNames,
  'opted-out': 'the person opted out',
  'frequency-cap': 'the person got as many messages as the campaign allows',
  erased: 'the person was erased',
  'no-subscription': 'no browser of the visitor takes notifications any more',
}
