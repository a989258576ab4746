import type { Region } from '@parley/contracts/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'

export type WorkspacePlace = { region: Region; workspaceId: string }

/** The latest five of each level; a change in the workspace looks again at once. */
export const notificationsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['notifications', region, workspaceId],
    queryFn: ({ signal }) =>
      client.call('notifications.list', { params: { region, workspaceId } }, { signal }),
    refetchInterval: 120_000,
  })
