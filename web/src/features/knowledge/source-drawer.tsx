import { Alert, Anchor, Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import type { Output } from '@parley/contracts/endpoint.ts'
import type { Api } from '@parley/contracts/routes.ts'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { characters, pagesOf, passages } from './counts.ts'
import { CrawlProgressBar } from './crawl-progress.tsx'
import { EditSource } from './edit-source.tsx'
import { kindWords } from './knowledge-words.ts'
import { Passages } from './passages.tsx'
import { isWaiting, sourceQuery } from './queries.ts'
import { reasonText } from './reason-text.ts'
import { SourceSettings } from './source-settings.tsx'
import { adviceOn, isWebsite, StatusBadge } from './source-words.tsx'
import { useSourceActions } from './use-source-actions.ts'
import { WebsitePage, WebsitePages } from './website-pages.tsx'

type Source = Output<Api['knowledge.get']>

/** One source: its text or pairs to view and edit, and its chunks. */
export function SourceDrawer(props: {
  place: AgentPlace
  sourceId: string
  /** The open page of a website. */
  pageId: string | undefined
  onPage: (pageId: string | undefined) => void
  onClose: () => void
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const source = useQuery(sourceQuery(props.place, props.sourceId))
  return (
    <FramedDrawer onClose={props.onClose} width="wide" title={source.data?.name ?? t('Source')}>
      {source.isPending && <LoadingRows rows={3} />}
      {source.isError && (
        <FailedList
          title={t('The source could not be loaded')}
          error={source.error}
          onRetry={() => source.refetch()}
        />
      )}
      {source.data && (
        <Stack gap="md">
          <Facts source={source.data} />
          {source.data.metadata && <Text c="dimmed">{source.data.metadata.description}</Text>}
          {source.data.status === 'ERROR' && (
            <Alert
              color="red"
              icon={<IconAlertTriangle size={18} />}
              title={source.data.error ? reasonText(source.data.error) : t('This source could not be read.')}
            >
              {adviceOn(source.data)}
            </Alert>
          )}
          {isWebsite(source.data) ? (
            <WebsiteTabs {...props} source={source.data} />
          ) : (
            <SourceTabs place={props.place} source={source.data} onDelete={props.onDelete} />
          )}
        </Stack>
      )}
    </FramedDrawer>
  )
}

function Facts(props: { source: Source }) {
  const { source } = props
  return (
    <Group gap="xs">
      {source.disabled && (
        <Badge variant="light" color="gray">
          {t('Off')}
        </Badge>
      )}
      <StatusBadge status={source.status} />
      <Text size="xs" c="dimmed">
        {t(kindWords[source.kind])}
        {source.fileName && source.fileName !== source.name && ` · ${source.fileName}`}
        {source.status === 'SUCCESS' && ` · ${characters(source.charCount)}`}
        {' · '}
        <Moment at={source.updatedAt} />
      </Text>
      {source.tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}

function SourceTabs(props: {
  place: AgentPlace
  source: Source
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const { source } = props
  return (
    <>
      {source.sample && (
        <Alert color="orange">
          {t(
            'This text came with the template and is told to visitors as it stands. Replace it with your own, or delete it.',
          )}
        </Alert>
      )}
      <Tabs defaultValue="content" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="content">{source.kind === 'qa' ? t('Questions') : t('Text')}</Tabs.Tab>
          <Tabs.Tab value="passages">{passages(source.chunkCount)}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="content">
          <EditSource {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="passages">
          <Passages
            place={props.place}
            where={{ sourceId: source.sourceId }}
            passages={source.passages}
            lapsed={source.lapsed}
            empty={
              isWaiting(source)
                ? t('Passages appear here once the source has been read.')
                : t('There are no passages.')
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SourceSettings place={props.place} source={source} onDelete={() => props.onDelete(source)} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function WebsiteTabs(props: {
  place: AgentPlace
  source: Source
  pageId: string | undefined
  onPage: (pageId: string | undefined) => void
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const { place, source, pageId } = props
  const { refresh, cancel } = useSourceActions(place, source)
  if (pageId !== undefined)
    return (
      <WebsitePage
        place={place}
        sourceId={source.sourceId}
        pageId={pageId}
        onBack={() => props.onPage(undefined)}
      />
    )
  return (
    <>
      {source.progress ? (
        <Group wrap="nowrap" gap="md" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <CrawlProgressBar progress={source.progress} name={source.name} />
          </div>
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('Stop')}
          </Button>
        </Group>
      ) : (
        <Group justify="space-between" gap="sm">
          <Anchor href={source.url} target="_blank" rel="noreferrer noopener" size="sm" truncate maw={360}>
            {source.url}
          </Anchor>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate({})}
          >
            {t('Refresh now')}
          </Button>
        </Group>
      )}
      <Tabs defaultValue="pages" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="pages">{pagesOf(source.pageCount ?? 0)}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pages">
          <WebsitePages place={place} source={source} onOpen={props.onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SourceSettings place={place} source={source} onDelete={() => props.onDelete(source)} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
