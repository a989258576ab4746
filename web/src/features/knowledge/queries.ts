import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'

const pageLength = 50
const lookAgainMs = 2000

export const isWaiting = (source: Pick<KnowledgeSourceView, 'status'>): boolean =>
  source.status === 'INITIALIZED' || source.status === 'PENDING'

export const knowledgeKey = ({ region, agentId }: AgentPlace) => ['knowledge', region, agentId] as const

/** The sources of an agent, newest first. Looks again while one is being read. */
export const sourcesQuery = (place: AgentPlace) =>
  infiniteQueryOptions({
    queryKey: [...knowledgeKey(place), 'list'],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'knowledge.list',
        { params: place, query: { cursor: pageParam, limit: pageLength } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some(isWaiting)) ? lookAgainMs : false,
  })

/** One source with its text and its passages. */
export const sourceQuery = (place: AgentPlace, sourceId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(place), 'source', sourceId],
    queryFn: ({ signal }) => client.call('knowledge.get', { params: { ...place, sourceId } }, { signal }),
    refetchInterval: (query) => (query.state.data && isWaiting(query.state.data) ? lookAgainMs : false),
  })

/** What the published agent would be given for a question. */
export const retrievalQuery = (place: AgentPlace, question: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(place), 'search', question],
    queryFn: ({ signal }) =>
      client.call('knowledge.search', { params: place, query: { q: question } }, { signal }),
    enabled: question !== '',
  })
