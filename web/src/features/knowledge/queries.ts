import type { KnowledgePageView, KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

const pageLength = 50
const lookAgainMs = 2000

export const isWaiting = (source: Pick<KnowledgeSourceView, 'status'>): boolean =>
  source.status === 'INITIALIZED' || source.status === 'PENDING'

export const knowledgeKey = ({ region, agentId }: AgentPlace) => ['knowledge', region, agentId] as const

const meta = { touchedBy: ['knowledge'], within: 'agent' } as const

export type SourceFilter = { q?: string; tag?: string; status?: KnowledgeSourceView['status'] }

/** The knowledge sources of an agent, newest first. Refetched at an interval while one is being read or embedded. */
export const sourcesQuery = (place: AgentPlace, filter: SourceFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...knowledgeKey(place), 'list', filter],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'knowledge.list',
        { params: place, query: { ...filter, cursor: pageParam, limit: pageLength } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.embedding || page.items.some(isWaiting))
        ? lookAgainMs
        : false,
  })

/** One source with its text and its chunks. */
export const sourceQuery = (place: AgentPlace, sourceId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(place), 'source', sourceId],
    meta,
    queryFn: ({ signal }) => client.call('knowledge.get', { params: { ...place, sourceId } }, { signal }),
    refetchInterval: (query) => (query.state.data && isWaiting(query.state.data) ? lookAgainMs : false),
  })

export type PageFilter = { q?: string; status?: KnowledgePageView['status'] }

/** The pages of a website, sorted by address. */
export const pagesQuery = (place: AgentPlace, sourceId: string, filter: PageFilter) =>
  infiniteQueryOptions({
    queryKey: [...knowledgeKey(place), 'pages', sourceId, filter],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'knowledge.pages',
        { params: { ...place, sourceId }, query: { ...filter, cursor: pageParam, limit: pageLength } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

/** One page of a website with its chunks. */
export const pageQuery = (place: AgentPlace, sourceId: string, pageId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(place), 'page', sourceId, pageId],
    meta,
    queryFn: ({ signal }) =>
      client.call('knowledge.page', { params: { ...place, sourceId, pageId } }, { signal }),
  })

/** The chunks that the published agent would retrieve for a question, from all sources or those with a tag. */
export const retrievalQuery = (place: AgentPlace, question: string, tag?: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(place), 'search', question, tag],
    meta,
    queryFn: ({ signal }) =>
      client.call('knowledge.search', { params: place, query: { q: question, tag } }, { signal }),
    enabled: question !== '',
  })
