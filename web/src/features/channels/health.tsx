import { Badge, Text } from '@mantine/core'
import type { ChannelHealth, ChannelView } from '@parley/contracts/channel/endpoints.ts'
import { ignoredLabels } from '@parley/contracts/channel/names.ts'
import { Moment, messagesOf, waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { withParts } from '../../design/words/sentence.tsx'
import { useSession } from '../../shell/navigation/places.ts'
import { failuresOf, setupAdviceOf, setupFailureOf, silenceOf, tokenEndOf } from './channel-words.ts'
import styles from './channels.module.css'

/** Whether its provider has accepted the channel. */
export function SetupBadge({ channel: { setup } }: { channel: ChannelView }) {
  if (setup.state === 'pending')
    return (
      <Badge variant="light" color="yellow" flex="none">
        {t('Connecting')}
      </Badge>
    )
  return (
    <Badge variant="light" color={setup.state === 'ready' ? 'teal' : 'red'} flex="none">
      {setup.state === 'ready' ? t('Active') : t('Failed')}
    </Badge>
  )
}

/** When messages came and went, what waits, and what failed with its reason and what to do. */
export function Health(props: { channel: ChannelView; health: ChannelHealth | undefined }) {
  const { channel, health } = props
  const ending = tokenEndOf(channel)
  const isClient = useSession().client !== undefined
  const failure = setupFailureOf(channel)
  const failures = health && failuresOf(health)
  const silence = health && silenceOf(health)
  return (
    <>
      <Text component="div" c="dimmed" className={styles.facts}>
        {health?.lastInAt ? (
          <span>{withParts('Last message in {when}', { when: <Moment at={health.lastInAt} /> })}</span>
        ) : (
          <span>{t('No message yet')}</span>
        )}
        {health?.lastOutAt && (
          <span>{withParts('Last message out {when}', { when: <Moment at={health.lastOutAt} /> })}</span>
        )}
        {health?.waiting.since && (
          <span>
            {t('{messages} waiting to be sent for {time}', {
              messages: messagesOf(health.waiting.messages),
              time: waitedFor(health.waiting.since),
            })}
          </span>
        )}
      </Text>
      {ending && !isClient && (
        <Text size="sm" c="var(--mantine-color-yellow-light-color)" mt={4}>
          {ending}
        </Text>
      )}
      {silence && (
        <Text size="sm" c="var(--mantine-color-yellow-light-color)" mt={4}>
          {silence}
        </Text>
      )}
      {!isClient && health && health.ignored.length > 0 && (
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
          {isClient
            ? t('It can’t receive or send messages at the moment.')
            : `${failure} ${setupAdviceOf(channel)}`}
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
