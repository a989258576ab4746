/**
 * The conversation's side of the outbound port: which message is to be sent to whom, and what became of it. How it is
 * sent is the channel's concern. The website needs neither: its visitors read the conversation itself.
 */
import type { DeliveryFailure, DeliveryState } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { conversation, subjectOf, visitorMessageIn } from '../conversation.decider.ts'
import { idOfContact } from '../inbound/place.ts'
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
  /**
   * Whom a conversation of a connected channel is with, or where a visitor of the website is, as far as it is known;
   * undefined for one that is deleted.
   */
  contactOf(
    tenant: string,
    conversationId: string,
  ): Promise<
    | {
        agentId: string
        channel: string
        channelId?: string | undefined
        contactId?: string | undefined
        timeZone?: string | undefined
        /** The page of the website on which the visitor was last. */
        pageUrl?: string | undefined
      }
    | undefined
  >
  /** Whether the agent does not answer this message, since a person has the conversation. */
  isLeftToPeople(tenant: string, conversationId: string, messageId: string): Promise<boolean>
  /** The conversation that a contact of a channel has now; undefined if there is none. */
  conversationOf(tenant: string, of: { channelId: string; contactId: string }): Promise<string | undefined>
  /** Records what became of a message. Refuses with `not-found`, also for another channel's conversation. */
  record(
    context: CommandContext,
    of: { conversationId: string; messageId: string; channelId?: string },
    became: { state: DeliveryState; reason?: DeliveryFailure; partsSent?: number },
  ): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
  /**
   * Records of all messages that were sent to a contact, and written until a time (ISO 8601), that they have received or read
   * them: some providers say no more. Of those that are not recorded as sent yet nothing is recorded.
   */
  recordUntil(
    context: CommandContext,
    of: { channelId: string; contactId: string },
    became: { state: 'delivered' | 'read'; until: string },
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

    async contactOf(tenant, conversationId) {
      await deps.refresh(conversation.category, conversationId)
      const state = (await deps.load(conversation, conversationId, tenant))?.state
      if (!state?.started || state.deleted) return undefined
      const { agentId, channel, channelId, contactId, timeZone } = state.started
      return { agentId, channel, channelId, contactId, timeZone, pageUrl: state.pageUrl }
    },

    async isLeftToPeople(tenant, conversationId, messageId) {
      await deps.refresh(conversation.category, conversationId)
      const state = (await deps.load(conversation, conversationId, tenant))?.state
      return state !== undefined && visitorMessageIn(state, messageId)?.outcome === 'left'
    },

    async conversationOf(tenant, { channelId, contactId }) {
      const { conversationId, state } = await presentOf(tenant, channelId, contactId)
      return state?.started ? conversationId : undefined
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

    async recordUntil(context, { channelId, contactId }, { state: reached, until }) {
      const { conversationId, state } = await presentOf(context.tenant, channelId, contactId)
      if (!state?.started || state.deleted) return { ok: true }
      const before = reached === 'read' ? ['sent', 'delivered'] : ['sent']
      const messages = state.messages.filter(
        ({ at, deliveryState = 'queued' }) =>
          before.includes(deliveryState) && Date.parse(at) <= Date.parse(until),
      )
      const { cause } = context
      for (const { id: messageId } of messages) {
        const own = {
          ...{ ...context, subject: subjectOf(state.started) },
          cause: { ...cause, command: `${cause.command}/${messageId}/${reached}` },
        }
        const command = { type: 'RecordDelivery', messageId, state: reached } as const
        const handled = await deps.handle(conversation, conversationId, command, own)
        if (!handled.ok && handled.rejection.code !== 'not-found') return handled
      }
      return { ok: true }
    },
  }

  /** The conversation that a contact has now, or would have. */
  async function presentOf(tenant: string, channelId: string, contactId: string) {
    for (let nth = 0; ; nth++) {
      const conversationId = idOfContact('conversation', { tenant, channelId, contactId, nth })
      await deps.refresh(conversation.category, conversationId)
      const state = (await deps.load(conversation, conversationId, tenant))?.state
      if (!state?.deleted) return { conversationId, state }
    }
  }
}
