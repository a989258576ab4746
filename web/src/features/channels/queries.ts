import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import { type AgentPlace, channelsQuery, type WorkspacePlace } from '../../server/queries.ts'

export const healthQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['channel-health', place.region, place.agentId],
    meta: { touchedBy: ['channel', 'conversation'], within: 'agent' },
    queryFn: async ({ signal }) =>
      (await client.call('channels.health', { params: place }, { signal })).items,
  })

const HOUR_MS = 3_600_000
let noted: { agent: string; at: number } | undefined

/** Records that the channels were viewed, which is only counted once an hour. What fails here concerns nobody. */
export function noteView(place: AgentPlace): void {
  const agent = `${place.region}/${place.agentId}`
  if (noted?.agent === agent && Date.now() - noted.at < HOUR_MS) return
  noted = { agent, at: Date.now() }
  client.call('channels.view', { params: place }).catch(() => undefined)
}

/** How a channel stands at its provider, which is asked each time. */
export const checkQuery = (place: AgentPlace, channelId: string) =>
  queryOptions({
    queryKey: ['channel-check', place.region, place.agentId, channelId],
    meta: { touchedBy: ['channel'], within: 'agent' },
    queryFn: ({ signal }) => client.call('channels.check', { params: { ...place, channelId } }, { signal }),
  })

/** Reads the channels of an agent again, after one was connected, changed or disconnected. */
export async function refreshChannels(queryClient: QueryClient, place: AgentPlace): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: channelsQuery(place).queryKey }),
    queryClient.invalidateQueries({ queryKey: healthQuery(place).queryKey }),
  ])
}

/** Whether people can continue with Meta here. */
export const metaAppQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['meta-app', place.region, place.agentId],
    meta: { touchedBy: [], within: 'agent' },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.call('channels.metaApp', { params: place }, { signal }),
  })

/** The pages or numbers of all agents of a workspace. */
export const channelsOfWorkspaceQuery = (
  { region, workspaceId }: WorkspacePlace,
  of: 'meta-pages' | 'whatsapp-numbers',
) =>
  queryOptions({
    queryKey: ['channels-of-workspace', region, workspaceId, of],
    meta: { touchedBy: ['channel', 'agent'] },
    queryFn: async ({ signal }) => {
      const params = { region, workspaceId }
      return (await client.call('channels.ofWorkspace', { params, query: { of } }, { signal })).items
    },
  })
