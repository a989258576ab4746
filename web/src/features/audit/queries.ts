import type { Region } from '@parley/contracts/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import { type AuditFilters, actedBy, rangeOf } from './search.ts'

export type Workspace = { region: Region; workspaceId: string }
const pageLength = 50

export const timelineQuery = ({ region, workspaceId }: Workspace, filters: AuditFilters) => {
  const { who: _, platform: __, ...asked } = filters
  return infiniteQueryOptions({
    queryKey: ['audit', region, workspaceId, 'timeline', filters],
    meta: { touchedBy: 'any' },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'audit.timeline',
        {
          params: { region, workspaceId },
          query: {
            ...asked,
            ...rangeOf(filters),
            by: actedBy(filters),
            cursor: pageParam,
            limit: pageLength,
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
}

/** Events are immutable, so they never become stale. */
export const eventQuery = ({ region, workspaceId }: Workspace, event: { stream: string; revision: number }) =>
  queryOptions({
    queryKey: ['audit-event', region, workspaceId, event.stream, event.revision],
    queryFn: ({ signal }) =>
      client.call('audit.event', { params: { region, workspaceId, ...event } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const stateAtQuery = ({ region, workspaceId }: Workspace, stream: string, at: string) =>
  queryOptions({
    queryKey: ['audit-state', region, workspaceId, stream, at],
    queryFn: ({ signal }) =>
      client.call('audit.stateAt', { params: { region, workspaceId, stream }, query: { at } }, { signal }),
    retry: false,
  })

export const anchorsQuery = ({ region, workspaceId }: Workspace) =>
  queryOptions({
    queryKey: ['audit-anchors', region, workspaceId],
    queryFn: ({ signal }) => client.call('audit.anchors', { params: { region, workspaceId } }, { signal }),
  })
