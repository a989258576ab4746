/** The credentials of the workspace, used by their own page and by the functions that refer to them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMay } from '../shell/access/use-may.ts'
import { useWorkspace } from '../shell/navigation/places.ts'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

export const credentialsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['credentials', region, workspaceId],
    meta: { touchedBy: ['credential', 'tool'] },
    queryFn: async ({ signal }) =>
      (await client.call('credentials.list', { params: { region } }, { signal })).items,
  })

export function useCredentials() {
  const may = useMay()
  return useQuery({ ...credentialsQuery(useWorkspace()), enabled: may('credential.read') })
}
