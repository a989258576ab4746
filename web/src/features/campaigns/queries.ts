import type { RecipientState } from '@parley/contracts/campaign/names.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

export type CampaignPlace = WorkspacePlace & { campaignId: string }

/** How often what is being sent is looked at again, in ms. */
const LOOK_EVERY_MS = 2_000

export const campaignsQuery = ({ region, workspaceId }: WorkspacePlace) =>
  infiniteQueryOptions({
    queryKey: ['campaigns', region, workspaceId],
    meta: { touchedBy: ['campaign'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'campaigns.list',
        { params: { region }, query: { cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'running')) && LOOK_EVERY_MS,
  })

export const campaignQuery = ({ region, workspaceId, campaignId }: CampaignPlace) =>
  queryOptions({
    queryKey: ['campaign', region, workspaceId, campaignId],
    meta: { touchedBy: ['campaign'] },
    queryFn: ({ signal }) => client.call('campaigns.get', { params: { region, campaignId } }, { signal }),
    refetchInterval: ({ state }) => state.data?.state === 'running' && LOOK_EVERY_MS,
  })

export const recipientsQuery = ({ region, campaignId }: CampaignPlace, state: RecipientState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['campaign-recipients', region, campaignId, state],
    meta: { touchedBy: ['campaign'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'campaigns.recipients',
        { params: { region, campaignId }, query: { state, cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const audienceQuery = (region: Region, { agentId, medium, channelId, audience }: CampaignSettings) =>
  queryOptions({
    queryKey: ['campaign-audience', region, agentId, medium, channelId, audience],
    meta: { touchedBy: ['lead'] },
    enabled: audience.kind !== 'list',
    queryFn: ({ signal }) => {
      const body = { agentId, medium, audience, ...(channelId === undefined ? {} : { channelId }) }
      return client.call('campaigns.audience', { params: { region }, body }, { signal })
    },
  })

export const suppressedQuery = ({ region, workspaceId }: WorkspacePlace) =>
  infiniteQueryOptions({
    queryKey: ['suppressed', region, workspaceId],
    meta: { touchedBy: ['campaigncontact'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'campaigns.suppressed',
        { params: { region }, query: { cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
