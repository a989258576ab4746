import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ClientView } from '../../server/client-view.ts'
import { leaveView } from '../../server/leaving.ts'
import { useLeaveView } from './use-leave-view.ts'
import styles from './view-bar.module.css'

/** Height of the bar, in px. */
export const viewBarHeight = 44

/** Says that one of the agency's team views as the client, for how long, and leads back. */
export function ViewBar({ view }: { view: ClientView }) {
  const leave = useLeaveView()
  const left = useTimeLeft(view)
  return (
    <Group
      className={styles.bar}
      h={viewBarHeight}
      gap="sm"
      wrap="nowrap"
      justify="center"
      role="region"
      aria-label="View as client"
      // It is for the agency’s team, whatever the client speaks.
      lang="en"
      dir="ltr"
    >
      <IconEye size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <Text size="sm" truncate>
        Viewing as{' '}
        <b>
          <bdi>{view.name}</bdi>
        </b>
      </Text>
      <Text size="sm" className={`${styles.time} tabular`} role="timer">
        {wordsFor(left)}
      </Text>
      <VisuallyHidden role="status">{left <= 60 ? 'The view ends within a minute.' : ''}</VisuallyHidden>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.leave}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Leave
      </Button>
    </Group>
  )
}

/** The seconds that are left. Leads back to the clients once there are none. */
function useTimeLeft({ endsAt, name }: ClientView): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAt))
  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(endsAt)
      setLeft(now)
      if (now === 0) leaveView(`The time of viewing as ${name} is over.`)
    }
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [endsAt, name])
  return left
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1_000))

const wordsFor = (seconds: number) =>
  seconds > 60 ? `${Math.ceil(seconds / 60)} min left` : `${seconds} s left`
