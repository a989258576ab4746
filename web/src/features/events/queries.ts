import type { Region } from '@parley/contracts/endpoint.ts'
import type { WebhookDeliveryState } from '@parley/contracts/integration/webhook-names.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../server/client.ts'
import { askedOfLog, type EventsSearch } from './search.ts'

export type WorkspacePlace = { region: Region; workspaceId: string }
export type WebhookPlace = WorkspacePlace & { webhookId: string }

export const webhooksQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['webhooks', region, workspaceId],
    meta: { touchedBy: ['webhook'] },
    queryFn: async ({ signal }) =>
      (await client.call('webhooks.list', { params: { region } }, { signal })).items,
  })

export const catalogueQuery = ({ region, workspaceId }: WorkspacePlace) =>
  queryOptions({
    queryKey: ['webhook-events', region, workspaceId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await client.call('webhooks.catalogue', { params: { region } }, { signal })).items,
  })

const LOOK_EVERY_MS = 2_000

export const deliveriesQuery = ({ region, webhookId }: WebhookPlace, state?: WebhookDeliveryState) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', region, webhookId, state],
    meta: { touchedBy: ['webhookdelivery'] },
    // What is accepted at once is in no log of events.
    refetchInterval: LOOK_EVERY_MS,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'webhooks.deliveries',
        { params: { region, webhookId }, query: { state, cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const deliveryQuery = ({ region, webhookId }: WebhookPlace, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhook-delivery', region, webhookId, deliveryId],
    meta: { touchedBy: ['webhookdelivery'] },
    queryFn: ({ signal }) =>
      client.call('webhooks.delivery', { params: { region, webhookId, deliveryId } }, { signal }),
  })

export const logQuery = ({ region, workspaceId }: WorkspacePlace, search: EventsSearch) =>
  infiniteQueryOptions({
    queryKey: ['log', region, workspaceId, askedOfLog(search)],
    meta: { touchedBy: ['logentry'] },
    queryFn: ({ signal, pageParam }) =>
      client.call(
        'log.list',
        { params: { region, workspaceId }, query: { ...askedOfLog(search), cursor: pageParam, limit: 50 } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })

export const logEntryQuery = ({ region, workspaceId }: WorkspacePlace, entryId: string) =>
  queryOptions({
    queryKey: ['log-entry', region, workspaceId, entryId],
    // An entry never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.call('log.get', { params: { region, workspaceId, entryId } }, { signal }),
  })
