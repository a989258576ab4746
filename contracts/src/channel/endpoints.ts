import { z } from 'zod'
import { maxMessageLength } from '../conversation/endpoints.ts'
import {
  agentParams,
  defineEndpoints,
  pageQuery,
  receivedSchema,
  wholeList,
  workspaceParams,
} from '../endpoint.ts'
import { channelKinds } from './account-and-credentials.ts'
import {
  type ChannelKind,
  channelKindNames,
  checkStates,
  deliveryFailures,
  ignoredKinds,
  setupFailures,
  setupStates,
} from './names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const channelParams = agentParams.extend({ channelId: id })
const name = z.string().trim().min(1, 'Please provide a name for the channel.').max(100)
const kinds = Object.values(channelKinds)
/** Kinds of one provider have the same. */
const credentialsOfKinds = [...new Set(kinds.map(({ credentials }) => credentials))]

/** A channel of a kind, as it is connected. */
function connectable<Kind extends ChannelKind>(kind: Kind) {
  const { account, credentials } = channelKinds[kind]
  return z.object({ kind: z.literal(kind), name, account, credentials })
}

/** A bot of Telegram, as it is connected: Telegram says which one it is. `name`: by default the bot's. */
const telegramBot = z.object({
  kind: z.literal('telegram'),
  name: name.optional(),
  credentials: channelKinds.telegram.credentials,
})

/** A number of WhatsApp, as it is connected: Meta says which one it is. `name`: by default the one that Meta has verified. */
const whatsAppNumber = z.object({
  kind: z.literal('whatsapp'),
  name: name.optional(),
  account: channelKinds.whatsapp.account.omit({ phoneNumber: true }),
  credentials: channelKinds.whatsapp.credentials,
})
/** A channel of a Discord server. Discord says of which channel the webhook is. `name`: by default the webhook's. */
const discordChannel = z.object({
  kind: z.literal('discord'),
  name: name.optional(),
  account: channelKinds.discord.account.pick({ discordChannelId: true }),
  credentials: channelKinds.discord.credentials,
})

/** A page, as it is connected: Meta says which one it is, and which account of Instagram is linked to it. */
const metaPage = <Kind extends 'messenger' | 'instagram'>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    name: name.optional(),
    account: channelKinds.messenger.account.pick({ pageId: true }),
    credentials: channelKinds[kind].credentials,
  })

export const channelView = z.object({
  channelId: z.string(),
  kind: z.enum(channelKindNames),
  name: z.string(),
  /** By field. */
  account: z.record(z.string(), z.string()),
  /** By field: that there is a secret, and its last four characters. */
  credentials: z.record(z.string(), z.object({ set: z.literal(true), ending: z.string() })),
  /**
   * Whether the provider knows the channel. It is `pending` until the provider has accepted it, and again after its
   * credentials were replaced; a channel that needs no set-up is `ready`. `reason`: why it is `failed`, and
   * `description`: what the provider said.
   */
  setup: z.object({
    state: z.enum(setupStates),
    reason: z.enum(setupFailures).optional(),
    description: z.string().optional(),
  }),
  /** When the token ends (ISO 8601), if that is within a week and the provider says so. */
  tokenEndsAt: z.string().optional(),
  /** ISO 8601. */
  connectedAt: z.string(),
  updatedAt: z.string(),
})
export type ChannelView = z.infer<typeof channelView>

/** A channel with its agent, in a list over all agents. */
export const channelOfWorkspace = channelView.extend({
  agentId: z.string(),
  /** The agent's name. */
  agent: z.string(),
  /** When the last message came in or was sent (ISO 8601). */
  lastMessageAt: z.string().optional(),
})
export type ChannelOfWorkspace = z.infer<typeof channelOfWorkspace>

/** What passed through a channel. Of conversations that were deleted nothing is known any more. */
export const channelHealth = z.object({
  channelId: z.string(),
  /** When the last message of a contact arrived, and when the last one of the agent or the team was sent. ISO 8601. */
  lastInAt: z.string().optional(),
  lastOutAt: z.string().optional(),
  /** Set while nothing has come in for unusually long. `usualMs`: the longest pause between messages before. */
  silence: z.object({ usualMs: z.number() }).optional(),
  /** Messages that wait to be sent, and since when the oldest does. */
  waiting: z.object({ messages: z.number(), since: z.string().optional() }),
  /** Messages of the last seven days that were not delivered, by reason, the newest first. */
  failures: z.array(z.object({ reason: z.enum(deliveryFailures), messages: z.number(), lastAt: z.string() })),
  /** What came in the last seven days and nobody reads, such as messages in groups, to the hour; the newest first. */
  ignored: z.array(z.object({ what: z.enum(ignoredKinds), lastAt: z.string() })),
})
export type ChannelHealth = z.infer<typeof channelHealth>

