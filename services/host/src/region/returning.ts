/** Composes what visitors who come back find, and the transcript they take along. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { returningHandlers } from '@parley/conversation/visiting/returning.handlers.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import { type AnyPolicy, definePolicy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { visitorConversations } from '@parley/projections/conversations/visitor-conversations.ts'
import type { Config } from '../config.ts'
import type { RegionEngines } from '../region.ts'

export function composeReturning(options: {
  config: Config
  engines: RegionEngines
  reader: Reader
  mailer: Mailer
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
}) {
  const { config, engines, reader, mailer, document } = options
  /** A transcript that is kept goes with its conversation. */
  const forgetMails = definePolicy({
    name: 'forget-mails',
    startFrom: 'origin',
    events: pick(conversationEvents, 'ConversationDeleted'),
    react: async (event) => mailer.forget?.(event.stream),
  })
  const handlers = returningHandlers({
    region: engines.region,
    load: engines.commands.load,
    visitorTokens: createVisitorTokens(config.masterKey),
    agentDocument: document,
    conversationsOf: (tenant, agentId, visitorId) => visitorConversations(reader, tenant, agentId, visitorId),
    sendMail: (mail) => mailer.send(mail),
  })
  return { handlers, policies: [forgetMails] satisfies AnyPolicy[] }
}
