import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

export type ToolPlace = Pick<WorkspacePlace, 'region'> & { toolId: string }

/** The versions of a function, and the agents that use it. */
export const toolHistoryQuery = ({ region, toolId }: ToolPlace) =>
  queryOptions({
    queryKey: ['tool-history', region, toolId],
    meta: { touchedBy: ['tool', 'agent'] },
    queryFn: ({ signal }) => client.call('tools.history', { params: { region, toolId } }, { signal }),
  })

/** Versions never change. */
export const toolVersionQuery = ({ region, toolId }: ToolPlace, version: number) =>
  queryOptions({
    queryKey: ['tool-version', region, toolId, version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await client.call('tools.version', { params: { region, toolId, version } }, { signal })).settings,
  })
