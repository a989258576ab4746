/**
 * The organisation and the agents of each client, many clients to a document, so that those of all clients of a workspace are
 * read at once. A document grows with the clients of a workspace only slowly: there are as many as `DOCUMENTS` of them.
 */
import { hash } from 'node:crypto'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** By the client: the id of its organisation, then those of its agents. */
export type ClientAgents = { clients: Record<string, [organisationId: string, ...agentIds: string[]]> }

const DOCUMENTS = 1_024

export const clientAgentsProjection = tenantProjection<ClientAgents & { id: string }>()({
  name: 'client-agents',
  version: 1,
  events: pick(clientEvents, 'ClientCreated', 'ClientChanged', 'ClientAgentCreated', 'ClientDeleted'),
  indexes: { all: ['id'] },
  identify: ({ data }) => documentOf(data.clientId),
  project(found, event, id) {
    const { clientId } = event.data
    const { [clientId]: own, ...others } = found?.clients ?? {}
    const kept = (client: ClientAgents['clients'][string] | undefined) => {
      const clients = client ? { ...others, [clientId]: client } : others
      return Object.keys(clients).length === 0 ? undefined : { id, clients }
    }
    if (event.type === 'ClientCreated') return kept([event.data.orgId, ...event.data.widgetIDs])
    if (!own || event.type === 'ClientDeleted') return kept(undefined)
    const [organisationId, ...agentIds] = own
    if (event.type === 'ClientChanged') {
      const { orgId = organisationId, widgetIDs = agentIds } = event.data
      return kept([orgId, ...widgetIDs])
    }
    return kept([organisationId, ...new Set([...agentIds, event.data.agentId])])
  },
})

function documentOf(clientId: string): string {
  return String(hash('sha256', clientId, 'buffer').readUInt16BE() % DOCUMENTS)
}
