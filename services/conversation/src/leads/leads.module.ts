/** Leads: what visitors said of themselves. */
import { leadEndpoints } from '@parley/contracts/conversation/lead-endpoints.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { conversation } from '../conversation.decider.ts'
import { captureLeadsPolicy } from './capture-leads.policy.ts'
import { lead } from './lead.decider.ts'
import { leadHandlers } from './lead.handlers.ts'

export const leadsModule = defineModule({
  name: 'leads',
  endpoints: leadEndpoints,
  aggregates: [lead],
  audited: leadEvents,
  relays: [
    { events: pick(leadEvents, 'LeadCaptured'), topics: [NOTIFICATIONS] },
    {
      events: pick(leadEvents, 'LeadRequestChanged'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).status !== 'started',
    },
    {
      events: pick(
        leadEvents,
        'LeadCaptured',
        'LeadFieldsChanged',
        'LeadRequestChanged',
        'LeadStatusChanged',
      ),
      topics: [WEBHOOKS],
    },
  ],

  start({ engines }: ModuleScope) {
    const { handle, load, evict } = engines.commands
    const leads = { handle, load, evict, erase: engines.keyring.erase }
    return {
      handlers: leadHandlers(leads),
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
