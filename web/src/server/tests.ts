import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { AgentPlace } from './queries.ts'

/** The first three parts of the keys of all queries about tests. */
const keyOf = ({ region, agentId }: AgentPlace) => ['tests', region, agentId] as const

export const testCasesQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'cases'],
    meta: { touchedBy: ['testset', 'testrun'], within: 'agent' },
    queryFn: async ({ signal }) => (await client.call('testCases.list', { params: place }, { signal })).items,
  })

export const publishGateQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'gate'],
    meta: { touchedBy: ['testset'], within: 'agent' },
    queryFn: ({ signal }) => client.call('publishGate.get', { params: place }, { signal }),
  })

export const suggestionsQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'suggestions'],
    meta: { touchedBy: ['testset', 'knowledge'], within: 'agent' },
    queryFn: async ({ signal }) =>
      (await client.call('testCases.suggest', { params: place }, { signal })).items,
  })

export const testRunsQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'runs'],
    meta: { touchedBy: ['testset', 'testrun'], within: 'agent' },
    queryFn: async ({ signal }) => (await client.call('testRuns.list', { params: place }, { signal })).items,
  })

/** A run, and its results in pages of as many as fill some screens. */
export const testRunQuery = (place: AgentPlace, runId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(place), 'run', runId],
    meta: { touchedBy: ['testset', 'testrun'], within: 'agent' },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'testRuns.get',
        { params: { ...place, runId }, query: { cursor: pageParam, limit: 40 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
