import { queryOptions } from '@tanstack/react-query'
import { client } from '../server/client.ts'
import type { AgentPlace } from '../server/queries.ts'

/** The templates of the business account of a WhatsApp number, as Meta said within the last minute. */
export const templatesQuery = (place: AgentPlace, channelId: string) =>
  queryOptions({
    queryKey: ['whatsapp-templates', place.region, place.agentId, channelId],
    meta: { touchedBy: ['channel'], within: 'agent' },
    queryFn: async ({ signal }) => readTemplates(place, channelId, { signal }),
  })

/** `refresh`: Meta is asked now. */
export async function readTemplates(
  place: AgentPlace,
  channelId: string,
  { refresh = false, signal }: { refresh?: boolean; signal?: AbortSignal } = {},
) {
  const params = { ...place, channelId }
  const query = refresh ? { refresh: '1' as const } : {}
  return (await client.call('channels.templates', { params, query }, signal ? { signal } : {})).items
}
