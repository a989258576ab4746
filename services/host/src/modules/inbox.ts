/** The inbox: lists and downloads of conversations, and leads. */
import { leadEndpoints } from '@parley/contracts/conversation/lead-endpoints.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { readingEndpoints } from '@parley/contracts/conversation/reading-endpoints.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { captureLeadsPolicy } from '@parley/conversation/leads/capture-leads.policy.ts'
import { lead } from '@parley/conversation/leads/lead.decider.ts'
import { leadHandlers } from '@parley/conversation/leads/lead.handlers.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { conversationMessagesProjection } from '@parley/projections/conversations/conversation-messages.projection.ts'
import { conversationsProjection } from '@parley/projections/conversations/conversations.projection.ts'
import { conversationQueries } from '@parley/projections/conversations/conversations.queries.ts'
import { leadsProjection } from '@parley/projections/leads/leads.projection.ts'
import { leadQueries } from '@parley/projections/leads/leads.queries.ts'
import type { RegionScope } from './module.ts'
import { NOTIFICATIONS, WEBHOOKS } from './topics.ts'

export const inboxModule = defineModule({
  name: 'inbox',
  endpoints: { ...readingEndpoints, ...leadEndpoints },
  aggregates: [lead],
  projections: [conversationsProjection, conversationMessagesProjection, leadsProjection],
  audited: leadEvents,
  relays: [{ events: pick(leadEvents, 'LeadCaptured'), topics: [WEBHOOKS, NOTIFICATIONS] }],

  start({ engines, reader, ports }: RegionScope) {
    const { handle, load, evict } = engines.commands
    const leads = { handle, load, evict, erase: engines.keyring.erase }
    return {
      handlers: {
        ...conversationQueries({ reader, withAddresses: ports.files.withAddresses }),
        ...leadHandlers(leads),
        ...leadQueries({ reader }),
      },
      policies: [
        captureLeadsPolicy({
          ...leads,
          async startedAs(conversationId, tenant) {
            return (await load(conversation, conversationId, tenant))?.state.started
          },
        }),
      ],
    }
  },
})
