/** Composes what visitors who come back find, and the transcript they take along. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { returningHandlers } from '@parley/conversation/returning.handlers.ts'
import { createVisitorTokens } from '@parley/conversation/visitor-token.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { visitorConversations } from '@parley/projections/conversations/visitor-conversations.ts'
import type { Config } from './config.ts'
import type { RegionEngines } from './region.ts'

export function composeReturning(options: {
  config: Config
  engines: RegionEngines
  reader: Reader
  mailer: Mailer
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
}) {
  const { config, engines, reader, mailer, document } = options
  return returningHandlers({
    region: engines.region,
    load: engines.commands.load,
    visitorTokens: createVisitorTokens(config.masterKey),
    agentDocument: document,
    conversationsOf: (tenant, agentId, visitorId) => visitorConversations(reader, tenant, agentId, visitorId),
    sendMail: (mail) => mailer.send(mail),
  })
}
