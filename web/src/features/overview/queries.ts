import { queryOptions } from '@tanstack/react-query'
import { lastDays } from '../../design/dates/day-ranges.ts'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { unansweredQuery } from '../../shell/unanswered/queries.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** What is shown of the agent's activity. */
export const daysShown = 7

/** Figures of the last days, today included. */
export const overviewQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['overview', region, agentId],
    meta: { touchedBy: ['agent', 'conversation'], within: 'agent' },
    queryFn: ({ signal }) =>
      client.call(
        'agents.overview',
        { params: { region, agentId }, query: { days: daysShown, timeZone } },
        { signal },
      ),
  })

/** The visitors who wait longest for a person. */
export const waitingQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['waiting', region, agentId],
    meta: { touchedBy: ['conversation'], within: 'agent' },
    queryFn: ({ signal }) =>
      client.call('agents.waiting', { params: { region, agentId }, query: { limit: 5 } }, { signal }),
  })

/** What failed and can be mended. Old failures lapse by themselves. */
export const problemsQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['problems', region, agentId],
    meta: { touchedBy: ['agent', 'conversation', 'knowledge', 'channel'], within: 'agent' },
    queryFn: ({ signal }) => client.call('agents.problems', { params: { region, agentId } }, { signal }),
    refetchInterval: 300_000,
  })

/** The questions of the last 30 days that the agent could not answer and nobody took care of. */
export const notAnsweredQuery = (place: AgentPlace) => ({
  ...unansweredQuery(place, lastDays(30), false),
  meta: { touchedBy: ['question', 'conversation'], within: 'agent' } as const,
})
