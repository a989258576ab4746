/**
 * What a kind of channel brings: how its messages are sent, and what it can do. How its deliveries come in is an
 * endpoint of the access `signed`, whose handler turns them into the conversation's inbound messages.
 */
import type { ChannelKind, DeliveryFailure } from '@parley/contracts/channel/names.ts'
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

export type ChannelAdapter = {
  kind: ChannelKind
  capabilities: {
    /** Longest text of a message, in characters; longer ones are sent in parts. */
    textLength: number
    /** For how long a message is sent again while the provider can't be reached or asks for patience, in ms. */
    retryForMs: number
  }
  /** Sends a message. Must not throw for what the provider does. */
  send(channel: Pick<Channel, 'account' | 'credentials'>, outgoing: Outgoing): Promise<SendResult>
}
