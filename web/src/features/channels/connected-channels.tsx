import { Text, ThemeIcon } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { ChannelIcon } from '../../design/channel-icons.tsx'
import { channelName } from '../../design/channel-name.ts'
import { t } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { accountOf } from './channel-words.ts'
import styles from './channels.module.css'
import { Health, SetupBadge } from './health.tsx'

/** The channels of the agent and how each of them does. */
export function ConnectedChannels(props: {
  channels: ChannelView[]
  health: ChannelHealth[]
  /** Absent for those who may not change them. */
  onOpen?: (channel: ChannelView) => void
}) {
  const { onOpen } = props
  return (
    <Section title={t('Connected channels')}>
      <ul className={styles.list}>
        {props.channels.map((channel) => {
          const { channelId, kind, name } = channel
          return (
            <li key={channelId} className={styles.row}>
              <ThemeIcon size={36} radius="md" variant="light" aria-hidden>
                <ChannelIcon of={kind} size={20} />
              </ThemeIcon>
              <div className={styles.words}>
                {onOpen ? (
                  <button type="button" className={styles.name} onClick={() => onOpen(channel)}>
                    <bdi>{name}</bdi>
                  </button>
                ) : (
                  <Text fw={600}>
                    <bdi>{name}</bdi>
                  </Text>
                )}
                <Text size="sm" c="dimmed" className={styles.account}>
                  {t(channelName(kind))} · <bdi>{accountOf(channel)}</bdi>
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
