import { Stack } from '@mantine/core'
import { planChannels } from '@parley/contracts/billing/plan-limits.ts'
import type { ChannelKind, SimulatedKind } from '@parley/contracts/channel/names.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { planLimitsQuery } from '../../server/plan-limits.ts'
import { channelsQuery, discordBotQuery } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { showAs } from '../../store/shown-channel.ts'
import { ChannelCards } from './channel-cards.tsx'
import { ChannelSettings } from './channel-settings.tsx'
import { ClientChannels } from './client-channels.tsx'
import { ConnectedChannels } from './connected-channels.tsx'
import { DiscordDrawer } from './discord/discord-drawer.tsx'
import { PagesDrawer } from './pages/pages-drawer.tsx'
import { healthQuery, noteView } from './queries.ts'
import { TelegramDrawer } from './telegram-drawer.tsx'
import { WebhookDrawer } from './webhook/webhook-drawer.tsx'
import { WhatsAppDrawer } from './whatsapp/whatsapp-drawer.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/channels')

/** Where people reach the agent besides the website: what is connected, how it does, and what else can be. */
export function ChannelsPage() {
  return useSession().client ? <ClientChannels /> : <TeamChannels />
}

function TeamChannels() {
  const place = useAgentPlace()
  const { set, connected } = route.useSearch()
  const navigate = route.useNavigate()
  const manages = useMay()('channel.manage')
  const publishes = useMay()('agent.publish')
  const tests = useMay()('agent.test')
  const channels = useQuery(channelsQuery(place))
  const health = useQuery(healthQuery(place))
  const discordBot = useQuery(discordBotQuery(place))
  const { region, agentId } = place
  useEffect(() => noteView({ region, agentId }), [region, agentId])
  const open = (kind: ChannelKind | undefined, channelId?: string) =>
    void navigate({ search: (search) => ({ ...search, set: kind, connected: channelId }) })
  const limits = useQuery(planLimitsQuery(useWorkspace()))
  const included = limits.data?.channels
  const notInPlan = included ? planChannels.filter((kind) => !included.includes(kind)) : []
  const preview = (kind: SimulatedKind) => {
    showAs(agentId, kind)
    void navigate({ search: (search) => ({ ...search, showDebugger: true }) })
  }
  const items = channels.data
  return (
    <Page title="Channels" purpose="Where people can reach this agent besides your website.">
      <Stack gap="lg">
        {(channels.isPending || limits.isLoading) && <LoadingRows rows={3} height={148} />}
        {channels.isError && !items && (
          <FailedList
            title="The channels could not be loaded"
            error={channels.error}
            onRetry={() => channels.refetch()}
          />
        )}
        {items && !limits.isLoading && (
          <>
            <ChannelCards
              channels={items}
              health={health.data ?? []}
              manages={manages}
              notInPlan={notInPlan}
              notOffered={discordBot.data?.inviteUrl === undefined ? ['discord'] : []}
              onOpen={open}
              onPreview={tests ? preview : undefined}
            />
            {items.length > 0 && (
              <ConnectedChannels
                channels={items}
                health={health.data ?? []}
                onOpen={({ kind, channelId }) => open(kind, channelId)}
              />
            )}
            {publishes && <ChannelSettings />}
          </>
        )}
      </Stack>
      {items && set === 'telegram' && (
        <TelegramDrawer
          bots={items.filter(({ kind }) => kind === 'telegram')}
          health={health.data ?? []}
          onClose={() => open(undefined)}
        />
      )}
      {items && set === 'whatsapp' && (
        <WhatsAppDrawer
          numbers={items.filter(({ kind }) => kind === 'whatsapp')}
          health={health.data ?? []}
          onClose={() => open(undefined)}
        />
      )}
      {items && set === 'discord' && discordBot.data && (
        <DiscordDrawer
          channels={items.filter(({ kind }) => kind === 'discord')}
          health={health.data ?? []}
          inviteUrl={discordBot.data.inviteUrl}
          onClose={() => open(undefined)}
        />
      )}
      {items && (set === 'messenger' || set === 'instagram') && (
        <PagesDrawer
          kind={set}
          pages={items.filter(({ kind }) => kind === set)}
          health={health.data ?? []}
          onClose={() => open(undefined)}
        />
      )}
      {items && set === 'webhook' && (
        <WebhookDrawer
          key={connected}
          channels={items.filter(({ kind }) => kind === 'webhook')}
          health={health.data ?? []}
          channelId={connected}
          onOpen={(channelId) => open('webhook', channelId)}
          onClose={() => open(undefined)}
        />
      )}
    </Page>
  )
}
