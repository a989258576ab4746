/**
 * What each kind of channel is connected with. `account` identifies the account at the provider and is shown to the
 * team; `credentials` are secrets and are never shown again. Each kind has an adapter in `services/channel`.
 */
import { z } from 'zod'
import type { ChannelKind } from './names.ts'

const metaId = (error: string) =>
  z
    .string(error)
    .trim()
    .regex(/^\d{5,20}$/, error)
/** The address of a webhook of Discord, as it is copied there: its id and its token. */
export const discordWebhookUrl =
  /^https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,20})\/([A-Za-z0-9_-]{20,120})\/?$/

/** Of an app of Meta. */
const metaCredentials = z.strictObject({
  token: z
    .string('Please provide a valid token.')
    .trim()
    .regex(/^[\x21-\x7e]{20,1000}$/, 'Please provide a valid token.'),
  /** Of the app whose token it is; Meta signs what it delivers with it. */
  appSecret: z
    .string('Please provide a valid app secret.')
    .trim()
    .regex(/^[0-9a-f]{32}$/i, 'Please provide a valid app secret.'),
})
const pageId = metaId('Please provide a valid page ID.')

export const channelKinds = {
  /** Signed requests between Parley and a server of the customer. */
  webhook: {
    account: z.strictObject({
      /** Where the agent's messages are sent. */
      url: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL.' }).max(2000),
    }),
    credentials: z.strictObject({
      /** Signs requests in both directions. */
      secret: z.string().min(16, 'The secret needs at least 16 characters.').max(200),
    }),
  },
  /** A bot of Telegram. */
  telegram: {
    /** As Telegram names the bot; the server fills it in. */
    account: z.strictObject({
      /** The part of the token before the colon. */
      botId: z.string().regex(/^\d{1,20}$/),
      /** Without the `@`. */
      username: z.string().max(64),
    }),
    credentials: z.strictObject({
      /** As @BotFather gave it. */
      token: z
        .string('Please provide a valid token.')
        .trim()
        .regex(/^\d{1,20}:[A-Za-z0-9_-]{30,100}$/, 'Please provide a valid token.'),
    }),
  },
  /** A number of a WhatsApp Business account, through the Cloud API of Meta. */
  whatsapp: {
    account: z.strictObject({
      /** Meta's ids of the number and of the business account that it is of. */
      phoneNumberId: metaId('Please provide a valid number ID.'),
      businessId: metaId('Please provide a valid business ID.'),
      /** As Meta shows the number; the server fills it in. */
      phoneNumber: z.string().max(50),
    }),
    credentials: metaCredentials,
  },
  /** The messages to a Facebook page. The token is the page's. */
  messenger: {
    account: z.strictObject({
      pageId,
      /** As Meta shows the page; the server fills it in. */
      pageName: z.string().max(200),
    }),
    credentials: metaCredentials,
  },
  /** The messages to an Instagram account that is linked to a Facebook page. The token is the page's. */
  instagram: {
    account: z.strictObject({
      pageId,
      /** What follows is of Meta; the server fills it in. */
      pageName: z.string().max(200),
      igPageId: z.string().regex(/^\d{1,20}$/),
      /** Without the `@`. */
      igPageName: z.string().max(200),
    }),
    credentials: metaCredentials,
  },
  /** A channel of a Discord server, in which the operator's bot reads and a webhook of the channel writes. */
  discord: {
    account: z.strictObject({
      /** As Discord's *Copy Channel ID* gives it. */
      discordChannelId: z
        .string('Please fill out all fields.')
        .trim()
        .min(1, 'Please fill out all fields.')
        .regex(/^\d{15,20}$/, 'This is no ID of a Discord channel.'),
      /** Of its server; the server fills it in. */
      serverId: z.string().regex(/^\d{15,20}$/),
    }),
    credentials: z.strictObject({
      /** Of a webhook of this channel; whoever has it can write there. */
      webhookUrl: z
        .string('Please fill out all fields.')
        .trim()
        .min(1, 'Please fill out all fields.')
        .max(300)
        .regex(discordWebhookUrl, 'This is no webhook URL of Discord.'),
    }),
  },
} as const satisfies Record<ChannelKind, { account: z.ZodObject; credentials: z.ZodObject }>