/** A message of a contact, as a server of the customer delivers it. */
export const deliveredMessage = z
  .object({
    /** The sender's id of the message; the same id twice is one message. */
    id: z.string().min(1).max(200),
    contact: z.object({
      /** The sender's id of the person; all messages of one person and channel are one conversation. */
      id: z.string().min(1).max(200),
      name: z.string().trim().min(1).max(200).optional(),
      email: z.string().trim().min(1).max(320).optional(),
      phone: z.string().trim().min(1).max(50).optional(),
    }),
    /** When it was written. */
    sentAt: z.iso.datetime({ offset: true }),
    text: z.string().trim().max(maxMessageLength).default(''),
    attachments: z
      .array(
        z.object({
          name: z.string().trim().min(1).max(200),
          base64Payload: z.string().min(1, 'The file is empty.'),
        }),
      )
      .max(10)
      .optional(),
  })
  .refine(({ text, attachments }) => text !== '' || (attachments?.length ?? 0) > 0, 'The message is empty.')
export type DeliveredMessage = z.infer<typeof deliveredMessage>

/** What became of a message of the agent or the team. */
const reportedStatus = z.object({
  conversationId: id,
  messageId: id,
  state: z.enum(['delivered', 'read', 'failed']),
})

/** How Meta asks whether an address is the one of those who know the verify token. */
const challengeQuery = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().regex(/^[\w.-]{1,200}$/),
})

