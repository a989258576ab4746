import { z } from 'zod'
import { deliveryFailures } from '../channel/names.ts'
import { agentParams, defineEndpoints, pageOf, pageQuery, regionParams } from '../endpoint.ts'
import {
  campaignFailures,
  campaignMedia,
  campaignStates,
  droppedReasons,
  mostOfVariable,
  optOutWays,
  recipientStates,
} from './names.ts'
import { audienceSchema, campaignSettings } from './settings.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const campaignParams = regionParams.extend({ campaignId: id })
const ofAgentParams = agentParams.extend({ campaignId: id })
const success = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/campaigns'
const pathOfAgent = '/api/{region}/v2/agents/{agentId}/campaigns'
const variant = z.enum(['a', 'b'])

/** How many recipients have come how far. */
const figuresSchema = z.record(z.enum(recipientStates), z.number())

const campaignItem = z.object({
  campaignId: z.string(),
  name: z.string(),
  agentId: z.string(),
  medium: z.enum(campaignMedia),
  state: z.enum(campaignStates),
  /** Why it is paused. */
  pausedBy: z.enum(['person', 'channel']).optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  recipients: z.number(),
  figures: figuresSchema,
})
export type CampaignItem = z.infer<typeof campaignItem>

const campaignView = campaignItem.extend({
  settings: campaignSettings,
  /** By text, of campaigns with two. */
  variants: z.object({ a: figuresSchema, b: figuresSchema }).optional(),
})
export type CampaignView = z.infer<typeof campaignView>

/** Of an agent, for whoever sees that agent alone: without the audience, which may name leads of others. */
const campaignOfAgent = campaignItem.extend({
  steps: campaignSettings.shape.steps,
  variants: z.object({ a: figuresSchema, b: figuresSchema }).optional(),
})
export type CampaignOfAgent = z.infer<typeof campaignOfAgent>

const recipientView = z.object({
  recipientId: z.string(),
  address: z.string(),
  variables: z.record(z.string(), z.string()),
  variant,
  state: z.enum(recipientStates),
  reason: z.enum([...deliveryFailures, ...campaignFailures]).optional(),
  /** The steps that were sent. */
  sent: z.number(),
  /** When the next step is to be sent, ISO 8601. */
  dueAt: z.string().optional(),
  conversationId: z.string().optional(),
  leadId: z.string().optional(),
  changedAt: z.string(),
})
export type CampaignRecipientView = z.infer<typeof recipientView>

const dropped = z.object({
  /** Of the part that was sent, from 1; the first row has the names of the columns. */
  row: z.number(),
  reason: z.enum(droppedReasons),
  address: z.string(),
})
const droppedCounts = z.partialRecord(z.enum(droppedReasons), z.number())

const suppressedView = z.object({
  contactKey: z.string(),
  medium: z.enum(campaignMedia),
  address: z.string(),
  by: z.enum(optOutWays),
  at: z.string(),
})
export type SuppressedView = z.infer<typeof suppressedView>

const settingsRefusals = {
  'no-such-agent': 400,
  'no-such-channel': 400,
  'no-such-audience': 400,
  'invalid-time-zone': 400,
  'incomplete-text': 422,
} as const

