import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { askedFor, type ClientsSearch } from './search.ts'

export const clientsQuery = (place: WorkspacePlace, search: ClientsSearch) =>
  infiniteQueryOptions({
    queryKey: ['clients', place.region, place.workspaceId, askedFor(search)],
    meta: { touchedBy: ['client', 'organisation', 'agent'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'clients.list',
        { params: place, query: { ...askedFor(search), cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const clientQuery = (place: WorkspacePlace, clientId: string) =>
  queryOptions({
    queryKey: ['client', place.region, place.workspaceId, clientId],
    meta: { touchedBy: ['client', 'organisation', 'agent'] },
    queryFn: ({ signal }) => client.call('clients.get', { params: { ...place, clientId } }, { signal }),
  })

export const organisationsQuery = (place: WorkspacePlace) =>
  queryOptions({
    queryKey: ['organisations', place.region, place.workspaceId],
    meta: { touchedBy: ['organisation', 'client', 'agent', 'orgcredits'] },
    queryFn: async ({ signal }) =>
      (await client.call('organisations.list', { params: place }, { signal })).items,
  })

export const organisationCreditsQuery = (place: WorkspacePlace, organisationId: string) =>
  queryOptions({
    queryKey: ['organisation-credits', place.region, place.workspaceId, organisationId],
    meta: { touchedBy: ['orgcredits'] },
    queryFn: ({ signal }) =>
      client.call(
        'organisations.creditHistory',
        { params: { ...place, organisationId }, query: { limit: 10 } },
        { signal },
      ),
  })
