/** The workspace's tools, which the Functions page, the nodes and the agent's choice of tools read. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../shell/places.ts'
import { client } from './client.ts'

export const toolsQuery = (region: Region, workspaceId: string) =>
  queryOptions({
    queryKey: ['tools', region, workspaceId],
    meta: { touchedBy: ['tool'] },
    queryFn: async ({ signal }) =>
      (await client.call('tools.list', { params: { region } }, { signal })).items,
  })

export function useTools() {
  const { region, workspaceId } = useWorkspace()
  return useQuery(toolsQuery(region, workspaceId))
}