export const campaignEndpoints = defineEndpoints({
  'campaigns.list': {
    summary: 'The campaigns of a workspace with their figures, the newest first',
    method: 'GET',
    path,
    permission: 'campaign.read',
    kind: 'query',
    params: regionParams,
    query: pageQuery,
    output: pageOf(campaignItem),
  },
  'campaigns.get': {
    summary: 'A campaign with its settings and figures',
    method: 'GET',
    path: `${path}/{campaignId}`,
    permission: 'campaign.read',
    kind: 'query',
    params: campaignParams,
    output: campaignView,
  },
  'campaigns.ofAgent': {
    summary: 'The campaigns of an agent that were started, the newest first',
    method: 'GET',
    path: pathOfAgent,
    permission: 'campaign.view',
    kind: 'query',
    params: agentParams,
    query: pageQuery,
    output: pageOf(campaignItem),
  },
  'campaigns.getOfAgent': {
    summary: 'A campaign of an agent that was started, with its texts and figures',
    method: 'GET',
    path: `${pathOfAgent}/{campaignId}`,
    permission: 'campaign.view',
    kind: 'query',
    params: ofAgentParams,
    output: campaignOfAgent,
  },
  'campaigns.recipientsOfAgent': {
    summary: 'The recipients of a campaign of an agent, and how far each has come',
    method: 'GET',
    path: `${pathOfAgent}/{campaignId}/recipients`,
    permission: 'campaign.view',
    kind: 'query',
    params: ofAgentParams,
    query: pageQuery.extend({ state: z.enum(recipientStates).optional() }),
    output: pageOf(recipientView),
  },
  'campaigns.create': {
    summary: 'Create a campaign as a draft; nothing is sent before it is started',
    method: 'POST',
    path,
    permission: 'campaign.manage',
    kind: 'command',
    params: regionParams,
    body: campaignSettings,
    output: z.object({ campaignId: z.string() }),
    refusals: { ...settingsRefusals, 'too-many-campaigns': 403 },
  },
  'campaigns.change': {
    summary: 'Change a campaign that is a draft',
    method: 'POST',
    path: `${path}/{campaignId}`,
    permission: 'campaign.manage',
    kind: 'command',
    overwrites: 'campaigns.get',
    params: campaignParams,
    body: campaignSettings,
    output: success,
    refusals: { ...settingsRefusals, 'already-started': 409 },
  },
  'campaigns.delete': {
    summary: 'Delete a campaign that does not run, with its recipients',
    method: 'DELETE',
    path: `${path}/{campaignId}`,
    permission: 'campaign.manage',
    kind: 'command',
    overwrites: 'campaigns.get',
    params: campaignParams,
    output: success,
    refusals: { 'still-running': 409 },
  },
  'campaigns.addRecipients': {
    summary:
      'Add recipients of a list in CSV to a draft, up to 1,000 rows: a column with the address, `consent`, and any others as variables',
    method: 'POST',
    path: `${path}/{campaignId}/recipients`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    body: z.object({
      csv: z
        .string()
        .min(1)
        .max(1_000_000)
        .meta({ examples: ['email,consent,name\nada@example.com,yes,Ada'] }),
      /** Of phone numbers without a country code: ISO 3166, such as DE. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.object({ added: z.number(), dropped: z.array(dropped) }),
    maxBodyBytes: 3_100_000,
    refusals: {
      'already-started': 409,
      'not-a-list': 409,
      'invalid-csv': 422,
      'no-consent-column': 422,
      'no-address-column': 422,
      'too-many-rows': 422,
      'too-many-recipients': 403,
    },
  },
  'campaigns.clearRecipients': {
    summary: 'Remove all recipients of a draft',
    method: 'DELETE',
    path: `${path}/{campaignId}/recipients`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { 'already-started': 409 },
  },
  'campaigns.recipients': {
    summary: 'The recipients of a campaign and how far each has come',
    method: 'GET',
    path: `${path}/{campaignId}/recipients`,
    permission: 'campaign.read',
    kind: 'query',
    params: campaignParams,
    query: pageQuery.extend({ state: z.enum(recipientStates).optional() }),
    output: pageOf(recipientView),
  },
  'campaigns.audience': {
    summary: 'How many leads or visitors an audience has now, who is left out and why, and some of them',
    method: 'POST',
    path: `${path}/audience`,
    permission: 'campaign.read',
    kind: 'query',
    params: regionParams,
    body: z.object({
      agentId: id,
      medium: z.enum(campaignMedia),
      channelId: id.optional(),
      audience: audienceSchema,
    }),
    output: z.object({
      recipients: z.number(),
      /** True if some were left uncounted, since there are too many for one answer. */
      more: z.boolean(),
      dropped: droppedCounts,
      examples: z.array(z.object({ address: z.string(), variables: z.record(z.string(), z.string()) })),
    }),
    refusals: { 'no-such-agent': 400, 'no-such-channel': 400, 'no-such-audience': 400 },
  },
  'campaigns.test': {
    summary:
      'Send a step of a campaign to the caller by mail or push, or through its channel to a contact of it',
    method: 'POST',
    path: `${path}/{campaignId}/test`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    body: z.object({
      step: z
        .number()
        .int()
        .min(0)
        .max(4)
        .meta({ examples: [0] }),
      variant,
      /** The contact of a channel; mail and notifications go to the caller alone. */
      contactId: z.string().min(1).max(200).optional(),
      variables: z.record(z.string().max(64), z.string().max(mostOfVariable)).optional(),
    }),
    output: success,
    refusals: { 'too-many-requests': 429, 'no-such-step': 404, 'not-sent': 422, ...settingsRefusals },
  },
  'campaigns.start': {
    summary: 'Start a campaign: its recipients are who they are now, and are written to as its schedule says',
    method: 'POST',
    path: `${path}/{campaignId}/start`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { ...settingsRefusals, 'already-started': 409, 'no-recipients': 422 },
  },
  'campaigns.pause': {
    summary: 'Pause a campaign at once',
    method: 'POST',
    path: `${path}/{campaignId}/pause`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { 'not-running': 409 },
  },
  'campaigns.resume': {
    summary: 'Resume a paused campaign',
    method: 'POST',
    path: `${path}/{campaignId}/resume`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { ...settingsRefusals, 'not-paused': 409 },
  },
  'campaigns.cancel': {
    summary: 'Cancel a campaign at once: nobody is written to any more',
    method: 'POST',
    path: `${path}/{campaignId}/cancel`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { 'not-running': 409 },
  },
  'campaigns.retry': {
    summary: 'Write again to recipients who could not be reached for a reason that may pass',
    method: 'POST',
    path: `${path}/{campaignId}/retry`,
    permission: 'campaign.manage',
    kind: 'command',
    params: campaignParams,
    output: success,
    refusals: { ...settingsRefusals, 'not-finished': 409 },
  },
  'campaigns.export': {
    summary: 'The recipients of a campaign and how far each has come, as CSV',
    method: 'GET',
    path: `${path}/{campaignId}/recipients.csv`,
    permission: 'campaign.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: campaignParams,
    output: z.string(),
  },
  'campaigns.suppressed': {
    summary: 'Who opted out of campaigns, the newest first',
    method: 'GET',
    path: `${path}/suppressed`,
    permission: 'campaign.read',
    kind: 'query',
    params: regionParams,
    query: pageQuery,
    output: pageOf(suppressedView),
  },
  'campaigns.suppress': {
    summary: 'Keep an address out of all campaigns',
    method: 'POST',
    path: `${path}/suppressed`,
    permission: 'campaign.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({
      medium: z.enum(['email', 'whatsapp']),
      address: z.string().trim().min(1).max(320),
    }),
    output: success,
    refusals: { 'invalid-address': 422 },
  },
  'campaigns.unsuppress': {
    summary: 'Allow campaigns to an address again, which its owner asked for',
    method: 'POST',
    path: `${path}/suppressed/{contactKey}/remove`,
    permission: 'campaign.manage',
    kind: 'command',
    params: regionParams.extend({ contactKey: id }),
    output: success,
  },
  'campaigns.eraseContact': {
    summary: 'Erase what lists of campaigns say of an address; it stays opted out if it was',
    method: 'POST',
    path: `${path}/contacts/erase`,
    permission: 'visitor.erase',
    kind: 'command',
    params: regionParams,
    body: z.object({ medium: z.enum(['email', 'whatsapp']), address: z.string().trim().min(1).max(320) }),
    output: success,
    refusals: { 'invalid-address': 422 },
  },
})
