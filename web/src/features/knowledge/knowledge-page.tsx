import { Alert, Button, Card, Center, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBook2, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { t, tCount } from '../../design/language.ts'
import { ButtonLink } from '../../design/links.tsx'
import { listed } from '../../design/lists/listed.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { planLimitsQuery } from '../../server/plan-limits.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useWorkspace } from '../../shell/navigation/places.ts'
import { AddDrawer } from './add-drawer.tsx'
import { DeleteSourceDialog } from './delete-source-dialog.tsx'
import { EmbeddingNotice } from './embedding-notice.tsx'
import styles from './knowledge.module.css'
import { isWaiting, sourcesQuery } from './queries.ts'
import { RetrievalSettings } from './retrieval-settings.tsx'
import { SourceDrawer } from './source-drawer.tsx'
import { SourceFilter } from './source-filter.tsx'
import { SourceList } from './source-list.tsx'
import { TryQuestion } from './try-question.tsx'
import { isUnderWay, useUploads } from './uploads.ts'

const route = getRouteApi('/app/$region/agents/$agentId/kb')

/** The knowledge sources of an agent, and a form that tries what they return for a question. */
export function KnowledgePage() {
  const place = useAgentPlace()
  const { add, source: opened, page, find, tag, status } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = { ...(find ? { q: find } : {}), ...(tag ? { tag } : {}), ...(status ? { status } : {}) }
  const sources = useInfiniteQuery(sourcesQuery(place, filter))
  const [settings, setSettings] = useState(false)
  const may = useMay()
  const [deleting, setDeleting] = useState<{ sourceId: string; name: string }>()
  const items = sources.data?.pages.flatMap((page) => page.items) ?? []
  const totals = sources.data?.pages[0]?.totals
  const embedding = sources.data?.pages[0]?.embedding
  const limit = useQuery(planLimitsQuery(useWorkspace())).data?.knowledgeCharacters
  const none = sources.isSuccess && totals?.sources === 0
  const open = (sourceId: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, source: sourceId, page: undefined }) })

  return (
    <Page
      title={t('Knowledge Base')}
      purpose={t('The sources your agent answers from. Changes take effect immediately, without publishing.')}
      actions={
        <>
          {may('agent.publish') && (
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} />}
              onClick={() => setSettings(true)}
            >
              {t('Settings')}
            </Button>
          )}
          {!none && <AddButton full={limit?.reached} />}
        </>
      }
    >
      <Stack gap="md">
        {limit && <CharacterLimit {...limit} />}
        <UnderWay waiting={items.filter(isWaiting).length} />
        {embedding && (
          <EmbeddingNotice
            progress={embedding}
            hasWebsites={items.some(({ sourceType }) => sourceType === 'url')}
          />
        )}
        {sources.isPending && <LoadingRows rows={5} height={72} />}
        {sources.isError && (
          <FailedList
            title={t('The sources could not be loaded')}
            error={sources.error}
            onRetry={() => sources.refetch()}
          />
        )}
        {none && <NoSources full={limit?.reached} />}
        {totals && totals.sources > 0 && (
          <>
            <Totals {...totals} />
            <TryQuestion tags={sources.data?.pages[0]?.tags ?? []} />
            <SourceFilter tags={sources.data?.pages[0]?.tags ?? []} />
            {items.length > 0 ? (
              <SourceList sources={items} onOpen={(source) => open(source.sourceId)} onDelete={setDeleting} />
            ) : (
              !sources.hasNextPage && <NoneFits />
            )}
          </>
        )}
        {sources.hasNextPage && (
          <Center>
            <Button
              variant="default"
              onClick={() => sources.fetchNextPage()}
              loading={sources.isFetchingNextPage}
            >
              {t('Show more')}
            </Button>
          </Center>
        )}
      </Stack>
      {add && <AddDrawer way={add} />}
      {settings && <RetrievalSettings place={place} onClose={() => setSettings(false)} />}
      {opened && (
        <SourceDrawer
          key={opened}
          place={place}
          sourceId={opened}
          pageId={page}
          onPage={(pageId) => void navigate({ search: (search) => ({ ...search, page: pageId }) })}
          onClose={() => open(undefined)}
          onDelete={setDeleting}
        />
      )}
      {deleting && (
        <DeleteSourceDialog
          place={place}
          source={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => open(undefined)}
        />
      )}
    </Page>
  )
}

function AddButton(props: { full: boolean | undefined }) {
  if (props.full)
    return (
      <Button disabled leftSection={<IconPlus size={16} />}>
        {t('Add knowledge')}
      </Button>
    )
  return (
    <ButtonLink
      from="/app/$region/agents/$agentId/kb"
      to="."
      search={(search) => ({ ...search, add: 'website' as const })}
      leftSection={<IconPlus size={16} />}
    >
      {t('Add knowledge')}
    </ButtonLink>
  )
}

function NoSources(props: { full: boolean | undefined }) {
  return (
    <EmptyList
      icon={<IconBook2 size={24} />}
      title={t('The agent has no knowledge yet')}
      explanation={t(
        'Add your website, text, questions and answers, or documents such as manuals and price lists.',
      )}
      action={<AddButton full={props.full} />}
    />
  )
}

/** How many characters of the plan are used by all agents; clients are told only when there are no more. */
function CharacterLimit(props: { used?: number | undefined; max?: number | undefined; reached: boolean }) {
  const { used, max } = props
  if (max === undefined) return null
  if (props.reached)
    return (
      <Alert color="orange">
        {t(
          'You have reached the maximum number of knowledge characters ({number}) for your current subscription plan. Please delete some that are no longer needed, or upgrade to add more.',
          { number: count(max) },
        )}
      </Alert>
    )
  if (used === undefined) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {count(used)} of {count(max)} characters of all agents used
    </Text>
  )
}

function NoneFits() {
  const navigate = route.useNavigate()
  return (
    <Center py="lg">
      <Stack align="center" gap="xs">
        <Text c="dimmed">{t('No sources match.')}</Text>
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            void navigate({
              search: (search) => ({ ...search, find: undefined, tag: undefined, status: undefined }),
            })
          }
        >
          {t('Show all')}
        </Button>
      </Stack>
    </Center>
  )
}

function Totals(props: { sources: number; chunks: number; chars: number }) {
  const tiles = [
    { label: t('Sources'), value: props.sources },
    { label: t('Passages'), value: props.chunks },
    { label: t('Characters'), value: props.chars },
  ]
  return (
    <dl className={styles.totals}>
      {tiles.map((tile) => (
        <Card key={tile.label} padding="md" component="div" className={styles.total}>
          <Text component="dt" c="dimmed" size="xs" fw={500}>
            {tile.label}
          </Text>
          <dd className={`tabular ${styles.totalFigure}`}>{count(tile.value)}</dd>
        </Card>
      ))}
    </dl>
  )
}

/** Uploads and sources that are being processed. Processing continues when the user leaves the page. */
function UnderWay(props: { waiting: number }) {
  const sending = useUploads(useAgentPlace()).filter(isUnderWay).length
  if (sending === 0 && props.waiting === 0) return null
  const parts = [
    ...(sending > 0 ? [tCount(sending, '{count} file uploading', '{count} files uploading')] : []),
    ...(props.waiting > 0
      ? [tCount(props.waiting, '{count} source being read', '{count} sources being read')]
      : []),
  ]
  return (
    <Alert variant="light" role="status" py="xs">
      {t('{what}. You can leave this page meanwhile.', { what: listed(parts) })}
    </Alert>
  )
}
