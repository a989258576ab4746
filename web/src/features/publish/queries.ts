import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

export const versionsQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['versions', region, agentId],
    meta: { touchedBy: ['agent'], within: 'agent' },
    queryFn: ({ signal }) => client.call('agents.versions', { params: { region, agentId } }, { signal }),
  })

export const canaryQuery = ({ region, agentId }: AgentPlace) =>
  queryOptions({
    queryKey: ['canary', region, agentId],
    meta: { touchedBy: ['agent', 'conversation'], within: 'agent' },
    queryFn: ({ signal }) => client.call('canary.get', { params: { region, agentId } }, { signal }),
  })

/** Versions are immutable. */
export const versionQuery = ({ region, agentId }: AgentPlace, version: number) =>
  queryOptions({
    queryKey: ['version', region, agentId, version],
    queryFn: ({ signal }) =>
      client.call('agents.version', { params: { region, agentId, version } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
