/** What the screens of campaigns say of states and reasons. */
import type { CampaignRecipientView, CampaignView } from '@parley/contracts/campaign/endpoints.ts'
import type { CampaignState, RecipientState } from '@parley/contracts/campaign/names.ts'

export const stateNames: Record<CampaignState, string> = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  cancelled: 'Cancelled',
  finished: 'Finished',
}

export const recipientStateNames: Record<RecipientState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  answered: 'Answered',
  failed: 'Failed',
  'opted-out': 'Opted out',
}

export const reasonWords: Record<NonNullable<CampaignRecipientView['reason']>, string> = {
  refused: 'The message was refused.',
  'address-not-allowed': 'The address leads into a private network.',
  expired: 'It could not be delivered within a day.',
  blocked: 'The person has blocked the agent, or deleted their account.',
  disconnected: 'The channel is no longer connected.',
  'too-long': 'The message is too long for the channel.',
  reported: 'The provider reported it as failed.',
  'limit-reached': 'As many messages as a day allows were sent.',
  'window-closed': 'The person wrote too long ago.',
  'template-refused': 'WhatsApp no longer accepts the template.',
  unreachable: 'The person, or the mail server, could not be reached.',
  'opted-out': 'The person opted out.',
  'frequency-cap': 'The person got as many messages as the campaign allows.',
  erased: 'The person was erased.',
  'no-subscription': 'No browser of the visitor takes notifications any more.',
}

/** Reasons that another try may mend. */
export const mayPass = 'Recipients who could not be reached for a reason that may pass are written to again.'

/** How many of a campaign's recipients have come at least this far. */
export function reached(
  { figures }: Pick<CampaignView, 'figures'>,
  state: 'sent' | 'delivered' | 'read',
): number {
  const further = figures.answered + figures['opted-out']
  if (state === 'read') return figures.read + further
  if (state === 'delivered') return figures.delivered + figures.read + further
  return figures.sent + figures.delivered + figures.read + further
}

export const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Each half hour of a day. */
export const clockTimes = Array.from({ length: 48 }, (_, nth) => clockOf(nth * 30))
