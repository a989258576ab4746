/** Returning visitors: their earlier conversations, and transcripts by mail. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { returningEndpoints } from '@parley/contracts/conversation/returning-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Transcripts } from '../transcripts.ts'
import { type ReturningDeps, returningHandlers } from './returning.handlers.ts'
import { createVisitorTokens } from './visitor-token.ts'

type Needs = {
  agents: { document(tenant: string, agentId: string): Promise<AgentDocument | undefined> }
  mail: { send: ReturningDeps['sendMail']; remove(which: { about: string }): Promise<void> }
  transcripts: Transcripts
  visitors: { conversationsOf: ReturningDeps['conversationsOf'] }
}
type Settings = { masterKey: Buffer }

export const returningModule = defineModule({
  name: 'returning visitors',
  endpoints: returningEndpoints,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { agents, mail, transcripts, visitors } = ports
    /** Deletes kept transcript mails when their conversation is deleted. */
    const removeMails = definePolicy({
      name: 'remove-mails',
      startFrom: 'origin',
      events: pick(conversationEvents, 'ConversationDeleted'),
      react: (event) => mail.remove({ about: event.stream }),
    })
    return {
      handlers: returningHandlers({
        region: engines.region,
        load: engines.commands.load,
        transcripts,
        visitorTokens: createVisitorTokens(config.masterKey),
        agentDocument: agents.document,
        conversationsOf: visitors.conversationsOf,
        sendMail: mail.send,
      }),
      policies: [removeMails],
    }
  },
})
