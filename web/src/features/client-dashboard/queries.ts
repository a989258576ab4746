import type { Region } from '@parley/contracts/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'

export const ownOrganisationQuery = (region: Region) =>
  queryOptions({
    queryKey: ['own-organisation', region],
    meta: { touchedBy: ['organisation', 'orgcredits/CreditsTransferred', 'orgcredits/RepliesCharged'] },
    queryFn: ({ signal }) => client.call('ownOrganisation.get', { params: { region } }, { signal }),
  })

/** Read again whenever it is shown: a client is not told of what others change of themselves. */
export const membersQuery = (region: Region) =>
  infiniteQueryOptions({
    queryKey: ['own-organisation-members', region],
    meta: { touchedBy: ['organisation', 'client'] },
    staleTime: 0,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'ownOrganisation.members',
        { params: { region }, query: { cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
