import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Ref } from 'react'
import { t } from '../../design/language.ts'
import { useCrampedByTest } from '../../shell/test-panel/use-cramped-by-test.ts'
import { changesWords, onlyHere } from './changes-words.ts'
import styles from './publish-status.module.css'

/**
 * t('Published'), or how many unpublished changes there are, to review or discard. On narrow screens and
 * beside the test panel the menu offers both.
 */
export function PublishStatus(props: {
  changes: number
  review: () => void
  discard: () => void
  ref: Ref<HTMLParagraphElement>
  /** The canary version that runs. */
  canary: { share: number; open: () => void } | undefined
}) {
  const { changes } = props
  const cramped = useCrampedByTest()
  return (
    <Group gap={4} wrap="nowrap" className={styles.line} data-cramped={cramped || undefined}>
      <Text
        ref={props.ref}
        tabIndex={-1}
        role="status"
        c="dimmed"
        className={changes > 0 ? styles.changes : styles.published}
      >
        {changes > 0 ? (
          <>
            <span className={styles.count}>{changesWords(changes)}</span>
            <span className={styles.where}>{onlyHere()}</span>
          </>
        ) : (
          <>
            <IconCheck size={16} stroke={2} aria-hidden className={styles.check} />
            <span className={styles.word}>{t('Published')}</span>
          </>
        )}
      </Text>
      {props.canary && (
        <Group gap={4} wrap="nowrap" className={styles.actions}>
          <span aria-hidden>·</span>
          <Button variant="subtle" size="compact-sm" onClick={props.canary.open}>
            {t('Canary {share} %', { share: props.canary.share })}
          </Button>
        </Group>
      )}
      {changes > 0 && (
        <Group gap={4} wrap="nowrap" className={styles.actions}>
          <span aria-hidden>·</span>
          <Button variant="subtle" size="compact-sm" onClick={props.review}>
            {t('Review')}
          </Button>
          <span aria-hidden>·</span>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={props.discard}>
            {t('Discard')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
