import { Text, Title } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useMay } from '../../../shell/access/use-may.ts'
import styles from '../channels.module.css'
import { AddDiscordChannel } from './add-discord-channel.tsx'
import { DiscordChannel } from './discord-channel.tsx'

/** The channels of Discord in which the agent answers, and the form that adds one. */
export function DiscordDrawer(props: {
  channels: ChannelView[]
  health: ChannelHealth[]
  /** Adds the bot to a server; absent where the operator has none. */
  inviteUrl: string | undefined
  onClose: () => void
}) {
  const manages = useMay()('channel.manage')
  return (
    <FramedDrawer title="Discord" kind="Channel" onClose={props.onClose}>
      {manages && props.inviteUrl !== undefined && <AddDiscordChannel inviteUrl={props.inviteUrl} />}
      {props.inviteUrl === undefined && (
        <Text c="dimmed">Discord is not set up here. Ask who runs this installation.</Text>
      )}
      {props.channels.length > 0 && (
        <section aria-label="Connected channels of Discord">
          <Title order={3} size="h4" mb="sm">
            Connected channels
          </Title>
          <ul className={styles.list}>
            {props.channels.map((channel) => (
              <DiscordChannel
                key={channel.channelId}
                channel={channel}
                health={props.health.find(({ channelId }) => channelId === channel.channelId)}
              />
            ))}
          </ul>
        </section>
      )}
    </FramedDrawer>
  )
}
