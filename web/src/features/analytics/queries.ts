import type { FigureId } from '@parley/contracts/analytics/figures.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import type { Sorting } from './search.ts'

export type Days = { from: string; to: string }

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Figures change with every message. They are refetched at this interval to limit the load on the server. */
const refetchInterval = 60_000

export const analyticsKey = ({ region, agentId }: AgentPlace) => ['analytics', region, agentId] as const

const meta = { touchedBy: ['question', 'loads'], within: 'agent' } as const

export const summaryQuery = (place: AgentPlace, days: Days) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'summary', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.summary', { params: place, query: { ...days, timeZone } }, { signal }),
    refetchInterval,
  })

export const seriesQuery = (place: AgentPlace, days: Days, figure: FigureId) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'series', days, figure],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.series', { params: place, query: { ...days, timeZone, figure } }, { signal }),
    refetchInterval,
  })

export const loadsQuery = (place: AgentPlace, days: Days) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'loads', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.loads', { params: place, query: { ...days, timeZone } }, { signal }),
    refetchInterval,
  })

export const topQuestionsQuery = (place: AgentPlace, days: Days) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'top', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.topQuestions', { params: place, query: { ...days, timeZone } }, { signal }),
  })

export const unansweredQuery = (place: AgentPlace, days: Days, handled: boolean) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKey(place), 'unanswered', days, handled],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'analytics.unanswered',
        {
          params: place,
          query: { ...days, timeZone, handled: handled ? 'true' : 'false', limit: 10, cursor: pageParam },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export type Behind = { figure: FigureId; by?: Sorting; name?: string }

export const behindQuery = (place: AgentPlace, days: Days, behind: Behind) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKey(place), 'behind', days, behind],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'analytics.behind',
        { params: place, query: { ...days, timeZone, ...behind, limit: 50, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const exportAddress = (place: AgentPlace, days: Days) =>
  client.url('analytics.export', { params: place, query: { ...days, timeZone } })
