/** The clients that have an agent, and the organisations that have it, themselves or through one of their clients. */
import { everyDocument } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { agentHoldersProjection } from './agent-holders.projection.ts'
import { organisationSummariesProjection } from './organisation-summaries.projection.ts'

/** Of an agent, those of its holders that are asked. */
const MOST_HOLDERS = 1_000

/** Returns the ids of the organisations of each agent. */
export async function holdingOrganisations(
  reader: Reader,
  tenant: string,
  agentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = [...new Set(agentIds)]
  const pages = await Promise.all(
    asked.map((agentId) =>
      reader.find(agentHoldersProjection, tenant, {
        index: 'byAgent',
        where: { agentId },
        limit: MOST_HOLDERS,
      }),
    ),
  )
  const holders = pages.flatMap(({ items }) => items)
  const clientIds = [...new Set(holders.flatMap((one) => ('clientId' in one ? [one.clientId] : [])))]
  const organisationIds = [
    ...new Set(holders.flatMap((one) => ('organisationId' in one ? [one.organisationId] : []))),
  ]
  const [clients, organisations] = await Promise.all([
    reader.getMany(clientsProjection, tenant, clientIds),
    reader.getMany(organisationSummariesProjection, tenant, organisationIds),
  ])
  const having = [
    ...clients.flatMap((one) => (one ? [{ organisationId: one.orgId, widgetIDs: one.widgetIDs }] : [])),
    ...organisations.flatMap((one) => (one ? [one] : [])),
  ]
  const found = new Map<string, Set<string>>(asked.map((agentId) => [agentId, new Set()]))
  for (const { organisationId, widgetIDs } of having)
    for (const agentId of widgetIDs) found.get(agentId)?.add(organisationId)
  return new Map([...found].map(([agentId, ids]) => [agentId, [...ids]]))
}

/** Returns the ids of the clients that have an agent. */
export async function clientsWithAgent(reader: Reader, tenant: string, agentId: string): Promise<string[]> {
  const holders = await everyDocument(reader, agentHoldersProjection, tenant, {
    index: 'byAgent',
    where: { agentId },
    limit: MOST_HOLDERS,
  })
  const clientIds = holders.flatMap((one) => ('clientId' in one ? [one.clientId] : []))
  const clients = await reader.getMany(clientsProjection, tenant, clientIds)
  return clients.flatMap((one) => (one?.widgetIDs.includes(agentId) ? [one.clientId] : []))
}
