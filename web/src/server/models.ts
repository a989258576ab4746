/** The models that an agent may use, for the fields that choose one. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import type { AgentPlace } from './queries.ts'

export const modelsQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['models', region, agentId],
    meta: { touchedBy: ['agent'], within: 'agent' },
    queryFn: async ({ signal }) =>
      (await client.call('models.list', { params: { region, agentId } }, { signal })).items,
    staleTime: 60_000,
  })
