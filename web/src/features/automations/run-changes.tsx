import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core'
import type { ChangedPageView, CrawlRunView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { type PageChange, pageChanges } from '@parley/contracts/knowledge/crawl-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import styles from './automations.module.css'
import { changeColors, changeNames, pagesWords } from './crawl-words.ts'
import { type RunPlace, runQuery } from './queries.ts'

/** The pages that a run changed or could not read, each with what happened. */
export function RunChanges(props: { place: RunPlace; run: CrawlRunView; onOpen: (pageId: string) => void }) {
  const { place, run } = props
  const [only, setOnly] = useState<PageChange>()
  const changes = useQuery(runQuery(place, run.endedAt === undefined))
  const counted = pageChanges.filter((change) => run[change] > 0)
  const shown = changes.data?.changes.filter(({ change }) => only === undefined || change === only) ?? []
  return (
    <Section title="Pages" explanation="Open a page to compare its text before and after the run.">
      {counted.length > 1 && (
        <Group gap={6} component="nav" aria-label="Changes">
          {[undefined, ...counted].map((change) => (
            <Button
              key={change ?? 'all'}
              size="compact-sm"
              variant={change === only ? 'light' : 'subtle'}
              color={change === only ? undefined : 'gray'}
              aria-pressed={change === only}
              onClick={() => setOnly(change)}
            >
              {change ? `${changeNames[change]} (${run[change]})` : 'All'}
            </Button>
          ))}
        </Group>
      )}
      {changes.isPending && <LoadingRows rows={3} height={44} />}
      {changes.isError && !changes.data && (
        <FailedList
          title="The pages could not be loaded"
          error={changes.error}
          onRetry={() => changes.refetch()}
        />
      )}
      {changes.data && changes.data.changes.length === 0 && changes.data.more === 0 && (
        <Text c="dimmed">
          {run.endedAt === undefined
            ? 'Pages appear here as they change.'
            : 'Every page that was read is as it was before.'}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={styles.rows} aria-label="Changed pages">
          {shown.map((page) => (
            <li key={page.pageId}>
              <Row page={page} onOpen={() => props.onOpen(page.pageId)} />
            </li>
          ))}
        </ul>
      )}
      {changes.data && changes.data.more > 0 && (
        <Text c="dimmed">{pagesWords(changes.data.more)} more, which are counted and not listed.</Text>
      )}
    </Section>
  )
}

function Row({ page, onOpen }: { page: ChangedPageView; onOpen: () => void }) {
  const { change, title, url, reason, comparable } = page
  const words = (
    <>
      <Badge variant="light" color={changeColors[change]} w={96} flex="none">
        {changeNames[change]}
      </Badge>
      <span className={styles.words}>
        <Text component="span" fw={500} className={styles.cut} title={title}>
          <bdi>{title || url}</bdi>
        </Text>
        {title && (
          <Text component="span" size="sm" c="dimmed" className={styles.cut} title={url}>
            {url}
          </Text>
        )}
        {reason && (
          <Text
            component="span"
            size="sm"
            display="block"
            c={change === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          >
            {reason}
          </Text>
        )}
      </span>
    </>
  )
  if (!comparable) return <div className={styles.row}>{words}</div>
  return (
    <UnstyledButton className={styles.row} onClick={onOpen}>
      {words}
    </UnstyledButton>
  )
}
