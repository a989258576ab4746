/**
 * What happens in the provider's own app: a person of the team replies there, and messages are reacted to, edited and
 * deleted. Each is recorded once, in whichever process it is received, and nothing of it is delivered to the channel.
 */
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Channel, conversation, subjectOf } from '../conversation.decider.ts'
import type { MessageChange } from '../conversation.outside-channel.ts'
import { languageOf } from '../phrases.ts'
import { messageOf, type Transcripts } from '../transcripts.ts'
import type { Turns } from '../turn/turn.ts'
import { type Attachment, attachedFiles } from './attached-files.ts'
import { idOfMessage, type Place, placeOf } from './place.ts'
import type { ReceiveDeps } from './receive.ts'

type At = {
  tenant: string
  channel: { kind: Channel; channelId: string }
  cause: Cause
}

export type OutsideReply = At & {
  agentId: string
  /** Whom it was written to. */
  contact: { id: string; phone?: string }
  /** What people read as its author: the app in which it was written. */
  from: string
  /** The provider's id of the message, unique within the channel. */
  providerMessageId: string
  /** ISO 8601, by the provider's clock. */
  sentAt: string
  text: string
  attachments: readonly Attachment[]
}

export type OutsideChange = At & {
  contactId: string
  /** Who did it: the contact, or a person of the team. */
  by: 'visitor' | 'human'
  /** The provider's id of the message that it is about. */
  providerMessageId: string
  /** Our id of the message, if it was sent from the conversation. */
  sentMessage?(conversationId: string): Promise<string | undefined>
  /** What tells the change from others of the same message, such as its time. */
  key: string
  /** When it happened (ISO 8601), by the provider's clock. */
  at: string
  change: MessageChange
}

export type Outside = {
  /**
   * Adds what a person wrote outside to the contact's conversation, which is started where there is none, without what the
   * agent says first. They take it over.
   */
  reply(message: OutsideReply): Promise<{ ok: true } | { ok: false; rejection: Rejection }>
  /** `found`: whether there is such a message, and it is theirs to change. */
  change(given: OutsideChange): Promise<{ ok: true; found: boolean } | { ok: false; rejection: Rejection }>
}

export type OutsideDeps = Pick<
  ReceiveDeps,
  'handle' | 'load' | 'refresh' | 'agentDocument' | 'agentForVisitor' | 'keepFile'
> & {
  turns: Pick<Turns, 'discard'>
  transcripts: Transcripts
}

/** How often a conversation may be deleted or started by others meanwhile. */
const ATTEMPTS = 5

/** The id that stands in place of a member's, for whoever writes outside on a channel. */
const accountOn = (channelId: string) => `outside-${channelId}`

export function createOutside(deps: OutsideDeps): Outside {
  const { handle, load, refresh } = deps

  return {
    async reply(message) {
      const { tenant, channel, providerMessageId } = message
      const messageId = idOfMessage({ tenant, channelId: channel.channelId, providerMessageId })
      for (let tries = 1; ; tries++) {
        const place = await placeOf(deps, message)
        if (place === 'deleted') return { ok: true }
        const { conversationId, state } = place
        if (state && (await messageOf(deps.transcripts, { tenant, state }, messageId))) return { ok: true }
        const added = await addTo(place, message, messageId)
        if (added.ok) {
          deps.turns.discard(conversationId, added.epoch)
          return { ok: true }
        }
        if (added.rejection.code !== 'deleted' || tries === ATTEMPTS) return added
      }
    },

    async change({ tenant, channel, contactId, by, providerMessageId, sentMessage, key, at, change, cause }) {
      const place = await placeOf(deps, { tenant, channel, contact: { id: contactId }, sentAt: at })
      if (place === 'deleted' || !place.state?.started) return { ok: true, found: false }
      const { conversationId, visitorId, state } = place
      const own = idOfMessage({ tenant, channelId: channel.channelId, providerMessageId })
      const find = async (messageId: string | undefined) =>
        messageId === undefined ? undefined : messageOf(deps.transcripts, { tenant, state }, messageId)
      const message = (await find(own)) ?? (await find(await sentMessage?.(conversationId)))
      if (!message) return { ok: true, found: false }
      const context: CommandContext = {
        tenant,
        actor: { kind: 'visitor', id: visitorId },
        cause: { ...cause, command: `change/${message.id}/${key}` },
        subject: subjectOf({ conversationId }),
      }
      const command = { type: 'ChangeMessage', message, by, changedAt: at, change } as const
      const handled = await handle(conversation, conversationId, command, context)
      if (handled.ok) return { ok: true, found: true }
      return ['not-found', 'deleted'].includes(handled.rejection.code) ? { ok: true, found: false } : handled
    },
  }

  async function addTo(
    { conversationId, visitorId, state }: Place,
    message: OutsideReply,
    messageId: string,
  ): Promise<{ ok: true; epoch: number } | { ok: false; rejection: Rejection }> {
    const { tenant, agentId, channel, contact, cause, text, sentAt, from } = message
    const document = await deps.agentDocument(tenant, agentId)
    if (!document) return refuse('not-found', 'This agent does not exist.')
    const context = (key: string): CommandContext => ({
      tenant,
      actor: { kind: 'policy', id: 'outside-replies' },
      cause: { ...cause, command: key },
      subject: subjectOf({ conversationId }),
    })
    if (!state) {
      const assigned = await deps.agentForVisitor(tenant, agentId, visitorId)
      const about = {
        ...{ conversationId, agentId, visitorId, channel: channel.kind },
        ...{ channelId: channel.channelId, contactId: contact.id },
        ...(assigned?.version === undefined ? {} : { agentVersion: assigned.version }),
        ...(document.recordChatHistory === false ? { recorded: false } : {}),
      }
      const started = await handle(
        conversation,
        conversationId,
        { type: 'StartConversation', conversation: about, firstMessages: [] },
        context(`start/${conversationId}`),
      )
      if (!started.ok && started.rejection.code !== 'already-started') return started
      if (contact.phone !== undefined) {
        const identify = { type: 'IdentifyVisitor', phone: contact.phone, verified: false } as const
        const known = await handle(conversation, conversationId, identify, context(`identify/${messageId}`))
        if (!known.ok) return known
      }
      await refresh(conversation.category, conversationId)
    }
    const kept = await attachedFiles(deps.keepFile, message.attachments, {
      ...{ tenant, conversationId, messageId },
      language: languageOf(document.lang, state?.started?.lang),
    })
    if (!kept.ok) return kept
    const handled = await handle(
      conversation,
      conversationId,
      {
        type: 'RecordOutsideReply',
        messageId,
        blocks: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...kept.blocks],
        person: { userId: accountOn(channel.channelId), displayName: from },
        sentAt,
      },
      context(`outside-reply/${messageId}`),
    )
    if (!handled.ok) return handled
    const epoch = (await load(conversation, conversationId, tenant))?.state.epoch ?? 0
    return { ok: true, epoch }
  }
}
