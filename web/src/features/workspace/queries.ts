import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

export const membersQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['members', region, workspaceId],
    meta: { touchedBy: ['workspace'] },
    queryFn: ({ signal }) => client.call('members.list', { params: { region, workspaceId } }, { signal }),
  })
