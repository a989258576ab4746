import { Alert, Progress, Text } from '@mantine/core'
import type { EmbeddingProgressView } from '@parley/contracts/knowledge/endpoints.ts'
import { count } from '../../design/moment.tsx'
import styles from './knowledge.module.css'

/** How many sources are embedded, or why no more can be at present. */
export function EmbeddingNotice(props: { progress: EmbeddingProgressView; hasWebsites: boolean }) {
  const { done, total, fault } = props.progress
  const units = props.hasWebsites ? 'sources and pages' : 'sources'
  const of = `${count(done)} of ${count(total)} ${units}`
  if (fault)
    return (
      <Alert variant="light" color="red" role="status" py="xs" title={`${of} are embedded`}>
        {fault} Embedding is retried automatically. Until then, answers are found by keyword.
      </Alert>
    )
  return (
    <div className={styles.crawl} role="status">
      <Progress value={Math.max(2, (100 * done) / total)} size="sm" aria-label={`${of} embedded`} />
      <Text size="xs" c="dimmed" className="tabular" aria-live="off">
        Embedding {of}. Until it finishes, answers are found by keyword. You can leave this page.
      </Text>
    </div>
  )
}
