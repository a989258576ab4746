import { z } from 'zod'
import { deliveryFailures, deliveryStates } from '../channel/names.ts'
import { namedTexts } from '../conversation/named-texts.ts'
import { defineEvents, type EventOf, personal } from '../message.ts'
import { campaignFailures, campaignMedia, optOutWays } from './names.ts'
import { storedSettings } from './settings.ts'

/** `agentId` in each event, so that pages that show the agent are notified. `at`: ISO 8601. */
const of = { agentId: z.string(), at: z.string() }

/** Stream `campaign-<campaignId>`: what is sent to whom, and whether it runs. `listId`: of its recipients. */
export const campaignEvents = defineEvents({
  CampaignCreated: {
    version: 1,
    summary: 'Created a campaign',
    data: z.object({ ...of, campaignId: z.string(), listId: z.string(), settings: storedSettings }),
  },
  /** All settings after the change. */
  CampaignChanged: {
    version: 1,
    summary: 'Changed a campaign',
    data: z.object({ ...of, settings: storedSettings }),
  },
  /** Recipients of the former list are none any more. */
  CampaignListReplaced: {
    version: 1,
    summary: 'Removed the recipients of a campaign',
    data: z.object({ ...of, listId: z.string(), formerListId: z.string() }),
  },
  /** By one call; a longer list is several. `importId`: in the events of the recipients. */
  CampaignRecipientsUploaded: {
    version: 1,
    summary: 'Uploaded recipients of a campaign',
    data: z.object({ ...of, listId: z.string(), importId: z.string(), added: z.number() }),
  },
  /** `live`: later leads or visitors are added. `fromLeads`: the recipients are added first, of either. */
  CampaignStarted: {
    version: 1,
    summary: 'Started a campaign',
    data: z.object({ ...of, listId: z.string(), fromLeads: z.boolean(), live: z.boolean() }),
  },
  CampaignPaused: {
    version: 1,
    summary: 'Paused a campaign',
    data: z.object({ ...of, reason: z.enum(['person', 'channel']) }),
  },
  CampaignResumed: { version: 1, summary: 'Resumed a campaign', data: z.object(of) },
  CampaignCancelled: { version: 1, summary: 'Cancelled a campaign', data: z.object(of) },
  CampaignFinished: { version: 1, summary: 'Finished a campaign', data: z.object(of) },
  /** Those that failed for a reason that may pass are written to again. */
  CampaignRetried: {
    version: 1,
    summary: 'Sent to recipients again that had failed',
    data: z.object({ ...of, listId: z.string() }),
  },
  CampaignDeleted: {
    version: 1,
    summary: 'Deleted a campaign',
    data: z.object({ ...of, listId: z.string() }),
  },
})
export type CampaignEvent = EventOf<typeof campaignEvents>

const ofRecipient = { listId: z.string(), at: z.string() }
const variant = z.enum(['a', 'b'])

/**
 * Stream `campaignrecipient-<recipientId>`: one recipient of one campaign; the id follows from the list and the address.
 * The subject is the lead's visitor, or the contact (`campaign-contact-<contactKey>`). `dueAt`: when the next step is to be
 * sent; absent where none is.
 */
export const campaignRecipientEvents = defineEvents({
  CampaignRecipientAdded: {
    version: 1,
    summary: 'Added a recipient to a campaign',
    data: z.object({
      ...ofRecipient,
      campaignId: z.string(),
      recipientId: z.string(),
      /** What the address becomes under a key of the installation. */
      contactKey: z.string(),
      medium: z.enum(campaignMedia),
      address: personal(),
      variables: namedTexts,
      timeZone: personal().optional(),
      leadId: z.string().optional(),
      /** A conversation of the lead on the website, in which a mail and its answer stand. */
      conversationId: z.string().optional(),
      variant,
      /** The upload that added it. */
      importId: z.string(),
    }),
  },
  /** A step was handed over: to the conversation's channel, or to the mail server. */
  CampaignMessageWritten: {
    version: 1,
    summary: 'Sent a message of a campaign',
    data: z.object({
      ...ofRecipient,
      step: z.number(),
      messageId: z.string(),
      conversationId: z.string().optional(),
      /** True of what was sent at once, such as a mail. */
      sent: z.boolean(),
      dueAt: z.string().optional(),
    }),
  },
  CampaignMessagePostponed: {
    version: 1,
    summary: 'Postponed a message of a campaign',
    data: z.object({ ...ofRecipient, step: z.number(), dueAt: z.string(), failed: z.boolean() }),
  },
  CampaignMessageFailed: {
    version: 1,
    summary: 'Could not send a message of a campaign',
    data: z.object({
      ...ofRecipient,
      step: z.number(),
      reason: z.enum([...deliveryFailures, ...campaignFailures]),
    }),
  },
  CampaignMessageDelivered: {
    version: 1,
    summary: 'Delivered a message of a campaign',
    data: z.object({ ...ofRecipient, step: z.number(), state: z.enum(deliveryStates).exclude(['failed']) }),
  },
  /** Later steps are not sent. */
  CampaignAnswered: {
    version: 1,
    summary: 'Answered a message of a campaign',
    data: z.object({ ...ofRecipient, conversationId: z.string() }),
  },
  CampaignRecipientOptedOut: {
    version: 1,
    summary: 'Opted out of campaigns',
    data: z.object({ ...ofRecipient, by: z.enum(optOutWays) }),
  },
  /** Sent again from the step that failed. */
  CampaignRecipientRetried: {
    version: 1,
    summary: 'Tried a message of a campaign again',
    data: z.object({ ...ofRecipient, dueAt: z.string() }),
  },
  CampaignRecipientRemoved: {
    version: 1,
    summary: 'Removed a recipient from a campaign',
    data: z.object(ofRecipient),
  },
})
export type CampaignRecipientEvent = EventOf<typeof campaignRecipientEvents>

/**
 * Stream `campaigncontact-<contactKey>`: what one address got of all campaigns of a workspace, and whether it wants more.
 * The key follows from the address under a key of the installation; the subject is `campaign-contact-<contactKey>`.
 */
export const campaignContactEvents = defineEvents({
  /** Recorded before a message is sent. */
  CampaignContactWritten: {
    version: 1,
    summary: 'Wrote to a contact in a campaign',
    data: z.object({
      at: z.string(),
      contactKey: z.string(),
      campaignId: z.string(),
      recipientId: z.string(),
      step: z.number(),
    }),
  },
  CampaignContactOptedOut: {
    version: 1,
    summary: 'Opted out of campaigns',
    data: z.object({
      at: z.string(),
      contactKey: z.string(),
      medium: z.enum(campaignMedia),
      address: personal(),
      by: z.enum(optOutWays),
    }),
  },
  CampaignContactOptedIn: {
    version: 1,
    summary: 'Allowed campaigns again',
    data: z.object({ at: z.string(), contactKey: z.string() }),
  },
})
export type CampaignContactEvent = EventOf<typeof campaignContactEvents>
