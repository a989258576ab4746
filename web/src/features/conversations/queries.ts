import type { Region } from '@parley/contracts/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { askedFor, type ConversationsSearch } from './search.ts'

export const pageLength = 100

/**
 * The conversations that match the filters, newest message first. `live-list.ts` updates them in place, because
 * refetching all loaded pages on every message would be slow.
 */
export const inboxQuery = (place: AgentPlace, search: ConversationsSearch) => {
  const asked = askedFor(search)
  return infiniteQueryOptions({
    queryKey: ['inbox', place.region, place.agentId, asked],
    meta: { touchedBy: ['conversation'], within: 'agent', amended: true },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'conversations.list',
        { params: place, query: { ...asked, cursor: pageParam, limit: pageLength } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 60_000,
  })
}

export const countsQuery = (place: AgentPlace) =>
  queryOptions({
    queryKey: ['conversations', place.region, place.agentId, 'counts'],
    meta: { touchedBy: ['conversation'], within: 'agent' },
    queryFn: ({ signal }) => client.call('conversations.counts', { params: place }, { signal }),
  })

/** Number of conversations that match the filters of a view. */
export const countQuery = (place: AgentPlace, search: ConversationsSearch) => {
  const { q: _, ...asked } = askedFor(search)
  return queryOptions({
    queryKey: ['conversations', place.region, place.agentId, 'count', asked],
    meta: { touchedBy: ['conversation'], within: 'agent' },
    queryFn: ({ signal }) => client.call('conversations.count', { params: place, query: asked }, { signal }),
  })
}

export const conversationQuery = (place: AgentPlace, conversationId: string) =>
  queryOptions({
    queryKey: ['conversation', place.region, place.agentId, conversationId],
    meta: { touchedBy: ['conversation'], within: 'conversation' },
    queryFn: ({ signal }) =>
      client.call('conversations.get', { params: { ...place, conversationId } }, { signal }),
  })

/** The templates of WhatsApp that can be sent to the contact of a conversation. */
export const contactTemplatesQuery = (place: AgentPlace, conversationId: string) =>
  queryOptions({
    queryKey: ['contact-templates', place.region, place.agentId, conversationId],
    meta: { touchedBy: ['channel'], within: 'agent' },
    queryFn: async ({ signal }) => {
      const params = { ...place, conversationId }
      return (await client.call('channels.templatesForContact', { params }, { signal })).items
    },
  })

/** Messages before the most recent ones. They do not change. */
export const earlierQuery = (place: AgentPlace, conversationId: string, before: number) =>
  infiniteQueryOptions({
    queryKey: ['transcript', place.region, place.agentId, conversationId, before],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'conversations.transcript',
        { params: { ...place, conversationId }, query: { before: pageParam, limit: 100 } },
        { signal },
      ),
    initialPageParam: before,
    getNextPageParam: (page) => (page.earlier ? page.messages[0]?.index : undefined),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const inboxSettingsQuery = (region: Region, workspaceId: string) =>
  queryOptions({
    queryKey: ['inbox-settings', region, workspaceId],
    // Clients work by the rules of their organization.
    meta: { touchedBy: ['workspace', 'organisation'] },
    queryFn: ({ signal }) => client.call('inbox.get', { params: { region, workspaceId } }, { signal }),
    staleTime: 60_000,
  })

/** Those of the first hundred clients of an agent, by name, who may answer its conversations. */
export const answeringClientsQuery = (
  { region, agentId }: AgentPlace,
  { workspaceId }: { workspaceId: string },
) =>
  queryOptions({
    queryKey: ['clients', region, workspaceId, 'answering', agentId],
    meta: { touchedBy: ['client'] },
    async queryFn({ signal }) {
      const query = { agentId, sort: 'name', limit: 100 } as const
      const { items } = await client.call(
        'clients.list',
        { params: { region, workspaceId }, query },
        { signal },
      )
      return items.filter(({ canAccess }) => canAccess.includes('/convos'))
    },
  })
