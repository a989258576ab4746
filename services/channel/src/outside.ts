/**
 * What happens in a provider's own app, beside messages of contacts: people of the team reply there, and messages are
 * reacted to, edited and deleted. Adapters read it, and what it means for a conversation is the conversation's concern.
 */
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import type { Channel } from './channel.decider.ts'
import { delivery } from './delivery/delivery.ts'
import type { Attachment } from './receive-message.ts'
import { notNow } from './received-files.ts'

export type MessageChange =
  /** `former`: takes back only this one. */
  | { kind: 'reaction'; reaction: string | undefined; former?: string }
  | { kind: 'edit'; text: string }
  | { kind: 'deletion' }

/** As an adapter reads it. */
export type ReadChange = {
  contactId: string
  /** The contact, or a person of the team. */
  by: 'visitor' | 'human'
  /** The provider's id of the message that it is about. */
  providerMessageId: string
  /** Tells it from other changes of the same message. */
  key: string
  /** ISO 8601. */
  at: string
  change: MessageChange
}

type Of = { tenant: string; channel: { kind: Channel['kind']; channelId: string }; cause: Cause }
type Refused = { ok: false; rejection: Rejection }

/** The port of the conversations. */
export type OutsidePort = {
  reply(
    message: Of & {
      agentId: string
      contact: { id: string; phone?: string }
      from: string
      providerMessageId: string
      sentAt: string
      text: string
      attachments: readonly Attachment[]
    },
  ): Promise<{ ok: true } | Refused>
  change(
    given: Of & ReadChange & { sentMessage?(conversationId: string): Promise<string | undefined> },
  ): Promise<{ ok: true; found: boolean } | Refused>
}

/** What people read as the author of what was written in the app of a provider, which does not say who it was. */
export const writtenIn = {
  whatsapp: 'WhatsApp Business app',
  messenger: 'Messenger',
  instagram: 'Instagram',
} as const

/** For so long, in ms, a deletion waits for its message to come. */
const PATIENCE_MS = 60_000

export type TakeChange = (
  of: Pick<Channel, 'kind' | 'channelId'>,
  tenant: string,
  change: ReadChange,
  cause: Cause,
) => Promise<{ ok: true; found: boolean } | Refused>

/** Records changes. Refuses a deletion for now, so that the provider delivers it again, while its message may be on its way. */
export function createTakeChange(deps: {
  outside: Pick<OutsidePort, 'change'>
  sentMessages: SentMessages
  now?: () => number
}): TakeChange {
  const { outside, sentMessages, now = Date.now } = deps
  return async ({ kind, channelId }, tenant, change, cause) => {
    const taken = await outside.change({
      ...{ tenant, channel: { kind, channelId }, cause, ...change },
      sentMessage: (conversationId) =>
        sentMessages.messageOf({ tenant, conversationId }, change.providerMessageId),
    })
    if (!taken.ok || taken.found || change.change.kind !== 'deletion') return taken
    return now() - Date.parse(change.at) < PATIENCE_MS ? notNow : taken
  }
}

export type SentMessages = {
  /** Our id of what was sent from a conversation, by the provider's; undefined for what is long ago or not ours. */
  messageOf(of: { tenant: string; conversationId: string }, sentId: string): Promise<string | undefined>
  /** Whether something is being sent from it, so that the provider's id of it is not known yet. */
  isSending(of: { tenant: string; conversationId: string }): Promise<boolean>
}

const deliveries = aggregateOf(delivery)

export function createSentMessages({
  load,
  refresh,
}: Pick<CommandHandler, 'load' | 'refresh'>): SentMessages {
  const stateOf = async ({ tenant, conversationId }: { tenant: string; conversationId: string }) => {
    await refresh(deliveries.category, conversationId)
    return (await load(deliveries, conversationId, tenant))?.state.own
  }
  return {
    messageOf: async (of, sentId) =>
      (await stateOf(of))?.sent.findLast((one) => one.sentId === sentId)?.messageId,
    isSending: async (of) => (await stateOf(of))?.sending === true,
  }
}
