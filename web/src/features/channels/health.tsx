import { Badge, Text } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { ignoredLabels } from '@parley/contracts/channel/names.ts'
import { Moment, messagesOf, waitedFor } from '../../design/moment.tsx'
import { failuresOf, setupAdviceOf, setupFailureOf } from './channel-words.ts'
import styles from './channels.module.css'

/** Whether its provider has accepted the channel. */
export function SetupBadge({ channel: { setup } }: { channel: ChannelView }) {
  if (setup.state === 'pending')
    return (
      <Badge variant="light" color="yellow" flex="none">
        Connecting
      </Badge>
    )
  return (
    <Badge variant="light" color={setup.state === 'ready' ? 'teal' : 'red'} flex="none">
      {setup.state === 'ready' ? 'Active' : 'Failed'}
    </Badge>
  )
}

/** When messages came and went, what waits, and what failed with its reason and what to do. */
export function Health(props: { channel: ChannelView; health: ChannelHealth | undefined }) {
  const { channel, health } = props
  const failure = setupFailureOf(channel)
  const failures = health && failuresOf(health)
  return (
    <>
      <Text component="div" c="dimmed" className={styles.facts}>
        {health?.lastInAt ? (
          <span>
            Last message in <Moment at={health.lastInAt} />
          </span>
        ) : (
          <span>No message yet</span>
        )}
        {health?.lastOutAt && (
          <span>
            Last message out <Moment at={health.lastOutAt} />
          </span>
        )}
        {health?.waiting.since && (
          <span>
            {messagesOf(health.waiting.messages)} waiting to be sent for {waitedFor(health.waiting.since)}
          </span>
        )}
      </Text>
      {health && health.ignored.length > 0 && (
        <Text component="div" size="sm" c="dimmed" className={styles.facts}>
          {health.ignored.map(({ what, lastAt }) => (
            <span key={what}>
              {ignoredLabels[what]}, ignored <Moment at={lastAt} />
            </span>
          ))}
        </Text>
      )}
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {failure} {setupAdviceOf(channel)}
        </Text>
      )}
      {failures && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {failures}
        </Text>
      )}
    </>
  )
}
