import { Button, Text } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { IconPlus } from '@tabler/icons-react'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import styles from '../channels.module.css'
import { Health, SetupBadge } from '../health.tsx'
import { ConnectWebhook } from './connect-webhook.tsx'
import { WebhookChannel } from './webhook-channel.tsx'

/** The webhook channels of the agent, one of them, or the form for another. */
export function WebhookDrawer(props: {
  channels: ChannelView[]
  health: ChannelHealth[]
  channelId: string | undefined
  onOpen: (channelId: string | undefined) => void
  onClose: () => void
}) {
  const { channels, channelId, onOpen, onClose } = props
  const manages = useMay()('channel.manage')
  const only = channels.length === 1 ? channels[0] : undefined
  const shown = channelId === undefined ? only : channels.find((each) => each.channelId === channelId)
  const healthOf = (channel: ChannelView) => props.health.find((each) => each.channelId === channel.channelId)
  if (shown)
    return (
      <FramedDrawer title={shown.name} kind="Webhook channel" width="wide" onClose={onClose}>
        <WebhookChannel
          key={shown.channelId}
          channel={shown}
          health={healthOf(shown)}
          onDisconnected={onClose}
          onAnother={manages ? () => onOpen('new') : undefined}
        />
      </FramedDrawer>
    )
  if (manages && (channels.length === 0 || channelId === 'new'))
    return (
      <FramedDrawer title="Connect a webhook" kind="Webhook channel" onClose={onClose}>
        <ConnectWebhook onConnected={onOpen} />
      </FramedDrawer>
    )
  if (channels.length === 0) return null
  return (
    <FramedDrawer
      title="Webhooks"
      kind="Channels"
      onClose={onClose}
      footer={
        manages && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => onOpen('new')}>
            Connect another
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {channels.map((channel) => (
          <li key={channel.channelId} className={styles.row}>
            <div className={styles.words}>
              <button type="button" className={styles.name} onClick={() => onOpen(channel.channelId)}>
                <bdi>{channel.name}</bdi>
              </button>
              <Text size="sm" c="dimmed" className={styles.account}>
                {channel.account.url}
              </Text>
              <Health channel={channel} health={healthOf(channel)} />
            </div>
            <SetupBadge channel={channel} />
          </li>
        ))}
      </ul>
    </FramedDrawer>
  )
}
