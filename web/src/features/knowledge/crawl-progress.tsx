import { Progress, Text } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import { count } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
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
        aria-label={t('{name}: {done} of {found} pages read', { name: props.name, done, found })}
      />
      <Text size="xs" c="dimmed" className="tabular" aria-live="off">
        {found === 0
          ? t('Finding pages')
          : t('{done} of {found} pages read', { done: count(done), found: count(found) })}
        {failed > 0 && ` · ${tCount(failed, '{count} failed', '{count} failed')}`}
      </Text>
    </div>
  )
}
