import { z } from 'zod'
import { defineEvents, type EventOf, secret, tenantText } from '../message.ts'
import { channelKindNames, ignoredKinds, setupFailures } from './names.ts'
import { templateStates } from './template-names.ts'

const ids = { channelId: z.string(), agentId: z.string(), at: z.string() }
const name = tenantText()
/** By field; the fields are those of the kind (`account-and-credentials.ts`). */
const account = z.record(z.string(), tenantText())
const credentials = z.record(z.string(), secret())
/** Whether the provider has to be told of it; absent where it has not. */
const needsSetup = z.boolean().optional()

/** Stream `channel-<channelId>`; the tenant is the workspace. A disconnected channel stays disconnected. */
export const channelEvents = defineEvents({
  ChannelConnected: {
    version: 1,
    summary: 'Connected a channel',
    // Part 1 §7.
    analytics: {
      by: 'kind',
      names: {
        whatsapp: 'whatsapp_channel_added',
        instagram: 'instagram_channel_added',
        discord: 'discord_channel_added',
        telegram: 'telegram_channel_added',
      },
    },
    data: z.object({ ...ids, kind: z.enum(channelKindNames), name, account, credentials, needsSetup }),
  },
  ChannelChanged: {
    version: 1,
    summary: 'Changed a channel',
    data: z.object({ ...ids, name, account, needsSetup }),
  },
  /** `credentials`: only those that changed. */
  ChannelCredentialsChanged: {
    version: 1,
    summary: 'Replaced credentials of a channel',
    data: z.object({ ...ids, credentials, needsSetup }),
  },
  ChannelDisconnected: {
    version: 1,
    summary: 'Disconnected a channel',
    data: z.object({
      ...ids,
      reason: z.enum(['person', 'agent-deleted']),
      /** Whether the provider has to be told of it; absent where it has not. */
      needsTeardown: z.boolean().optional(),
    }),
  },
  ChannelSetUp: {
    version: 1,
    summary: 'Set up a channel at its provider',
    data: z.object(ids),
  },
  ChannelSetupFailed: {
    version: 1,
    summary: 'Could not set up a channel at its provider',
    /** `description`: what the provider said, at most 200 characters and nothing secret. */
    data: z.object({ ...ids, reason: z.enum(setupFailures), description: z.string().optional() }),
  },
  /** Its provider says when the token ends, which is soon. Once for each token. */
  ChannelTokenEnding: {
    version: 1,
    summary: 'Found that the token of a channel ends soon',
    data: z.object({ ...ids, endsAt: z.iso.datetime() }),
  },
  ChannelTornDown: {
    version: 1,
    summary: 'Removed a disconnected channel at its provider',
    data: z.object(ids),
  },
  ChannelTeardownFailed: {
    version: 1,
    summary: 'Could not remove a disconnected channel at its provider',
    data: z.object({ ...ids, reason: z.enum(setupFailures) }),
  },
  /** What the provider delivered and nobody here reads; of each kind once an hour. */
  ChannelDeliveryIgnored: {
    version: 1,
    summary: 'Ignored a delivery of a channel',
    data: z.object({ ...ids, what: z.enum(ignoredKinds) }),
  },
  /** Of the WhatsApp Business account of the channel. `reviewed`: by Meta; `state` and `reason` are what it said. */
  ChannelTemplateChanged: {
    version: 1,
    summary: 'Changed a template of WhatsApp',
    data: z.object({
      ...ids,
      templateId: z.string(),
      name: tenantText(),
      language: z.string(),
      change: z.enum(['created', 'deleted', 'reviewed']),
      state: z.enum(templateStates).optional(),
      reason: tenantText().optional(),
    }),
  },
})
export type ChannelEvent = EventOf<typeof channelEvents>

/** Stream `channelsview-<hash>`: of an agent, a viewer and an hour. */
export const channelsViewEvents = defineEvents({
  ChannelsViewed: {
    version: 1,
    summary: 'Viewed the channels of an agent',
    // Part 1 §2.
    analytics: 'channels_viewed',
    data: z.object({ agentId: z.string(), at: z.string() }),
  },
})
export type ChannelsViewEvent = EventOf<typeof channelsViewEvents>

/**
 * Stream `channelaccount-<hash>` of the directory: the channel whose account at a provider it is, such as a bot, across
 * all regions.
 */
export const channelAccountEvents = defineEvents({
  /** `reservedAt`: milliseconds. */
  ChannelAccountReserved: {
    version: 1,
    summary: 'Reserved the account of a channel',
    data: z.object({
      channelId: z.string(),
      region: z.string(),
      workspaceId: z.string(),
      reservedAt: z.number(),
    }),
  },
})
export type ChannelAccountEvent = EventOf<typeof channelAccountEvents>
