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
        {fault} Embedding is tried again by itself. Until then, answers are found by their words.
      </Alert>
    )
  return (
    <div className={styles.crawl} role="status">
      <Progress value={Math.max(2, (100 * done) / total)} size="sm" aria-label={`${of} embedded`} />
      <Text size="xs" c="dimmed" className="tabular" aria-live="off">
        Embedding {of}. Until all are, answers are found by their words. You can leave this page meanwhile.
      </Text>
    </div>
  )
}
