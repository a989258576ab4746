import { Progress, Text } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { count } from '../../design/moment.tsx'
import styles from './knowledge.module.css'

type CrawlProgress = NonNullable<KnowledgeSourceView['progress']>

/** Progress of a crawl. The total grows as pages are found. */
export function CrawlProgressBar(props: { progress: CrawlProgress; name: string }) {
  const { found, done, failed } = props.progress
  const share = found === 0 ? 0 : (100 * done) / found
  return (
    <div className={styles.crawl}>
      <Progress
        value={Math.max(2, share)}
        size="sm"
        striped
        animated
        aria-label={`${props.name}: ${done} of ${found} pages read`}
      />
      <Text size="xs" c="dimmed" className="tabular" aria-live="off">
        {found === 0 ? 'Finding pages' : `${count(done)} of ${count(found)} pages read`}
        {failed > 0 && ` · ${count(failed)} failed`}
      </Text>
    </div>
  )
}
