/**
 * What a kind of channel brings: how it is set up at its provider, how its messages are sent, and what it can do. How
 * its deliveries come in is an endpoint of the access `signed`, whose handler turns them into the conversation's inbound
 * messages.
 */
import type { ChannelKind, DeliveryFailure, SetupFailure } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Channel } from './channel.decider.ts'

export type Outgoing = {
  conversationId: string
  contactId: string
  message: MessageView
  /** The same each time a message is sent again, so that the receiver can recognise it. */
  key: string
  /** Which part of a message that is longer than the channel takes; `message` holds that part alone. */
  part?: { number: number; of: number }
}

export type SendResult =
  | { ok: true }
  /** `final`: sending it again can't help. */
  | { ok: false; final: true; reason: DeliveryFailure }
  /** `afterMs`: the pause that the provider asks for. `away`: it can't be reached, so that others need not try now. */
  | { ok: false; final: false; away: boolean; afterMs?: number }

export type SetupResult =
  | { ok: true }
  /** `final`: trying again can't help, such as with a token that the provider does not accept. */
  | { ok: false; final: true; reason: SetupFailure }
  /** `afterMs`: the pause that the provider asks for. */
  | { ok: false; final: false; afterMs?: number }

/**
 * How the provider is told where a channel's deliveries go (such as `setWebhook`), and that they are no longer wanted
 * (`deleteWebhook`). Both are called again after a temporary failure, and once more if a process was killed before it
 * recorded the result, so they must be idempotent. Both must end within seconds, and must not throw for what the
 * provider does.
 */
export type ProviderSetup = {
  /** Called after the channel was connected, and after its account or credentials were replaced. */
  setUp(channel: Channel): Promise<SetupResult>
  /** Called after it was disconnected. Must leave alone what another channel has set up for the same account since. */
  tearDown(channel: Channel): Promise<SetupResult>
}

export type ChannelAdapter = {
  kind: ChannelKind
  /** Absent where the provider has not to be told: the channel is ready once it is connected. */
  provider?: ProviderSetup
  capabilities: {
    /** Longest text of a message, in characters; longer ones are sent in parts. */
    textLength: number
    /** For how long a message is sent again while the provider can't be reached or asks for patience, in ms. */
    retryForMs: number
  }
  /** Sends a message. Must not throw for what the provider does. */
  send(channel: Pick<Channel, 'account' | 'credentials'>, outgoing: Outgoing): Promise<SendResult>
}
