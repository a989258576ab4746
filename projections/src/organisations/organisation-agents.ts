/** The clients of an organisation, and the agents that it and they have. */
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { existingAgents } from './existing-agents.ts'
import { organisationsProjection } from './organisations.projection.ts'

const PAGE = 1_000

export async function clientIdsIn(reader: Reader, tenant: string, orgId: string): Promise<string[]> {
  return (await clientsIn(reader, tenant, orgId)).map(({ clientId }) => clientId)
}

export async function agentsOfOrganisation(reader: Reader, tenant: string, orgId: string): Promise<string[]> {
  const [organisation, clients] = await Promise.all([
    reader.get(organisationsProjection, tenant, orgId),
    clientsIn(reader, tenant, orgId),
  ])
  const assigned = [...(organisation?.widgetIDs ?? []), ...clients.flatMap(({ widgetIDs }) => widgetIDs)]
  return [...(await existingAgents(reader, tenant, assigned))]
}

function clientsIn(reader: Reader, tenant: string, orgId: string) {
  return everyDocument(reader, clientsProjection, tenant, {
    index: 'byOrganisation',
    where: { orgId },
    limit: PAGE,
  })
}
