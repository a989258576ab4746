import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Center,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import type { KnowledgePageView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconArrowLeft, IconExternalLink, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { passages, unreadPages } from './counts.ts'
import styles from './knowledge.module.css'
import { pageStatusWords } from './knowledge-words.ts'
import { Passages } from './passages.tsx'
import { pageQuery, pagesQuery } from './queries.ts'
import { reasonText } from './reason-text.ts'
import { useSourceActions } from './use-source-actions.ts'

const statusColours = { SUCCESS: 'teal', PENDING: 'gray', ERROR: 'red', SKIPPED: 'yellow' } as const
const statuses = ['SUCCESS', 'PENDING', 'ERROR', 'SKIPPED'] as const

type Source = { sourceId: string; name: string; failedPages?: number; progress?: object }

/** The pages of a website, with the status of each and its reason. */
export function WebsitePages(props: { place: AgentPlace; source: Source; onOpen: (pageId: string) => void }) {
  const { place, source } = props
  const [find, setFind] = useState('')
  const [status, setStatus] = useState<KnowledgePageView['status']>()
  const q = useDeferredValue(find.trim())
  const pages = useInfiniteQuery(
    pagesQuery(place, source.sourceId, { ...(q === '' ? {} : { q }), ...(status ? { status } : {}) }),
  )
  const { refresh } = useSourceActions(place, source)
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const failed = source.failedPages ?? 0
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('Find a page')}
          placeholder={t('Find a page')}
          leftSection={<IconSearch size={16} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('Page status')}
          data={[
            { value: '', label: t('All pages') },
            ...statuses.map((one) => ({ value: one, label: t(pageStatusWords[one]) })),
          ]}
          value={status ?? ''}
          onChange={(event) => setStatus(statuses.find((one) => one === event.currentTarget.value))}
        />
      </Group>
      {failed > 0 && !source.progress && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {unreadPages(failed)}{' '}
            {status !== 'ERROR' && (
              <Anchor component="button" type="button" size="sm" onClick={() => setStatus('ERROR')}>
                {t('Show')}
              </Anchor>
            )}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ only: 'failed' })}
          >
            {t('Retry failed pages')}
          </Button>
        </Group>
      )}
      {pages.isPending && <LoadingRows rows={4} height={56} />}
      {pages.isError && (
        <FailedList
          title={t('The pages could not be loaded')}
          error={pages.error}
          onRetry={() => pages.refetch()}
        />
      )}
      {pages.isSuccess && items.length === 0 && (
        <Text c="dimmed">
          {q !== '' || status ? t('No page fits.') : t('Pages appear here as they are found.')}
        </Text>
      )}
      <ul className={styles.pages} aria-label={t('Pages')}>
        {items.map((page) => (
          <PageRow
            key={page.pageId}
            page={page}
            busy={source.progress !== undefined}
            onOpen={() => props.onOpen(page.pageId)}
            onRetry={() => refresh.mutate({ pageId: page.pageId })}
          />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Center>
          <Button
            variant="default"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => pages.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function PageRow(props: { page: KnowledgePageView; busy: boolean; onOpen: () => void; onRetry: () => void }) {
  const { page } = props
  const { pathname, search } = new URL(page.url)
  return (
    <li className={styles.page}>
      <div className={styles.pageWords}>
        <Group gap={6} wrap="nowrap">
          {page.chunkCount > 0 ? (
            <Anchor
              component="button"
              type="button"
              truncate
              fw={500}
              c="var(--mantine-color-text)"
              onClick={props.onOpen}
            >
              {page.title || pathname}
            </Anchor>
          ) : (
            <Text truncate fw={500}>
              {page.title || pathname}
            </Text>
          )}
        </Group>
        <Anchor
          href={page.url}
          target="_blank"
          rel="noreferrer noopener"
          size="xs"
          c="dimmed"
          truncate
          display="block"
          title={page.url}
        >
          {pathname + search} <IconExternalLink size={11} aria-label={t('opens in a new tab')} />
        </Anchor>
        {page.error && page.status !== 'PENDING' && (
          <Text size="xs" c={page.status === 'ERROR' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {reasonText(page.error)}
          </Text>
        )}
        {page.readAt && page.status === 'SUCCESS' && (
          <Text size="xs" c="dimmed">
            {passages(page.chunkCount)} · <Moment at={page.readAt} />
          </Text>
        )}
      </div>
      <Badge variant="light" color={statusColours[page.status]} flex="none">
        {t(pageStatusWords[page.status])}
      </Badge>
      <Tooltip label={t('Refresh this page')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Refresh {name}', { name: pathname })}
          disabled={props.busy}
          onClick={props.onRetry}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

/** One page with its chunks. */
export function WebsitePage(props: {
  place: AgentPlace
  sourceId: string
  pageId: string
  onBack: () => void
}) {
  const { place, sourceId, pageId } = props
  const page = useQuery(pageQuery(place, sourceId, pageId))
  return (
    <Stack gap="md">
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} className={styles.backArrow} />}
          onClick={props.onBack}
        >
          {t('All pages')}
        </Button>
      </Group>
      {page.isPending && <LoadingRows rows={3} />}
      {page.isError && (
        <FailedList
          title={t('The page could not be loaded')}
          error={page.error}
          onRetry={() => page.refetch()}
        />
      )}
      {page.data && (
        <>
          <div>
            <Text fw={600}>{page.data.title || page.data.url}</Text>
            <Anchor
              href={page.data.url}
              target="_blank"
              rel="noreferrer noopener"
              size="xs"
              c="dimmed"
              style={{ overflowWrap: 'anywhere' }}
            >
              {page.data.url}
            </Anchor>
          </div>
          <Passages
            place={place}
            where={{ sourceId, pageId }}
            passages={page.data.passages}
            lapsed={page.data.lapsed}
            empty={t('No text was found on this page.')}
          />
        </>
      )}
    </Stack>
  )
}
