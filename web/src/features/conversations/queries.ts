import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import type { Channel } from './search.ts'

const pageLength = 30

/** The conversations of an agent, newest first. */
export const conversationsQuery = (place: AgentPlace, channel: Channel | undefined) =>
  infiniteQueryOptions({
    queryKey: ['conversations', place.region, place.agentId, channel ?? ''],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'conversations.list',
        { params: place, query: { channel, cursor: pageParam, limit: pageLength } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const conversationQuery = (place: AgentPlace, conversationId: string) =>
  queryOptions({
    queryKey: ['conversation', place.region, place.agentId, conversationId],
    queryFn: ({ signal }) =>
      client.call('conversations.get', { params: { ...place, conversationId } }, { signal }),
  })
