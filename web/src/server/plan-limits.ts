import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

/** What the plan of a workspace allows, and how much of it is used. */
export const planLimitsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['plan-limits', region, workspaceId],
    meta: { touchedBy: ['agent', 'knowledge'] },
    // Others use it up too.
    staleTime: 0,
    queryFn: ({ signal }) =>
      client.call('workspaces.limits', { params: { region, workspaceId } }, { signal }),
  })
