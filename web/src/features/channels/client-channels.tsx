import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../design/language.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { channelsQuery } from '../../server/queries.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { ConnectedChannels } from './connected-channels.tsx'
import { healthQuery, noteView } from './queries.ts'

/** For clients of an agency: where their agent can be reached and how each channel does. The agency connects them. */
export function ClientChannels() {
  const place = useAgentPlace()
  const channels = useQuery(channelsQuery(place))
  const health = useQuery(healthQuery(place))
  const { region, agentId } = place
  useEffect(() => noteView({ region, agentId }), [region, agentId])
  const items = channels.data
  return (
    <Page title={t('Channels')} purpose={t('Where people can reach this agent besides your website.')}>
      {channels.isPending && <LoadingRows rows={3} />}
      {channels.isError && !items && (
        <FailedList
          title={t('The channels could not be loaded')}
          error={channels.error}
          onRetry={() => channels.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconArrowsExchange size={24} />}
          title={t('No channel is connected yet')}
          explanation={t('WhatsApp, Instagram, Messenger and others appear here once they are connected.')}
        />
      )}
      {items && items.length > 0 && <ConnectedChannels channels={items} health={health.data ?? []} />}
    </Page>
  )
}
