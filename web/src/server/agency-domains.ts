import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

/** The domains of an agency, with what the server found of them last. */
export const agencyDomainsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['agency-domains', region, workspaceId],
    meta: { touchedBy: ['agencydomain'] },
    queryFn: ({ signal }) => client.call('domains.get', { params: { region, workspaceId } }, { signal }),
  })
