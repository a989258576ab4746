/** Names of channels, and of what becomes of messages sent through them. Without schemas, for screens. */

/** The kinds of channels that can be connected, with the names that people read. */
export const channelLabels = {
  webhook: 'Webhook',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  discord: 'Discord',
  messenger: 'Messenger',
  instagram: 'Instagram',
} as const

export type ChannelKind = keyof typeof channelLabels
export const channelKindNames = Object.keys(channelLabels).filter(isConnectedKind)

/** Whether conversations of a channel take place through a connected channel, and not on the website. */
export function isConnectedKind(channel: string): channel is ChannelKind {
  return Object.hasOwn(channelLabels, channel)
}

/** The kinds that the test panel can simulate: those that look like something. */
export const simulatedKindNames = ['whatsapp', 'instagram', 'messenger', 'discord', 'telegram'] as const
export type SimulatedKind = (typeof simulatedKindNames)[number]

/** For how long after a contact wrote they may be written to, in ms, by kind of channel; absent where always. */
export const replyWindows: Partial<Record<ChannelKind, number>> = {
  ...{ whatsapp: 86_400_000, messenger: 86_400_000, instagram: 86_400_000 },
}

/** The same for what a person of the team writes, where that may be later than what the agent writes. */
export const personReplyWindows: Partial<Record<ChannelKind, number>> = {
  ...{ messenger: 7 * 86_400_000, instagram: 7 * 86_400_000 },
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
  /** The person has blocked the agent's account at the provider, or deleted their own. */
  'blocked',
  /** The channel is no longer connected. */
  'disconnected',
  /** The message is too long for the channel, even in parts. */
  'too-long',
  /** The provider reported it as failed after it had accepted it. */
  'reported',
  /** As many mails as a day allows were sent to the visitor, from the conversation or the workspace. */
  'limit-reached',
  /** The person wrote too long ago: the channel lets the agent write only within a time after that. */
  'window-closed',
  /** The person is not on the channel, or can't be reached there. */
  'unreachable',
  /** The template is no longer approved, is paused, or has other variables by now. */
  'template-refused',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** Whether the provider of a channel knows it: it is being told, was told, or could not be told. */
export const setupStates = ['pending', 'ready', 'failed'] as const
export type SetupState = (typeof setupStates)[number]

/** Why a channel could not be set up at its provider, or removed there. */
export const setupFailures = [
  /** The provider does not accept the credentials. */
  'credentials-refused',
  /** The provider refused it for another reason. */
  'refused',
  /** The address leads into a private network. */
  'address-not-allowed',
  /** The provider could not be reached, or did not answer properly, for a day. */
  'expired',
] as const
export type SetupFailure = (typeof setupFailures)[number]

/**
 * How a channel stands at its provider:
 * - `connected`: deliveries come here; `not-connected`: they go elsewhere, or nowhere.
 * - `credentials-refused`: the provider does not accept the credentials. `unreachable`: it gave no proper answer.
 * - `not-checked`: nothing is set up at a provider for this kind of channel.
 */
export const checkStates = [
  'connected',
  'not-connected',
  'credentials-refused',
  'unreachable',
  'not-checked',
] as const
export type CheckState = (typeof checkStates)[number]

/** What a provider delivers and nobody here reads, with what people read of it. */
export const ignoredLabels = {
  group: 'Messages in groups',
  bot: 'Messages of other bots',
  'other-app': 'Conversations that another app answers',
  notice: 'Notices of the provider',
  unreadable: 'Deliveries that could not be read',
  other: 'Events of other kinds',
} as const
export type IgnoredKind = keyof typeof ignoredLabels
export const ignoredKinds = Object.keys(ignoredLabels) as [IgnoredKind, ...IgnoredKind[]]

/** Returns what a message shows of the outcome of its delivery. */
export function deliveryShown(outcome: {
  state: DeliveryState
  reason?: DeliveryFailure | undefined
  partsSent?: number | undefined
}): { deliveryState: DeliveryState; deliveryFailure?: DeliveryFailure; partsSent?: number } {
  const { state: deliveryState, reason: deliveryFailure, partsSent } = outcome
  return {
    deliveryState,
    ...(deliveryFailure === undefined ? {} : { deliveryFailure }),
    ...(partsSent === undefined ? {} : { partsSent }),
  }
}
