/** Whom a client may assign conversations of its agents to: itself and others of its organisation. */
import { holds, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { clientsProjection } from './clients.projection.ts'

/** Of an organisation, in the order in which they were added. */
const MOST = 500

export type Colleague = { userId: string; displayName: string; agentIds: string[] }

/** Those who have agents of the client and may answer in the inbox, each with these agents, and the client itself. */
export async function colleaguesOf(
  reader: Reader,
  tenant: string,
  { orgId, agentIds: own }: { orgId: string; agentIds: readonly string[] },
): Promise<Colleague[]> {
  const page = await reader.find(clientsProjection, tenant, {
    index: 'byOrganisation',
    where: { orgId },
    order: 'asc',
    limit: MOST,
  })
  const found = page.items
    .map(({ widgetIDs, ...one }) => ({ ...one, agentIds: widgetIDs.filter((id) => own.includes(id)) }))
    .filter(({ agentIds, canAccess }) => agentIds.length > 0 && answers(canAccess))
  const names = await reader.open(
    tenant,
    found.map(({ name }) => name),
  )
  return found.map(({ clientId: userId, agentIds }, nth) => ({
    ...{ userId, agentIds },
    displayName: names[nth] ?? '',
  }))
}

const answers = (canAccess: readonly string[]) =>
  holds({ role: 'client', permissions: permissionsOnPages(canAccess) }, 'conversation.answer')
