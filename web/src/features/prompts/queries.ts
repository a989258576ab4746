import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { PromptPlace } from '../../server/prompts.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

const PAGE = 50

export const promptsQuery = ({ region, workspaceId }: WorkspacePlace, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['prompts', region, workspaceId, 'pages', q],
    meta: { touchedBy: ['prompt', 'agent'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'prompts.list',
        { params: { region, workspaceId }, query: { q, cursor: pageParam, limit: PAGE } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const promptQuery = ({ region, workspaceId, promptId }: PromptPlace) =>
  queryOptions({
    queryKey: ['prompt', region, workspaceId, promptId],
    meta: { touchedBy: ['prompt', 'agent'] },
    queryFn: ({ signal }) =>
      client.call('prompts.get', { params: { region, workspaceId, promptId } }, { signal }),
  })

/** The tests of the agents that a version would change, as far as they passed with it. */
export const promptTestsQuery = ({ region, workspaceId, promptId }: PromptPlace, version: number) =>
  queryOptions({
    queryKey: ['prompt-tests', region, workspaceId, promptId, version],
    meta: { touchedBy: ['prompt', 'agent', 'testset', 'testrun'] },
    queryFn: async ({ signal }) =>
      (await client.call('prompts.tests', { params: { region, workspaceId, promptId, version } }, { signal }))
        .items,
  })
