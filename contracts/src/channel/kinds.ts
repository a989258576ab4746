/**
 * The kinds of channels that can be connected. `account` identifies the account at the provider and is shown to the
 * team; `credentials` are secrets and are never shown again. Each kind has an adapter in `services/channel`.
 */
import { z } from 'zod'

export const channelKinds = {
  /** Signed requests between Parley and a server of the customer. */
  webhook: {
    label: 'Webhook',
    account: z.strictObject({
      /** Where the agent's messages are sent. */
      url: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL.' }).max(2000),
    }),
    credentials: z.strictObject({
      /** Signs requests in both directions. */
      secret: z.string().min(16, 'The secret needs at least 16 characters.').max(200),
    }),
  },
} as const

export type ChannelKind = keyof typeof channelKinds
export const channelKindNames = Object.keys(channelKinds).filter(isConnectedKind)

/** Whether conversations of a channel take place through a connected channel, and not on the website. */
export function isConnectedKind(channel: string): channel is ChannelKind {
  return Object.hasOwn(channelKinds, channel)
}

/** What may become of a message that is sent through a channel. Without any of these it is queued. */
export const deliveryStates = ['sent', 'delivered', 'read', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a message was not delivered. */
export const deliveryFailures = [
  /** The provider refused the message. */
  'refused',
  /** The address leads into a private network. */
  'address-not-allowed',
  /** The provider did not accept it within a day. */
  'expired',
  /** The channel is no longer connected. */
  'disconnected',
  /** The message is longer than the channel allows. */
  'too-long',
  /** The provider reported it as failed after it had accepted it. */
  'reported',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
