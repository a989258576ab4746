/** Composes what the team has besides answering: lists and downloads of conversations, leads, inbox settings. */
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { captureLeadsPolicy } from '@parley/conversation/leads/capture-leads.policy.ts'
import { leadHandlers } from '@parley/conversation/leads/lead.handlers.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { WithAddresses } from '@parley/projections/conversations/conversation-views.ts'
import { conversationQueries } from '@parley/projections/conversations/conversations.queries.ts'
import { leadQueries } from '@parley/projections/leads/leads.queries.ts'
import type { RegionEngines } from '../region.ts'

export function composeInbox(options: {
  engines: RegionEngines
  reader: Reader
  withAddresses?: WithAddresses
}) {
  const { engines, reader, withAddresses } = options
  const { handle, load, forget } = engines.commands
  const leads = { handle, load, forget, erase: engines.keyring.erase }
  const policies: AnyPolicy[] = [
    captureLeadsPolicy({
      ...leads,
      async startedAs(conversationId, tenant) {
        return (await load(conversation, conversationId, tenant))?.state.started
      },
    }),
  ]
  return {
    policies,
    handlers: {
      ...conversationQueries({ reader, withAddresses }),
      ...leadHandlers(leads),
      ...leadQueries({ reader }),
    },
  }
}
