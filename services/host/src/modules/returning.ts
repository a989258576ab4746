/** Returning visitors: their earlier conversations, and transcripts by mail. */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { returningEndpoints } from '@parley/contracts/conversation/returning-endpoints.ts'
import { returningHandlers } from '@parley/conversation/visiting/returning.handlers.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import { visitorConversations } from '@parley/projections/conversations/visitor-conversations.ts'
import type { RegionScope } from './module.ts'

export const returningModule = defineModule({
  name: 'returning',
  endpoints: returningEndpoints,

  start({ config, engines, reader, ports }: RegionScope) {
    /** Deletes kept transcript mails when their conversation is deleted. */
    const removeMails = definePolicy({
      name: 'remove-mails',
      startFrom: 'origin',
      events: pick(conversationEvents, 'ConversationDeleted'),
      react: async (event) => ports.mail.remove({ about: event.stream }),
    })
    return {
      handlers: returningHandlers({
        region: engines.region,
        load: engines.commands.load,
        transcripts: ports.transcripts,
        visitorTokens: createVisitorTokens(config.masterKey),
        agentDocument: ports.agents.document,
        conversationsOf: (tenant, agentId, visitorId) =>
          visitorConversations(reader, tenant, agentId, visitorId),
        sendMail: (mail) => ports.mail.send(mail),
      }),
      policies: [removeMails],
    }
  },
})
