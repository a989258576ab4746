/** The credentials of the workspace, used by their own page and by the functions that refer to them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../shell/places.ts'
import { useMay } from '../shell/use-may.ts'
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
