import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { askedFor, type LeadsSearch } from './search.ts'

export const leadsQuery = (place: AgentPlace, search: LeadsSearch) =>
  infiniteQueryOptions({
    queryKey: ['leads', place.region, place.agentId, askedFor(search)],
    meta: { touchedBy: ['lead'], within: 'agent' },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'leads.list',
        { params: place, query: { ...askedFor(search), cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const leadCountsQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['leads', place.region, place.agentId, 'counts'],
    meta: { touchedBy: ['lead'], within: 'agent' },
    queryFn: ({ signal }) => client.call('leads.counts', { params: place }, { signal }),
  })

export const leadQuery = (place: AgentPlace, leadId: string) =>
  queryOptions({
    queryKey: ['lead', place.region, place.agentId, leadId],
    meta: { touchedBy: ['lead'], within: 'agent' },
    queryFn: ({ signal }) => client.call('leads.get', { params: { ...place, leadId } }, { signal }),
  })
