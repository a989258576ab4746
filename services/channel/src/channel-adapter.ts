/**
 * What a kind of channel brings: whose credentials it is connected with, how it is set up at its provider, how its
 * messages are sent, and what it can do. How its deliveries come in is an endpoint of the access `signed`, whose handler
 * turns them into the conversation's inbound messages.
 */
import type {
  ChannelKind,
  CheckState,
  DeliveryFailure,
  SetupFailure,
} from '@parley/contracts/channel/names.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Channel, Texts } from './channel.decider.ts'

export type Outgoing = {
  conversationId: string
  contactId: string
  message: MessageView
  /** The same each time a message is sent again, so that the receiver can recognise it. */
  key: string
  /** Which part of a message that is longer than the channel takes; `message` holds that part alone. */
  part?: { number: number; of: number }
  /** A person of the team wrote it after the time in which the agent may answer, and within theirs. */
  isLate?: true
}

export type SendResult =
  /** `sentId`: the provider's id of what was sent, by which it names it later. */
  | { ok: true; sentId?: string }
  /** `final`: sending it again can't help. */
  | { ok: false; final: true; reason: DeliveryFailure }
  /**
   * `afterMs`: the pause that the provider asks for. `away`: it can't be reached, so that others need not try now.
   * `channelFailed`: nothing can be sent through the channel until the team has repaired it.
   */
  | { ok: false; final: false; away: boolean; afterMs?: number; channelFailed?: SetupFailure }

export type SetupResult =
  | { ok: true }
  /**
   * `final`: trying again can't help, such as with a token that the provider does not accept. `description`: what the
   * provider said, without anything secret.
   */
  | { ok: false; final: true; reason: SetupFailure; description?: string }
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
  /** How the channel stands at the provider now. */
  check(channel: Channel): Promise<Checked>
}

export type Checked = {
  state: CheckState
  /** How many deliveries wait at the provider. */
  pending?: number
  /** When its token ends (ISO 8601), if it does and the provider says so. */
  tokenEndsAt?: string
  /** Why the provider could not deliver last. */
  lastFailure?: { at: string; description: string }
}

export type Identified =
  /** `id`: of the account at the provider, which belongs to one channel alone. `name`: as the provider calls it. */
  | { ok: true; id: string; account: Texts; name: string }
  /**
   * `refused`: the provider does not accept the credentials; otherwise it gave no proper answer. `description`: what the
   * provider said, without anything secret.
   */
  | { ok: false; refused: boolean; description?: string }

export type ChannelAdapter = {
  kind: ChannelKind
  /** False where the operator has not set up what channels of this kind need, so that none can be connected. */
  isOffered?: boolean
  /** Absent where the provider has not to be told: the channel is ready once it is connected. */
  provider?: ProviderSetup
  /**
   * Asks the provider whose credentials these are; absent where the team says what the account is. `account`: what the
   * team says of it, where credentials are for several.
   */
  identify?(credentials: Texts, account?: Texts): Promise<Identified>
  capabilities: {
    /** Longest text of a message, in characters; longer ones are sent in parts. */
    textLength: number
    /** For how long a message is sent again while the provider can't be reached or asks for patience, in ms. */
    retryForMs: number
    /** For how long after a contact wrote they may be written to, in ms; absent where always. */
    replyWindowMs?: number
    /** The same for what a person of the team writes, where that is longer. */
    personReplyWindowMs?: number
    /** Whether approved templates may be sent at any time (`whatsapp/templates/sent-template.ts`). */
    templates?: true
  }
  /**
   * Splits a message into what is sent one after the other; by default by its text alone (`delivery/parts.ts`).
   * `undefined`: it is too long. The same message is split in the same way each time.
   */
  partsOf?(blocks: readonly Block[], textLength: number): Block[][] | undefined
  /** Sends a message. Must not throw for what the provider does. */
  send(channel: Pick<Channel, 'account' | 'credentials'>, outgoing: Outgoing): Promise<SendResult>
  /** Shows the contact for some seconds that the agent writes; absent where the channel can't. Must not throw. */
  showTyping?(channel: Pick<Channel, 'account' | 'credentials'>, contactId: string): Promise<void>
}
