import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { organisationsProjection } from './organisations.projection.ts'

/** Returns the names of those of the organisations that exist. */
export async function organisationNames(
  reader: Reader,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await reader.getMany(organisationsProjection, tenant, [...new Set(ids)])
  const live = found.flatMap((one) => one ?? [])
  const names = await reader.open(
    tenant,
    live.map(({ name }) => name),
  )
  return new Map(live.map(({ organisationId }, nth) => [organisationId, names[nth] ?? '']))
}
