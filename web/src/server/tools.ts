/** The functions of the workspace (`tool` in the code), used by the Functions page, the nodes and the prompt page. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMay } from '../shell/access/use-may.ts'
import { useWorkspace } from '../shell/navigation/places.ts'
import { client } from './client.ts'

export const toolsQuery = (region: Region, workspaceId: string) =>
  queryOptions({
    queryKey: ['tools', region, workspaceId],
    meta: { touchedBy: ['tool', 'agent'] },
    queryFn: async ({ signal }) =>
      (await client.call('tools.list', { params: { region } }, { signal })).items,
  })

export function useTools() {
  const { region, workspaceId } = useWorkspace()
  const may = useMay()
  return useQuery({ ...toolsQuery(region, workspaceId), enabled: may('function.read') })
}
