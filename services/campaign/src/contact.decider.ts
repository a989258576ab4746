/** What one address got of all campaigns of a workspace, and whether it wants more. Stream `campaigncontact-<contactKey>`. */
import { type CampaignContactEvent, campaignContactEvents } from '@parley/contracts/campaign/events.ts'
import type { CampaignMedium, OptOutWay } from '@parley/contracts/campaign/names.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

type Written = { campaignId: string; recipientId: string; step: number; at: string }
export type Contact = {
  optedOut: boolean
  /** The newest messages, the newest last. */
  written: readonly Written[]
}

export type ContactCommand =
  /** Refuses with `opted-out` or `frequency-cap`. The same message twice is one. */
  | {
      type: 'WriteToContact'
      contactKey: string
      campaignId: string
      recipientId: string
      step: number
      cap?: { messages: number; days: number } | undefined
    }
  | {
      type: 'OptOutContact'
      contactKey: string
      medium: CampaignMedium
      address: string
      by: OptOutWay
    }
  | { type: 'OptInContact'; contactKey: string }

const DAY_MS = 86_400_000
/** As many as the highest cap counts, and those that answers are told to. */
const MOST_KEPT = 20

export const contact: Aggregate<Contact, ContactCommand, CampaignContactEvent> = {
  category: 'campaigncontact',
  events: campaignContactEvents,
  decider: {
    initialState: { optedOut: false, written: [] },

    decide(command, { optedOut, written }, now) {
      const at = now.toISOString()
      switch (command.type) {
        case 'WriteToContact': {
          const { contactKey, campaignId, recipientId, step, cap } = command
          if (optedOut) return refuse('opted-out', 'This person opted out of campaigns.')
          if (written.some((one) => one.recipientId === recipientId && one.step === step)) return accept()
          const since = now.getTime() - (cap?.days ?? 0) * DAY_MS
          const recent = written.filter((one) => Date.parse(one.at) > since).length
          if (cap && recent >= cap.messages)
            return refuse('frequency-cap', 'This person got as many messages as the campaign allows.')
          const data = { at, contactKey, campaignId, recipientId, step }
          return accept({ type: 'CampaignContactWritten', data })
        }
        case 'OptOutContact': {
          if (optedOut) return accept()
          const { contactKey, medium, address, by } = command
          return accept({ type: 'CampaignContactOptedOut', data: { at, contactKey, medium, address, by } })
        }
        case 'OptInContact': {
          if (!optedOut) return refuse('not-found', 'This address is not on the list.')
          return accept({ type: 'CampaignContactOptedIn', data: { at, contactKey: command.contactKey } })
        }
      }
    },

    evolve(state, event) {
      switch (event.type) {
        case 'CampaignContactWritten': {
          const { campaignId, recipientId, step, at } = event.data
          const written = [...state.written, { campaignId, recipientId, step, at }]
          return { ...state, written: written.slice(-MOST_KEPT) }
        }
        case 'CampaignContactOptedOut':
          return { ...state, optedOut: true }
        case 'CampaignContactOptedIn':
          return { ...state, optedOut: false }
      }
    },
  },
}
