/**
 * Adds the mail with which a visitor answers to their conversation: once, however often it is delivered, and only to
 * the conversation for which its address was issued.
 */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { MAILED, maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import {
  type ConversationState,
  conversation,
  type Started,
  subjectOf,
  visitorMessageIn,
} from '../conversation.decider.ts'
import { type Attachment, attachedFiles, type KeepFile, refusedFile } from '../inbound/attached-files.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { IncomingMail } from '../inbound-mail/inbound-mail.ts'
import { languageOf } from '../phrases.ts'
import { type MailedAttachment, readMail } from './read-mail.ts'
import type { ReplyAddress, ReplyAddresses } from './reply-address.ts'

const HOUR = 3_600

export type ReceiveMail = {
  /** Whether an address is one that was issued, for a conversation that is still there. */
  accepts(address: ReplyAddress): Promise<boolean>
  /**
   * `ignored`: nothing that a person wrote, or the conversation is gone. `unreadable`: it never can be read. Throws if it
   * should be delivered again.
   */
  receive(address: ReplyAddress, mail: IncomingMail): Promise<'received' | 'ignored' | 'unreadable'>
}

export function createReceiveMail(deps: {
  addresses: Pick<ReplyAddresses, 'isOf'>
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  add: Inbound['add']
  keepFile: KeepFile
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** The workspace of a conversation, from its log; undefined if there is none. */
  tenantOf(conversationId: string): Promise<string | undefined>
  own: { domain: string; address: string }
  limits: Pick<RateLimits, 'take'>
}): ReceiveMail {
  return {
    accepts: async (address) => (await placeOf(address)) !== undefined,

    async receive(address, { sender, bytes }) {
      const place = await placeOf(address)
      const mail = place && (await readMail(bytes, sender, deps.own))
      if (!place || !mail || mail === 'ignored') return 'ignored'
      if (mail === 'unreadable') return mail
      const { tenant, started, state } = place
      // Each mail costs a reply: machines that answer each other must not go on until the credits are used up.
      const taken = await deps.limits.take([
        { key: `reply-mail/${tenant}/${started.conversationId}`, limit: 20, windowSeconds: HOUR },
        { key: `reply-mail/${tenant}`, limit: 1_000, windowSeconds: HOUR },
      ])
      if (!taken.allowed) throw new Error('more mails came than are answered in an hour')
      const { conversationId, visitorId } = started
      const messageId = `${MAILED}${derivedId(20, 'mail', tenant, conversationId, mail.id)}`
      if (visitorMessageIn(state, messageId)) return 'received'
      const attachments = mail.attachments.filter((one) => !(one.inText && wasSent(state, one)))
      if (mail.text === '' && attachments.length === 0) return 'ignored'
      const files = await filesOf(attachments, { tenant, messageId, ...started })
      if (!files.ok) return 'ignored'
      const said = await deps.add(
        {
          tenant,
          actor: { kind: 'visitor', id: visitorId },
          cause: { via: 'channel', command: `mail/${messageId}`, correlation: conversationId },
          subject: subjectOf(started),
        },
        {
          ...{ conversationId, messageId, text: mail.text.slice(0, maxMessageLength) },
          ...(files.blocks.length > 0 ? { blocks: files.blocks } : {}),
        },
      )
      if (!said.ok && said.rejection.code !== 'deleted') throw new Error(said.rejection.code)
      return said.ok ? 'received' : 'ignored'
    },
  }

  /** By the rules of uploads in the chat: where the agent takes no files (`acceptFileUpload`), they are only named. */
  async function filesOf(
    attachments: readonly Attachment[],
    { tenant, messageId, conversationId, agentId, lang }: Started & { tenant: string; messageId: string },
  ) {
    if (attachments.length === 0) return { ok: true as const, blocks: [] }
    const document = await deps.agentDocument(tenant, agentId)
    const language = languageOf(document?.lang, lang)
    if (document?.acceptFileUpload)
      return attachedFiles(deps.keepFile, attachments, { tenant, conversationId, messageId, language })
    const blocks = attachments.map((attachment) => refusedFile(attachment, 'uploads-off', language))
    return { ok: true as const, blocks }
  }

  async function placeOf(address: ReplyAddress) {
    const { conversationId } = address
    const tenant = await deps.tenantOf(conversationId)
    if (tenant === undefined || !deps.addresses.isOf(address, tenant)) return undefined
    await deps.refresh(conversation.category, conversationId)
    const state = (await deps.load(conversation, conversationId, tenant))?.state
    if (!state?.started || state.deleted || state.started.channel !== 'web-chat') return undefined
    return { tenant, started: state.started, state }
  }
}

/** A picture that every mail of somebody shows, such as their logo, comes into the conversation once. */
function wasSent({ messages }: ConversationState, { name, bytes }: MailedAttachment): boolean {
  return messages.some(
    ({ role, blocks }) =>
      role === 'visitor' &&
      blocks.some((block) => block.type === 'file' && block.name === name && block.size === bytes.length),
  )
}
