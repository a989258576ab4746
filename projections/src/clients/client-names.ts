import { CLIENT_ID_LENGTH } from '@parley/contracts/client/pages.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { clientsProjection } from './clients.projection.ts'

/** The names of those of the people who are clients of the workspace, by their ids. */
export async function clientNamesOf(
  reader: Reader,
  tenant: string,
  userIds: readonly string[],
): Promise<Record<string, string>> {
  const ids = [...new Set(userIds)].filter(({ length }) => length === CLIENT_ID_LENGTH)
  if (ids.length === 0) return {}
  const found = (await reader.getMany(clientsProjection, tenant, ids)).filter((one) => one !== undefined)
  const names = await reader.open(
    tenant,
    found.map(({ name }) => name),
  )
  return Object.fromEntries(found.map(({ clientId }, nth) => [clientId, names[nth] ?? '']))
}
