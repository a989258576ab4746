import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../../server/client.ts'
import type { AgentPlace } from '../../../server/queries.ts'
import type { RecipientStateFilter } from './search.ts'

/** How often what is being sent is looked at again, in ms. */
const LOOK_EVERY_MS = 5_000

export const agentCampaignsQuery = ({ region, agentId }: AgentPlace) =>
  infiniteQueryOptions({
    queryKey: ['agent-campaigns', region, agentId],
    meta: { touchedBy: ['campaign'], within: 'agent' },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'campaigns.ofAgent',
        { params: { region, agentId }, query: { cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'running')) && LOOK_EVERY_MS,
  })

export const agentCampaignQuery = ({ region, agentId }: AgentPlace, campaignId: string) =>
  queryOptions({
    queryKey: ['agent-campaign', region, agentId, campaignId],
    meta: { touchedBy: ['campaign'], within: 'agent' },
    queryFn: ({ signal }) =>
      client.call('campaigns.getOfAgent', { params: { region, agentId, campaignId } }, { signal }),
    refetchInterval: ({ state }) => state.data?.state === 'running' && LOOK_EVERY_MS,
  })

export const agentRecipientsQuery = (
  { region, agentId }: AgentPlace,
  campaignId: string,
  state: RecipientStateFilter,
) =>
  infiniteQueryOptions({
    queryKey: ['agent-campaign-recipients', region, agentId, campaignId, state],
    meta: { touchedBy: ['campaign'], within: 'agent' },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'campaigns.recipientsOfAgent',
        { params: { region, agentId, campaignId }, query: { state, cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
