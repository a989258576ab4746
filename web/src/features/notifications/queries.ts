import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

/** The latest five of each level. Refetched when the workspace changes. */
export const notificationsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['notifications', region, workspaceId],
    meta: { touchedBy: ['notification', 'recipient'] },
    queryFn: ({ signal }) =>
      client.call('notifications.list', { params: { region, workspaceId } }, { signal }),
    refetchInterval: 120_000,
  })

/** All notifications, newest first, in pages. */
export const historyQuery = ({ region, workspaceId }: WorkspacePlace) =>
  infiniteQueryOptions({
    queryKey: ['notifications', region, workspaceId, 'history'],
    meta: { touchedBy: ['notification', 'recipient'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'notifications.history',
        { params: { region, workspaceId }, query: { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

/** The browsers of the member that receive push notifications. */
export const pushDevicesQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['push-devices', region, workspaceId],
    meta: { touchedBy: ['recipient'] },
    queryFn: ({ signal }) =>
      client.call('notifications.pushDevices', { params: { region, workspaceId } }, { signal }),
  })
