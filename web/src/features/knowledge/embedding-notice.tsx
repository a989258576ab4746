import { Alert, Progress, Text } from '@mantine/core'
import type { EmbeddingProgressView } from '@parley/contracts/knowledge/endpoints.ts'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import styles from './knowledge.module.css'

/** How many sources are embedded, or why no more can be at present. */
export function EmbeddingNotice(props: { progress: EmbeddingProgressView; hasWebsites: boolean }) {
  const { done, total, fault } = props.progress
  const numbers = { done: count(done), total: count(total) }
  const of = props.hasWebsites
    ? t('{done} of {total} sources and pages', numbers)
    : t('{done} of {total} sources', numbers)
  if (fault)
    return (
      <Alert variant="light" color="red" role="status" py="xs" title={t('{what} are embedded', { what: of })}>
        {fault} {t('Embedding is retried automatically. Until then, answers are found by keyword.')}
      </Alert>
    )
  return (
    <div className={styles.crawl} role="status">
      <Progress
        value={Math.max(2, (100 * done) / total)}
        size="sm"
        aria-label={t('{what} are embedded', { what: of })}
      />
      <Text size="xs" c="dimmed" className="tabular" aria-live="off">
        {t('Embedding {what}. Until it finishes, answers are found by keyword. You can leave this page.', {
          what: of,
        })}
      </Text>
    </div>
  )
}
