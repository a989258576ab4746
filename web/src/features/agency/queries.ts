import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

/** The e-mail sending domain of an agency, with what the server found of it last. */
export const emailDomainQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['email-domain', region, workspaceId],
    meta: { touchedBy: ['emaildomain'] },
    queryFn: ({ signal }) => client.call('emailDomains.get', { params: { region, workspaceId } }, { signal }),
  })

/** The addresses from which mails of the workspace came back, newest first. */
export const bouncesQuery = ({ region, workspaceId }: WorkspacePlace) =>
  infiniteQueryOptions({
    queryKey: ['bounces', region, workspaceId],
    meta: { touchedBy: ['bouncedaddress'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'bounces.list',
        { params: { region, workspaceId }, query: { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
