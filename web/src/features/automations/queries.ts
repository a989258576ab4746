import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { AgentPlace, WorkspacePlace } from '../../server/queries.ts'
import type { CrawlerSearch } from './search.ts'

export type WebsitePlace = AgentPlace & { sourceId: string }
export type RunPlace = WebsitePlace & { crawlId: string }

const PAGE = 50
const LOOK_AGAIN_MS = 2_000

/** Begins the keys of all queries here. */
export const crawlsKey = 'crawls'
const meta = { touchedBy: ['knowledge', 'agent'] }

/** The websites of all agents. Asked again at an interval while one of them is read. */
export const websitesQuery = ({ region, workspaceId }: WorkspacePlace, search: CrawlerSearch) =>
  infiniteQueryOptions({
    queryKey: [crawlsKey, region, workspaceId, search],
    meta,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'crawls.list',
        {
          params: { region, workspaceId },
          query: {
            ...{ q: search.q, agentId: search.agent, state: search.state },
            ...{ cursor: pageParam, limit: PAGE },
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ items }) => items.some(({ state }) => state === 'reading'))
        ? LOOK_AGAIN_MS
        : false,
  })

export const websiteQuery = (params: WebsitePlace) =>
  queryOptions({
    queryKey: [crawlsKey, params.region, params.agentId, params.sourceId],
    meta,
    queryFn: ({ signal }) => client.call('crawls.get', { params }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'reading' ? LOOK_AGAIN_MS : false),
  })

export const runQuery = (params: RunPlace, running: boolean) =>
  queryOptions({
    queryKey: [crawlsKey, params.region, params.agentId, params.sourceId, params.crawlId],
    meta,
    queryFn: ({ signal }) => client.call('crawls.run', { params }, { signal }),
    refetchInterval: running ? LOOK_AGAIN_MS : false,
  })

export const changedPageQuery = (params: RunPlace & { pageId: string }) =>
  queryOptions({
    queryKey: [crawlsKey, params.region, params.agentId, params.sourceId, params.crawlId, params.pageId],
    meta,
    queryFn: ({ signal }) => client.call('crawls.page', { params }, { signal }),
  })

export const answersQuery = (params: RunPlace) =>
  queryOptions({
    queryKey: [crawlsKey, params.region, params.agentId, params.sourceId, params.crawlId, 'answers'],
    meta,
    queryFn: ({ signal }) => client.call('crawls.answers', { params }, { signal }),
  })

export const testsQuery = (params: RunPlace) =>
  queryOptions({
    queryKey: [crawlsKey, params.region, params.agentId, params.sourceId, params.crawlId, 'tests'],
    meta,
    queryFn: ({ signal }) => client.call('crawls.tests', { params }, { signal }),
  })

/** Loads a website with the run that its page shows, and what that touches. */
export async function loadRun(
  queryClient: QueryClient,
  place: WebsitePlace,
  chosen: string | undefined,
): Promise<void> {
  const { runs } = await queryClient.ensureQueryData(websiteQuery(place))
  const run = runs.find(({ crawlId }) => crawlId === chosen) ?? runs[0]
  if (!run) return
  const of = { ...place, crawlId: run.crawlId }
  // Tests stand last, and move nothing. Who may not read conversations sees no answers.
  await Promise.allSettled([
    queryClient.ensureQueryData(runQuery(of, run.endedAt === undefined)),
    ...(run.changed + run.removed > 0 ? [queryClient.ensureQueryData(answersQuery(of))] : []),
  ])
}
