/** Runs the process that mails replies: finds out which are unread, writes the mail and sends it. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyMailEffect, ReplyMailInput } from '@parley/contracts/conversation/reply-mail-events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { type ConversationState, conversation } from '../conversation.decider.ts'
import { knownAddress } from '../handoff/visitor-address.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { type FoundConversation, messageOf, messagesBetween, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'
import { replyMail, type TranscriptMail } from '../visiting/transcript-mail.ts'
import { chatLink } from './chat-link.ts'
import type { MayMail } from './mail-limits.ts'
import {
  type ConversationFiles,
  filesOfReplies,
  type MailedFile,
  MOST_ATTACHED_BYTES,
} from './mailed-files.ts'
import { replyMailProcess } from './reply-mail.process.ts'

export type ReplyMailDeps = {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
  transcripts: Transcripts
  record: Outbound['record']
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** The address to which an answer comes back into the conversation; undefined if there is no inbound mail. */
  replyAddress?(tenant: string, conversationId: string): string | undefined
  /** The page with the chat of an agent alone. */
  chatOf(tenant: string, agentId: string): Promise<string>
  mayMail: MayMail
  files: ConversationFiles
  /** Throws if the mail server can't be reached. */
  send(mail: ReplyMailMessage): Promise<'accepted' | 'refused' | 'attachments-refused'>
  onFault(error: unknown, conversationId: string): void
  waitMs: number
}

export type ReplyMailMessage = TranscriptMail & {
  id: string
  to: string
  about: string
  /** The same for all mails of a conversation. */
  thread: string
  replyTo?: string
  attachments: readonly MailedFile[]
}

/** Messages from before that the mail repeats. */
const EARLIER_MESSAGES = 6

export function runReplyMail(deps: ReplyMailDeps): RunningProcess<ReplyMailInput> {
  return runProcess(replyMailProcess(deps.waitMs), {
    handle: deps.handle,
    load: deps.load,
    deadlines: deps.deadlines,

    async carryOut({ messageIds, ...command }, context) {
      const conversationId = context.cause.correlation
      for (const messageId of messageIds) {
        const own = atStep(context, messageId)
        const became =
          command.type === 'RecordMailed'
            ? ({ state: 'sent' } as const)
            : ({ state: 'failed', reason: command.reason } as const)
        const recorded = await deps.record(own, { conversationId, messageId }, became)
        if (!recorded.ok && recorded.rejection.code !== 'not-found') throw new Error(recorded.rejection.code)
      }
    },

    perform: (effect, { tenant, instance, key }) => mail(tenant, instance, effect, key),
  })

  async function mail(
    tenant: string,
    conversationId: string,
    { messageIds, counted }: ReplyMailEffect,
    key: string,
  ): Promise<ReplyMailInput> {
    await deps.refresh(conversation.category, conversationId)
    const loaded = await deps.load(conversation, conversationId, tenant)
    const found = loaded && { ...loaded, tenant }
    const to = found && !found.state.deleted ? knownAddress(found.state) : undefined
    if (!found?.state.started || to === undefined) return { type: 'MailNotNeeded' }
    const unread = await unreadOf(found, messageIds)
    const [first] = unread
    if (!first) return { type: 'MailNotNeeded' }
    if (!counted && !(await deps.mayMail({ tenant, conversationId, to })))
      return { type: 'MailRefused', messageIds: unread.map(({ id }) => id), reason: 'limit-reached' }
    const { pageUrl } = found.state
    const { agentId, lang, timeZone } = found.state.started
    const document = await deps.agentDocument(tenant, agentId)
    const from = Math.max(0, first.index - EARLIER_MESSAGES)
    const earlier = await messagesBetween(deps.transcripts, found, from, first.index)
    const replyTo = deps.replyAddress?.(tenant, conversationId)
    const link = chatLink(document ?? {}, pageUrl, await deps.chatOf(tenant, agentId))
    const replies = unread.map(asVisitorReads)
    const about = { about: `conversation-${conversationId}`, thread: `conversation-${conversationId}` }
    const send = async (mostBytes: number) => {
      const of = { tenant, conversationId }
      const { attachments, ...withFiles } = await filesOfReplies(deps.files, of, replies, { mostBytes })
      const written = replyMail({
        agent: document ?? {},
        ...withFiles,
        earlier: earlier.map(asVisitorReads),
        reader: {
          lang: document?.lang === undefined || document.lang === 'automatic' ? lang : document.lang,
          timeZone: zoneOf(document) ?? timeZone,
        },
        answerable: replyTo !== undefined,
        chatLink: link,
      })
      const id = key.replaceAll('/', '.')
      return deps.send({
        ...{ id, to, ...written, ...about, attachments },
        brand: { ...written.brand, agency: { region: deps.region, agencyId: tenant } },
        ...(replyTo === undefined ? {} : { replyTo }),
      })
    }
    try {
      let became = await send(MOST_ATTACHED_BYTES)
      if (became === 'attachments-refused') became = await send(0)
      const type = became === 'accepted' ? 'MailSent' : 'MailRefused'
      return { type, messageIds: unread.map(({ id }) => id) }
    } catch (error) {
      deps.onFault(error, conversationId)
      return { type: 'MailPostponed', messageIds: [...messageIds] }
    }
  }

  /** Those that no chat of the visitor has shown. Whoever has written since has read what was above it. */
  async function unreadOf(found: FoundConversation, messageIds: readonly string[]): Promise<MessageView[]> {
    const seenUpTo = lastOfVisitor(found.state)
    const unread: MessageView[] = []
    for (const messageId of messageIds) {
      const message = await messageOf(deps.transcripts, found, messageId)
      if (message && message.deliveryState === undefined && message.index > seenUpTo) unread.push(message)
    }
    return unread.toSorted((one, other) => one.index - other.index)
  }
}

/** Of the agent's opening hours, in which its visitors think of it; undefined where nobody has set one. */
function zoneOf(document: AgentDocument | undefined): string | undefined {
  const { timeZone } = document?.openingHours ?? {}
  return timeZone === 'UTC' ? undefined : timeZone
}

function lastOfVisitor({ messages }: ConversationState): number {
  return messages.findLast(({ role }) => role === 'visitor')?.index ?? -1
}
