/**
 * Receives a contact's message from a connected channel: exactly once for each channel and provider message id, in
 * whichever process. All ids follow from the channel, the contact and the message, so that two processes that receive
 * the same message, or two messages of a new contact, write to the same stream, where the second finds it done.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import {
  type Channel,
  type ConversationState,
  conversation,
  subjectOf,
  visitorMessageIn,
} from '../conversation.decider.ts'
import { languageOf } from '../phrases.ts'
import type { Turns } from '../turn/turn.ts'
import { type Attachment, attachedFiles, type KeepFile } from './attached-files.ts'
import type { Inbound } from './inbound.ts'
import { idOfMessage, type Place, placeOf } from './place.ts'

export type InboundMessage = {
  tenant: string
  agentId: string
  channel: { kind: Channel; channelId: string }
  /** The person as the channel knows them. `verified`: the provider has proven the details. */
  contact: { id: string; name?: string; email?: string; phone?: string; verified: boolean }
  /** The provider's id of the message, unique within the channel. */
  providerMessageId: string
  /** When it was written (ISO 8601), by the provider's clock. */
  sentAt: string
  /** Its number among those that were written at the same moment, if the provider counts. */
  sequence?: number
  text: string
  attachments: readonly Attachment[]
  /** The person has opened the conversation and said nothing yet; `text` is added only if the agent says nothing first. */
  opens?: boolean
  cause: Cause
}

export type Received =
  /** `repeated`: it was received before. `isAnswered`: it is new, and the agent is to answer it. */
  | { ok: true; conversationId: string; messageId: string; repeated: boolean; isAnswered?: boolean }
  /** It was written before the contact's conversation was deleted, so that it must not start another one. */
  | { ok: true; ignored: 'deleted' }
  | { ok: false; rejection: Rejection }

export type Receive = (message: InboundMessage) => Promise<Received>

export type ReceiveDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  turns: Pick<Turns, 'receive'>
  start: Inbound['start']
  /** The published document, or that of the version with which a conversation began. */
  agentDocument(tenant: string, agentId: string, version?: number): Promise<AgentDocument | undefined>
  /** What answers a new conversation of a visitor; `version` is set if the conversation stays on it. */
  agentForVisitor(
    tenant: string,
    agentId: string,
    visitorId: string,
  ): Promise<{ document: AgentDocument; version?: number } | undefined>
  keepFile: KeepFile
}

/** How often a conversation may be deleted or started by others while a message is received. */
const ATTEMPTS = 5

export function createReceive(deps: ReceiveDeps): Receive {
  return async (message) => {
    const { tenant, agentId, channel, providerMessageId } = message
    const document = await deps.agentDocument(tenant, agentId)
    if (!document) return refuse('not-found', 'This agent does not exist.')
    const messageId = idOfMessage({ tenant, channelId: channel.channelId, providerMessageId })
    for (let tries = 1; ; tries++) {
      const place = await placeOf(deps, message)
      if (place === 'deleted') return { ok: true, ignored: 'deleted' }
      const { conversationId } = place
      if (place.state && visitorMessageIn(place.state, messageId))
        return { ok: true, conversationId, messageId, repeated: true }
      const added = await addTo(place, document, message, messageId)
      if (added.ok) {
        const state = (await deps.load(conversation, conversationId, tenant))?.state
        const isAnswered = state?.owner === 'agent' && visitorMessageIn(state, messageId) !== undefined
        return { ok: true, conversationId, messageId, repeated: false, isAnswered }
      }
      // Deleted since it was loaded: the message belongs to the contact's next conversation, if to any.
      if (added.rejection.code !== 'deleted' || tries === ATTEMPTS) return added
    }
  }

  async function addTo(
    { conversationId, visitorId, state }: Place,
    document: AgentDocument,
    message: InboundMessage,
    messageId: string,
  ): Promise<{ ok: true } | { ok: false; rejection: Rejection }> {
    const { tenant, agentId, channel, contact, cause, sentAt, sequence, text } = message
    const context: CommandContext = {
      tenant,
      actor: { kind: 'visitor', id: visitorId },
      cause,
      subject: subjectOf({ conversationId }),
    }
    const command = (key: string) => ({ ...context, cause: { ...cause, command: key } })
    const { id: _, ...details } = contact
    const known = Object.keys(details).length > 1 ? details : undefined
    let present = state
    if (!state) {
      const about = {
        ...{ conversationId, agentId, visitorId, channel: channel.kind },
        ...{ channelId: channel.channelId, contactId: contact.id },
      }
      const assigned = await deps.agentForVisitor(tenant, agentId, visitorId)
      const version = assigned?.version
      const pinned = version === undefined ? about : { ...about, agentVersion: version }
      // The same command in every process that receives a first message of the contact.
      const started = await deps.start(
        command(`start/${conversationId}`),
        assigned?.document ?? document,
        pinned,
        known,
      )
      if (!started.ok) return started
      present = started.state
    }
    // Also after a start, which another process may have made with a message of before.
    if (known) {
      const identify = { type: 'IdentifyVisitor', ...known } as const
      const identified = await deps.handle(
        conversation,
        conversationId,
        identify,
        command(`identify/${messageId}`),
      )
      if (!identified.ok) return identified
    }
    if (message.opens && present && isOpenedOnly(present)) return { ok: true }
    const blocks = await attachedFiles(deps.keepFile, message.attachments, {
      tenant,
      conversationId,
      messageId,
      language: languageOf(document.lang, state?.started?.lang),
    })
    if (!blocks.ok) return blocks
    const said = await deps.turns.receive(context, {
      ...{ conversationId, messageId, text, sentAt },
      ...(sequence === undefined ? {} : { sequence }),
      ...(blocks.blocks.length > 0 ? { blocks: blocks.blocks } : {}),
    })
    return said.ok ? { ok: true } : said
  }
}

/** Whether the agent has spoken, and nobody else. */
function isOpenedOnly({ messages, messageCount }: ConversationState): boolean {
  return (
    messages.length > 0 && messages.length === messageCount && messages.every(({ role }) => role === 'agent')
  )
}
