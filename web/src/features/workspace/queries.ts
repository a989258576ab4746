import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

/** When the report of the workspace is mailed, and to whom. */
export const reportQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['report', region, workspaceId],
    meta: { touchedBy: ['report', 'workspace'] },
    queryFn: ({ signal }) => client.call('reports.get', { params: { region, workspaceId } }, { signal }),
  })

export const accessTokensQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['access-tokens', region, workspaceId],
    meta: { touchedBy: ['workspace'] },
    queryFn: async ({ signal }) =>
      (await client.call('tokens.list', { params: { region, workspaceId } }, { signal })).items,
  })

export const reportPreviewQuery = (
  { region, workspaceId }: WorkspacePlace,
  frequency: 'weekly' | 'monthly',
) =>
  queryOptions({
    queryKey: ['report-preview', region, workspaceId, frequency],
    queryFn: ({ signal }) =>
      client.call('reports.preview', { params: { region, workspaceId }, query: { frequency } }, { signal }),
  })
