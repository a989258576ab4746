/** Calls of returning visitors: their earlier conversations, and transcripts by mail. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type {
  EarlierConversation,
  returningEndpoints,
} from '@parley/contracts/conversation/returning-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { conversation } from '../conversation.decider.ts'
import { messagesFrom, type Transcripts } from '../transcripts.ts'
import { asVisitorReads } from '../translation/across.ts'
import { type TranscriptMail, transcriptMail } from './transcript-mail.ts'
import { visitorOf } from './visitor-actions.handlers.ts'
import type { VisitorTokens } from './visitor-token.ts'

export type ReturningDeps = {
  region: Region
  load: CommandHandler['load']
  visitorTokens: VisitorTokens
  transcripts: Transcripts
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** Conversations of one visitor with one agent, newest first. */
  conversationsOf(
    tenant: string,
    agentId: string,
    visitorId: string,
  ): Promise<Omit<EarlierConversation, 'visitorToken'>[]>
  /** Throws if the mail server does not accept it. */
  sendMail(mail: TranscriptMail & { id: string; to: string; about: string; asked: true }): Promise<unknown>
}

/** The newest messages of a transcript that is mailed: mail servers refuse large mails. */
const MOST_MAILED = 500

const notFound = refuse('not-found', 'This conversation does not exist.')

export function returningHandlers(deps: ReturningDeps): Handlers<typeof returningEndpoints> {
  return {
    async 'conversations.earlier'(call) {
      const visitor = visitorOf(call)
      if (!visitor) return notFound
      const { tenant, agentId, visitorId } = visitor
      const items = await deps.conversationsOf(tenant, agentId, visitorId)
      const { region } = deps
      return reply({
        items: items.map((item) => {
          const { conversationId } = item
          const session = { region, tenant, agentId, conversationId, visitorId }
          return { ...item, visitorToken: deps.visitorTokens.issue(session) }
        }),
      })
    },

    async 'conversations.mailTranscript'(call) {
      const visitor = visitorOf(call)
      const found = visitor && (await deps.load(conversation, visitor.conversationId, visitor.tenant))
      if (!visitor || !found?.state.started) return notFound
      const { state } = found
      if (state.deleted) return refuse('deleted', 'This conversation has been deleted.')
      const document = await deps.agentDocument(visitor.tenant, visitor.agentId)
      const lang = !document?.lang || document.lang === 'automatic' ? state.started?.lang : document.lang
      const from = Math.max(0, state.messageCount - MOST_MAILED)
      const messages: MessageView[] = []
      for await (const page of messagesFrom(deps.transcripts, found, from)) messages.push(...page)
      const mail = transcriptMail(document ?? {}, messages.map(asVisitorReads), {
        ...{ lang, timeZone: state.started?.timeZone },
      })
      try {
        await deps.sendMail({
          ...mail,
          brand: { ...mail.brand, agency: { region: deps.region, agencyId: visitor.tenant } },
          id: `transcript-${call.request.id}`,
          to: call.body.email,
          about: `conversation-${visitor.conversationId}`,
          asked: true,
        })
      } catch {
        return refuse('unavailable', 'The mail could not be sent. Please try again later.')
      }
      return reply({ success: true as const })
    },
  }
}
