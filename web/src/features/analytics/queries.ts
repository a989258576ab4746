import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { analyticsKey, meta, timeZone } from '../../shell/unanswered/queries.ts'
import type { Sorting } from './search.ts'

/** Figures change with every message. They are refetched at this interval to limit the load on the server. */
const refetchInterval = 60_000

export const summaryQuery = (place: AgentPlace, days: DayRange) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'summary', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.summary', { params: place, query: { ...days, timeZone } }, { signal }),
    refetchInterval,
  })

export const seriesQuery = (place: AgentPlace, days: DayRange, figure: FigureId) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'series', days, figure],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.series', { params: place, query: { ...days, timeZone, figure } }, { signal }),
    refetchInterval,
  })

export const loadsQuery = (place: AgentPlace, days: DayRange) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'loads', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.loads', { params: place, query: { ...days, timeZone } }, { signal }),
    refetchInterval,
  })

export const topQuestionsQuery = (place: AgentPlace, days: DayRange) =>
  queryOptions({
    queryKey: [...analyticsKey(place), 'top', days],
    meta,
    queryFn: ({ signal }) =>
      client.call('analytics.topQuestions', { params: place, query: { ...days, timeZone } }, { signal }),
  })

export type Behind = { figure: FigureId; by?: Sorting; name?: string }

export const behindQuery = (place: AgentPlace, days: DayRange, behind: Behind) =>
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

export const exportAddress = (place: AgentPlace, days: DayRange) =>
  client.url('analytics.export', { params: place, query: { ...days, timeZone } })

/** Of the signed-in client. */
export const monthlyReportsQuery = (region: AgentPlace['region']) =>
  queryOptions({
    queryKey: ['monthly-reports', region],
    // The months follow from the time zone that the agency chose.
    meta: { touchedBy: ['monthlyreport'] },
    queryFn: ({ signal }) => client.call('monthlyReports.own', { params: { region } }, { signal }),
  })
