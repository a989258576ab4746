import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

/** Whether a workspace has white label, and its trial. */
export const whiteLabelQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['white-label', region, workspaceId],
    meta: { touchedBy: ['whitelabel'] },
    queryFn: ({ signal }) => client.call('whiteLabel.get', { params: { region, workspaceId } }, { signal }),
    // The days that are left, in a dashboard that stays open.
    refetchInterval: 10 * 60_000,
  })
