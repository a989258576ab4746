import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { rangeOf } from '../../design/dates/range-search.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'
import { askedFor, type ClientsSearch } from './search.ts'

export const clientsQuery = (place: WorkspacePlace, search: ClientsSearch) =>
  infiniteQueryOptions({
    queryKey: ['clients', place.region, place.workspaceId, askedFor(search)],
    meta: { touchedBy: ['client', 'organisation', 'agent', 'bouncedaddress'] },
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
    meta: { touchedBy: ['client', 'organisation', 'agent', 'bouncedaddress'] },
    queryFn: ({ signal }) => client.call('clients.get', { params: { ...place, clientId } }, { signal }),
  })

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/**
 * Figures change with every message, and balances with every reply. They are refetched at this interval to limit the load
 * on the server.
 */
const refetchInterval = 60_000
const TRANSFERRED = 'orgcredits/CreditsTransferred'

const ofOrganisations = { touchedBy: ['organisation', 'client', 'agent', TRANSFERRED] }

export const organisationsQuery = (place: WorkspacePlace, { q, orgSort: sort }: ClientsSearch) =>
  infiniteQueryOptions({
    queryKey: ['organisations', place.region, place.workspaceId, { q, sort }],
    meta: ofOrganisations,
    queryFn: ({ signal, pageParam }) =>
      client.call('organisations.list', { params: place, query: { q, sort, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval,
  })

export const organisationQuery = (place: WorkspacePlace, organisationId: string) =>
  queryOptions({
    queryKey: ['organisation', place.region, place.workspaceId, organisationId],
    meta: ofOrganisations,
    queryFn: ({ signal }) =>
      client.call('organisations.get', { params: { ...place, organisationId } }, { signal }),
    refetchInterval,
  })

/** All of the workspace, to choose one of. */
export const organisationNamesQuery = (place: WorkspacePlace) =>
  queryOptions({
    queryKey: ['organisation-names', place.region, place.workspaceId],
    meta: { touchedBy: ['organisation'] },
    queryFn: async ({ signal }) =>
      (await client.call('organisations.names', { params: place }, { signal })).items,
  })

/** Loads what shows organizations again, after one was changed. */
export const organisationsAgain = (queryClient: QueryClient, region: string) =>
  Promise.all(
    ['organisations', 'organisation', 'organisation-names'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name, region] }),
    ),
  )

/** Loads what shows clients again, after some were changed. */
export const clientsAgain = (queryClient: QueryClient, region: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients', region] }),
    queryClient.invalidateQueries({ queryKey: ['client', region] }),
    organisationsAgain(queryClient, region),
  ])

export const organisationOpenIdQuery = ({ region, workspaceId }: WorkspacePlace, organisationId: string) =>
  queryOptions({
    queryKey: ['organisation-openid', region, workspaceId, organisationId],
    meta: { touchedBy: ['organisationopenid', 'agencydomain'] },
    queryFn: ({ signal }) =>
      client.call('organisations.openId', { params: { region, workspaceId, organisationId } }, { signal }),
  })

/** How the organizations do, a page after the other. */
export const healthQuery = (place: WorkspacePlace, search: ClientsSearch) => {
  const { q, homeSort: sort, homeUp } = search
  const order = homeUp === undefined ? undefined : homeUp ? ('asc' as const) : ('desc' as const)
  const asked = { ...rangeOf(search), timeZone, q, sort, order }
  return infiniteQueryOptions({
    queryKey: ['agency-home', place.region, place.workspaceId, asked],
    meta: { touchedBy: ['organisation', 'client', TRANSFERRED] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'agencyHome.organisations',
        { params: place, query: { ...asked, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval,
  })
}

export const attentionQuery = (place: WorkspacePlace) =>
  queryOptions({
    queryKey: ['agency-attention', place.region, place.workspaceId],
    meta: { touchedBy: ['organisation', 'client', TRANSFERRED, 'agencydomain'] },
    queryFn: ({ signal }) => client.call('agencyHome.attention', { params: place }, { signal }),
    refetchInterval,
  })

export const organisationCreditsQuery = (place: WorkspacePlace, organisationId: string) =>
  queryOptions({
    queryKey: ['organisation-credits', place.region, place.workspaceId, organisationId],
    meta: { touchedBy: [TRANSFERRED, 'orgcredits/RepliesCharged'] },
    queryFn: ({ signal }) =>
      client.call(
        'organisations.creditHistory',
        { params: { ...place, organisationId }, query: { limit: 10 } },
        { signal },
      ),
  })

export const monthlyReportQuery = (place: WorkspacePlace, organisationId: string) =>
  queryOptions({
    queryKey: ['monthly-report', place.region, place.workspaceId, organisationId],
    meta: { touchedBy: ['monthlyreport', 'organisation', 'client'] },
    queryFn: ({ signal }) =>
      client.call('monthlyReports.get', { params: { ...place, organisationId } }, { signal }),
  })
