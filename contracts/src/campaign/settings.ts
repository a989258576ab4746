import { z } from 'zod'
import { MOST_OF_VARIABLE } from '../channel/template-names.ts'
import { channels } from '../conversation/events.ts'
import { leadStatuses } from '../conversation/lead-events.ts'
import { tenantText } from '../message.ts'
import { campaignMedia, mostOfLink, mostOfSubject, mostOfText, mostPerMinute, mostSteps } from './names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const minute = z.number().int().min(0).max(1_439)

/** The text of a variant: as it is written, or a template that the provider has approved. */
const textSchema = z.object({
  subject: z.string().trim().max(mostOfSubject).optional(),
  text: z.string().trim().max(mostOfText),
})
const templateSchema = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(16),
  /** What its variables are filled with, by place (`placesOfVariables`); may hold variables of the recipient. */
  values: z
    .record(z.string().max(100), z.string().trim().max(MOST_OF_VARIABLE))
    .refine((values) => Object.keys(values).length <= 100),
})

const stepSchema = z.object({
  /** Hours after the step before; 0 for the first. */
  afterHours: z.number().min(0).max(8_760),
  a: textSchema,
  /** A second text, which half of the recipients get. */
  b: textSchema.optional(),
  template: templateSchema.optional(),
})

export const audienceSchema = z.discriminatedUnion('kind', [
  /** A list that was uploaded. */
  z.object({ kind: z.literal('list') }),
  z.object({
    kind: z.literal('leads'),
    /** Leads that come later are added, until the campaign is cancelled. */
    live: z.boolean(),
    status: z.enum(leadStatuses).optional(),
    channel: z.enum(channels).optional(),
    /** A tag of their newest conversation. */
    tag: z.string().trim().min(1).max(100).optional(),
    /** A detail with this text, upper and lower case alike. */
    field: z.object({ name: z.string().trim().min(1).max(64), is: z.string().trim().max(200) }).optional(),
    /** The detail that says whether the lead agreed to get messages. */
    consentField: z.string().trim().min(1).max(64).optional(),
  }),
  /** Visitors of the agent's website who allowed notifications. Of the medium `push` alone. */
  z.object({
    kind: z.literal('visitors'),
    /** Visitors who allow them later are added, until the campaign is cancelled. */
    live: z.boolean(),
    /** A tag of their newest conversation. */
    tag: z.string().trim().min(1).max(100).optional(),
  }),
])
export type Audience = z.infer<typeof audienceSchema>

export const campaignSettings = z.object({
  name: z.string().trim().min(1, 'Please give the campaign a name.').max(100),
  agentId: id,
  medium: z.enum(campaignMedia),
  /** Of media that are channels. */
  channelId: id.optional(),
  steps: z.array(stepSchema).min(1).max(mostSteps),
  audience: audienceSchema,
  /** `at`: the local time in `timeZone`, or with `inRecipientZone` in that of each recipient whose is known. */
  schedule: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('now') }),
    z.object({
      kind: z.literal('at'),
      at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
      inRecipientZone: z.boolean(),
    }),
  ]),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Berlin'] }),
  /** Minutes of the day between which nobody is written to, in their own time zone where it is known. */
  quietHours: z.object({ from: minute, to: minute }).optional(),
  perMinute: z.number().int().min(1).max(mostPerMinute).optional(),
  /** The most messages of all campaigns to one person within days. */
  cap: z
    .object({ messages: z.number().int().min(1).max(20), days: z.number().int().min(1).max(30) })
    .optional(),
  /** The node of the agent at which an answer comes in. */
  startNode: id.optional(),
  /** Where answers to mails go that come into no conversation. */
  replyTo: z.email().max(320).optional(),
  /** What a notification opens; the page on which the visitor was last if absent. */
  link: z
    .url({ protocol: /^https$/ })
    .max(mostOfLink)
    .optional(),
})
export type CampaignSettings = z.infer<typeof campaignSettings>
export type CampaignStep = CampaignSettings['steps'][number]

const sealedText = z.object({ subject: tenantText().optional(), text: tenantText() })
/** As events hold them: what the team wrote is sealed. */
export const storedSettings = campaignSettings.extend({
  name: tenantText(),
  steps: z.array(
    z.object({
      afterHours: z.number(),
      a: sealedText,
      b: sealedText.optional(),
      template: z
        .object({ name: z.string(), language: z.string(), values: z.record(z.string(), tenantText()) })
        .optional(),
    }),
  ),
  audience: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('list') }),
    z.object({
      kind: z.literal('leads'),
      live: z.boolean(),
      status: z.enum(leadStatuses).optional(),
      channel: z.enum(channels).optional(),
      tag: tenantText().optional(),
      field: z.object({ name: tenantText(), is: tenantText() }).optional(),
      consentField: tenantText().optional(),
    }),
    z.object({ kind: z.literal('visitors'), live: z.boolean(), tag: tenantText().optional() }),
  ]),
  replyTo: tenantText().optional(),
  link: tenantText().optional(),
})
