import { Group, Loader, Text } from '@mantine/core'
import { t } from '../design/language.ts'
import { useReachable } from '../server/connection.ts'
import styles from './connection-bar.module.css'

/** Additional height of the header while the bar is shown, in px. */
export const connectionBarHeight = 32

/** Shown while the server cannot be reached. Paused queries resume by themselves. */
export function ConnectionBar() {
  const reachable = useReachable()
  return (
    <div role="status" aria-live="polite">
      {!reachable && (
        <Group className={styles.bar} h={connectionBarHeight} gap={8} wrap="nowrap" justify="center">
          <Loader size={12} color="currentColor" aria-hidden />
          <Text size="sm" truncate>
            <b>{t('Connection lost.')}</b> {t('Trying again…')}
            <span className={styles.kept}> {t('Your changes are kept.')}</span>
          </Text>
        </Group>
      )}
    </div>
  )
}
