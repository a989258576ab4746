import { queryOptions } from '@tanstack/react-query'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Figures change with every message. They are refetched at this interval to limit the load on the server. */
const refetchInterval = 60_000
/** Of each list of things to do. */
const mostShown = 5

export const comparedQuery = ({ region, workspaceId }: WorkspacePlace, days: DayRange) =>
  queryOptions({
    queryKey: ['compared', region, workspaceId, days],
    meta: { touchedBy: ['agent'] },
    queryFn: ({ signal }) =>
      client.call(
        'workspaces.overview',
        { params: { region, workspaceId }, query: { ...days, timeZone } },
        { signal },
      ),
    refetchInterval,
  })

/** The visitors of all agents who wait longest for a person. */
export const waitingAnywhereQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['waiting-anywhere', region, workspaceId],
    meta: { touchedBy: ['conversation', 'agent'] },
    queryFn: ({ signal }) =>
      client.call(
        'workspaces.waiting',
        { params: { region, workspaceId }, query: { limit: mostShown } },
        { signal },
      ),
  })

export const unansweredAnywhereQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['unanswered-anywhere', region, workspaceId],
    meta: { touchedBy: ['question', 'agent'] },
    queryFn: ({ signal }) =>
      client.call(
        'workspaces.unanswered',
        { params: { region, workspaceId }, query: { limit: mostShown } },
        { signal },
      ),
    refetchInterval,
  })

/** What failed with any agent and can be mended. Old failures lapse by themselves. */
export const problemsAnywhereQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['problems-anywhere', region, workspaceId],
    meta: { touchedBy: ['agent', 'knowledge', 'channel'] },
    queryFn: ({ signal }) =>
      client.call('workspaces.problems', { params: { region, workspaceId } }, { signal }),
    refetchInterval: 300_000,
  })
