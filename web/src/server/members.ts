/** The members of the workspace and who is invited. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { WorkspacePlace } from './queries.ts'

export const membersQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['members', region, workspaceId],
    meta: { touchedBy: ['workspace', 'bouncedaddress'] },
    queryFn: ({ signal }) => client.call('members.list', { params: { region, workspaceId } }, { signal }),
  })