export const channelEndpoints = defineEndpoints({
  'channels.list': {
    summary: 'The channels of an agent, without their credentials',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/channels',
    permission: 'channel.read',
    params: agentParams,
    ...wholeList(channelView),
  },
  'channels.ofWorkspace': {
    summary:
      'The pages or the WhatsApp numbers that the agents of a workspace have, without their credentials',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/channels',
    permission: 'channel.read',
    ofOwnAgents: true,
    params: workspaceParams,
    ...wholeList(channelOfWorkspace),
    query: pageQuery.extend({ of: z.enum(['meta-pages', 'whatsapp-numbers']) }),
  },
  'channels.health': {
    summary: 'What passed through the channels of an agent: last messages, what waits, what failed',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/channels/health',
    permission: 'channel.read',
    params: agentParams,
    ...wholeList(channelHealth),
  },
  'channels.view': {
    summary: 'Record that the channels of an agent were viewed, at most once an hour for each viewer',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channel-views',
    permission: 'channel.read',
    kind: 'command',
    params: agentParams,
    output: z.object({ success: z.literal(true) }),
  },
  'channels.discordBot': {
    summary: 'How the bot that reads on Discord is added to a server',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/channels/discord-bot',
    permission: 'channel.read',
    kind: 'query',
    params: agentParams,
    /** Absent where the operator has no bot, so that no channel of Discord can be connected. */
    output: z.object({ inviteUrl: z.string().optional() }),
  },
  'channels.connect': {
    summary: 'Connect a channel to an agent',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channels',
    permission: 'channel.manage',
    kind: 'command',
    params: agentParams,
    body: z.discriminatedUnion('kind', [
      connectable('webhook'),
      telegramBot,
      whatsAppNumber,
      discordChannel,
      metaPage('messenger'),
      metaPage('instagram'),
    ]),
    output: z.object({ channelId: z.string() }),
    /** `not-configured`: the operator has not set this kind up. `account-taken`: an agent has this account already. */
    refusals: { 'not-configured': 409, 'account-taken': 409 },
  },
  'channels.check': {
    summary: 'Ask the provider of a channel how it stands there',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}/check',
    permission: 'channel.read',
    kind: 'query',
    params: channelParams,
    output: z.object({
      state: z.enum(checkStates),
      /** How many deliveries wait at the provider. */
      pending: z.number().optional(),
      /** When the token ends (ISO 8601), if it does and the provider says so. */
      tokenEndsAt: z.string().optional(),
      /** Why the provider could not deliver last. */
      lastFailure: z.object({ at: z.string(), description: z.string() }).optional(),
    }),
  },
  'channels.change': {
    summary: 'Change the name and the account of a channel',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}',
    permission: 'channel.manage',
    kind: 'command',
    overwrites: 'channels.list',
    params: channelParams,
    body: z.object({ name, account: z.union(kinds.map(({ account }) => account)) }),
    output: z.object({ success: z.literal(true) }),
  },
  'channels.changeCredentials': {
    summary: 'Replace credentials of a channel; the former ones stop working at once',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}/credentials',
    permission: 'channel.manage',
    kind: 'command',
    overwrites: 'channels.list',
    params: channelParams,
    body: z.object({ credentials: z.union(credentialsOfKinds.map((credentials) => credentials.partial())) }),
    output: z.object({ success: z.literal(true) }),
  },
  'channels.disconnect': {
    summary: 'Disconnect a channel; its conversations stay',
    method: 'DELETE',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}',
    permission: 'channel.manage',
    kind: 'command',
    overwrites: 'channels.list',
    params: channelParams,
    output: z.object({ success: z.literal(true) }),
  },
  'channels.sendTestMessage': {
    summary: 'Send a message to a person who has written to a WhatsApp number, to see that it arrives',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}/test-message',
    permission: 'channel.manage',
    kind: 'command',
    params: channelParams,
    body: z.object({
      to: z
        .string()
        .trim()
        .regex(/^\+\d[\d\s().-]{4,28}$/, {
          error: ({ input }) =>
            /^\d/.test(String(input))
              ? 'Please include the country code in the phone number.'
              : 'Please provide a valid phone number and ensure the ID is reachable.',
        }),
      text: z.string().trim().min(1, 'Please enter a message to send.').max(4_096),
    }),
    /** `reason`: why it was not sent; absent where the provider could not be reached, or asked for patience. */
    output: z.object({ sent: z.boolean(), reason: z.enum(deliveryFailures).optional() }),
  },
  'channels.deliver': {
    summary:
      'Deliver messages of contacts, and what became of messages to them, from a server of the customer',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channels/{channelId}/deliveries',
    access: 'signed',
    scheme: 'parley',
    permission: 'webhook.deliver',
    kind: 'command',
    limited: 'delivery',
    params: channelParams,
    body: z.object({
      messages: z.array(deliveredMessage).max(100).default([]),
      statuses: z.array(reportedStatus).max(100).default([]),
    }),
    output: receivedSchema,
    maxBodyBytes: 4_000_000,
  },
  'channels.telegramWebhook': {
    summary: 'Deliver an update of a Telegram bot, from Telegram',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/telegram-webhook',
    access: 'signed',
    scheme: 'telegram',
    permission: 'webhook.deliver',
    kind: 'command',
    limited: 'delivery',
    params: agentParams,
    query: z.object({ channelId: id }),
    /** As core.telegram.org/bots/api#update says; of what it holds, nothing else is required. */
    body: z.looseObject({ update_id: z.number().int() }),
    output: receivedSchema,
    maxBodyBytes: 1_000_000,
  },
  'channels.whatsappChallenge': {
    summary: 'Answer the challenge by which Meta verifies the address of an agent’s WhatsApp numbers',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/wa-webhook',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['text/plain'],
    params: agentParams,
    query: challengeQuery,
    output: z.string(),
  },
  'channels.whatsappWebhook': {
    summary:
      'Deliver messages to an agent’s WhatsApp numbers, and what became of messages of theirs, from Meta',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/wa-webhook',
    access: 'signed',
    scheme: 'meta',
    permission: 'webhook.deliver',
    kind: 'command',
    limited: 'delivery',
    params: agentParams,
    /** As Meta’s webhooks are; of what it holds, each message is read where it is as documented. */
    body: z.looseObject({
      object: z.string().max(100),
      entry: z
        .array(
          z.looseObject({
            changes: z
              .array(z.looseObject({ field: z.string().max(100), value: z.looseObject({}) }))
              .max(1_000),
          }),
        )
        .max(1_000),
    }),
    output: receivedSchema,
    /** Meta sends at most 3 MB. */
    maxBodyBytes: 3_200_000,
  },
  'channels.metaChallenge': {
    summary: 'Answer the challenge by which Meta verifies the address of an agent’s pages',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/meta-webhook',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['text/plain'],
    params: agentParams,
    query: challengeQuery,
    output: z.string(),
  },
  'channels.metaWebhook': {
    summary: 'Deliver messages to pages and Instagram accounts of a workspace, from Meta',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/meta-webhook',
    access: 'signed',
    scheme: 'meta',
    permission: 'webhook.deliver',
    kind: 'command',
    limited: 'delivery',
    params: agentParams,
    /** As Meta’s webhooks are; of what it holds, each event is read where it is as documented. */
    body: z.looseObject({
      object: z.string().max(100),
      entry: z.array(z.looseObject({ id: z.string().regex(/^\d{1,20}$/) })).max(1_000),
    }),
    output: receivedSchema,
    maxBodyBytes: 3_200_000,
  },
})
