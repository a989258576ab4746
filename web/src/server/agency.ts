import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

/** The agency of a workspace; null before it is initialised. */
export const agencyQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['agency', region, workspaceId],
    meta: { touchedBy: ['agency'] },
    queryFn: async ({ signal }) =>
      (await client.call('agency.get', { params: { region, workspaceId } }, { signal })).agency ?? null,
  })
