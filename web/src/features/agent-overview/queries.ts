import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Figures of the last `days` days, today included. */
export const overviewQuery = ({ region, agentId }: AgentPlace, days: number) =>
  queryOptions({
    queryKey: ['overview', region, agentId, days],
    meta: { touchedBy: ['agent', 'conversation'], within: 'agent' },
    queryFn: ({ signal }) =>
      client.call('agents.overview', { params: { region, agentId }, query: { days, timeZone } }, { signal }),
  })
