import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { askedOf, type SessionsSearch } from './search.ts'

const PAGE = 50
/** Who leaves is not in the log, so it is asked for. */
const LOOK_AGAIN_MS = 5_000
const meta = { touchedBy: ['conversation'] }

/** Who is on the websites now: asked again with each event of a conversation, and at an interval. */
export const liveQuery = ({ region, workspaceId }: WorkspacePlace, agentId: string | undefined) =>
  queryOptions({
    queryKey: ['visits', region, workspaceId, 'live', agentId],
    meta,
    queryFn: ({ signal }) =>
      client.call('visits.live', { params: { region, workspaceId }, query: { agentId } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })

export const pastKey = ({ region, workspaceId }: WorkspacePlace) =>
  ['visits', region, workspaceId, 'past'] as const

export const pastQuery = (place: WorkspacePlace, search: SessionsSearch) =>
  infiniteQueryOptions({
    queryKey: [...pastKey(place), search],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'visits.list',
        {
          params: place,
          query: { ...askedOf(search), cursor: pageParam, limit: PAGE },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
