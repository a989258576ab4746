import { Group, Loader, Text } from '@mantine/core'
import { useReachable } from '../server/connection.ts'
import styles from './connection-bar.module.css'

/** How much higher the header is while the bar shows. */
export const connectionBarHeight = 32

/** Says that the server can't be reached; what waits for it goes on by itself when it can. */
export function ConnectionBar() {
  const reachable = useReachable()
  return (
    <div role="status" aria-live="polite">
      {!reachable && (
        <Group className={styles.bar} h={connectionBarHeight} gap={8} wrap="nowrap" justify="center">
          <Loader size={12} color="currentColor" aria-hidden />
          <Text size="sm" truncate>
            <b>Connection lost.</b> Trying again…
            <span className={styles.kept}> What you typed is kept.</span>
          </Text>
        </Group>
      )}
    </div>
  )
}
