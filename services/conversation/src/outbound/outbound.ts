/**
 * The conversation's side of the outbound port: which message is to be sent to whom, and what became of it. How it is
 * sent is the channel's concern. The website needs neither: its visitors read the conversation itself.
 */
import type { DeliveryFailure, DeliveryState } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { conversation, subjectOf } from '../conversation.decider.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'

export type OutboundMessage = {
  agentId: string
  channelId: string
  contactId: string
  /** As the visitor reads it. Addresses of its files are valid for an hour. */
  message: MessageView
  /** When the contact wrote last (ISO 8601), as far as it is remembered. */
  contactWroteAt?: string
}

export type Outbound = {
  /** A message of a conversation of a connected channel; undefined if it is gone, or of no such conversation. */
  message(tenant: string, conversationId: string, messageId: string): Promise<OutboundMessage | undefined>
  /** Records what became of a message. Refuses with `not-found`, also for another channel's conversation. */
  record(
    context: CommandContext,
    of: { conversationId: string; messageId: string; channelId?: string },
    became: { state: DeliveryState; reason?: DeliveryFailure; partsSent?: number },
  ): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
}

export function createOutbound(deps: {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  transcripts: Transcripts
  /** Returns messages whose file blocks have addresses. */
  withAddresses(tenant: string, conversationId: string, messages: readonly MessageView[]): MessageView[]
}): Outbound {
  const notFound = refuse('not-found', 'This message does not exist.')

  return {
    async message(tenant, conversationId, messageId) {
      await deps.refresh(conversation.category, conversationId)
      const found = await deps.load(conversation, conversationId, tenant)
      const { agentId, channelId, contactId } = found?.state.started ?? {}
      const message = found && (await messageOf(deps.transcripts, found, messageId))
      if (!message || agentId === undefined || channelId === undefined || contactId === undefined)
        return undefined
      const [shown = message] = deps.withAddresses(tenant, conversationId, [asVisitorReads(message)])
      const wroteAt = found?.state.messages
        .filter(({ role }) => role === 'visitor')
        .map(({ at }) => at)
        .toSorted()
        .at(-1)
      return {
        ...{ agentId, channelId, contactId, message: shown },
        ...(wroteAt === undefined ? {} : { contactWroteAt: wroteAt }),
      }
    },

    async record(context, { conversationId, messageId, channelId }, became) {
      await deps.refresh(conversation.category, conversationId)
      const found = await deps.load(conversation, conversationId, context.tenant)
      const state = found?.state
      if (!found || !state?.started || state.deleted) return notFound
      if (channelId !== undefined && state.started.channelId !== channelId) return notFound
      const older = await messageOf(deps.transcripts, found, messageId)
      const command = { type: 'RecordDelivery', messageId, ...(older ? { older } : {}), ...became } as const
      const own = { ...context, subject: subjectOf(state.started) }
      const handled = await deps.handle(conversation, conversationId, command, own)
      return handled.ok ? { ok: true } : handled
    },
  }
}
