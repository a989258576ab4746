import { infiniteQueryOptions } from '@tanstack/react-query'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const analyticsKey = ({ region, agentId }: AgentPlace) => ['analytics', region, agentId] as const

export const meta = { touchedBy: ['question', 'loads'], within: 'agent' } as const

export const unansweredQuery = (place: AgentPlace, days: DayRange, handled: boolean) =>
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
