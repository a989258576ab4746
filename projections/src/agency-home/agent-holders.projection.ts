/**
 * The organisations and clients that were ever given an agent, to find those that have it: whoever reads this asks them.
 * An event that takes an agent away names only those that are left.
 */
import { clientEvents } from '@parley/contracts/client/events.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgentHolder = { agentId: string } & ({ organisationId: string } | { clientId: string })

const events = {
  ...pick(organisationEvents, 'OrganisationCreated', 'OrganisationChanged'),
  ...pick(clientEvents, 'ClientCreated', 'ClientChanged', 'ClientAgentCreated'),
}

export const agentHoldersProjection = tenantProjection<AgentHolder>()({
  name: 'agent-holders',
  version: 1,
  events,
  indexes: { byAgent: ['agentId'] },
  identify: (event) => [...new Set(agentsIn(event))].map((agentId) => `${agentId}.${holderOf(event)}`),
  project(_, event, id) {
    const agentId = id.slice(0, id.length - holderOf(event).length - 1)
    return 'clientId' in event.data
      ? { agentId, clientId: event.data.clientId }
      : { agentId, organisationId: event.data.organisationId }
  },
})

type Given = RecordedOf<typeof events>

const holderOf = ({ data }: Given) => ('clientId' in data ? data.clientId : data.organisationId)

const agentsIn = ({ data }: Given) => ('agentId' in data ? [data.agentId] : (data.widgetIDs ?? []))
