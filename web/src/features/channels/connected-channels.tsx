import { Text, ThemeIcon } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { ChannelIcon } from '../../design/channel-icons.tsx'
import { channelName } from '../../design/channel-name.ts'
import { Section } from '../../design/page.tsx'
import { accountOf } from './channel-words.ts'
import styles from './channels.module.css'
import { Health, SetupBadge } from './health.tsx'

/** The channels of the agent and how each of them does. */
export function ConnectedChannels(props: {
  channels: ChannelView[]
  health: ChannelHealth[]
  onOpen: (channel: ChannelView) => void
}) {
  return (
    <Section title="Connected channels">
      <ul className={styles.list}>
        {props.channels.map((channel) => {
          const { channelId, kind, name } = channel
          return (
            <li key={channelId} className={styles.row}>
              <ThemeIcon size={36} radius="md" variant="light" aria-hidden>
                <ChannelIcon of={kind} size={20} />
              </ThemeIcon>
              <div className={styles.words}>
                <button type="button" className={styles.name} onClick={() => props.onOpen(channel)}>
                  <bdi>{name}</bdi>
                </button>
                <Text size="sm" c="dimmed" className={styles.account}>
                  {channelName(kind)} · <bdi>{accountOf(channel)}</bdi>
                </Text>
                <Health
                  channel={channel}
                  health={props.health.find((each) => each.channelId === channelId)}
                />
              </div>
              <SetupBadge channel={channel} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
