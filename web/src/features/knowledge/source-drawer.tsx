import {
  Alert,
  Anchor,
  Badge,
  Button,
  Drawer,
  Group,
  Stack,
  Tabs,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Output } from '@parley/contracts/endpoint.ts'
import type { Api } from '@parley/contracts/routes.ts'
import { IconAlertTriangle, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { count, Moment } from '../../design/moment.tsx'
import { noticeSuccess } from '../../design/notices.ts'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddFailed, problemOf } from './adding.tsx'
import { CrawlProgressBar } from './crawl-progress.tsx'
import { keptState } from './kept-state.ts'
import { filledPairs, isComplete, type Pair, PairsEditor } from './pairs-editor.tsx'
import { Passages } from './passages.tsx'
import { isWaiting, knowledgeKey, sourceQuery } from './queries.ts'
import { passages } from './source-list.tsx'
import { SourceSettings } from './source-settings.tsx'
import { adviceOn, isWebsite, kindWords, StatusBadge } from './source-words.tsx'
import { useSourceActions } from './use-source-actions.ts'
import { WebsitePage, WebsitePages } from './website-pages.tsx'

type Source = Output<Api['knowledge.get']>
type Edits = { name?: string; content?: string; pairs?: Pair[] }
const useKeptEdits = keptState<Edits>()
const none: Edits = {}

/** One source: its text or pairs to view and edit, and the passages that were made of it. */
export function SourceDrawer(props: {
  place: AgentPlace
  sourceId: string
  /** Of a website, the page that is open. */
  pageId: string | undefined
  onPage: (pageId: string | undefined) => void
  onClose: () => void
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const source = useQuery(sourceQuery(props.place, props.sourceId))
  return (
    <Drawer opened onClose={props.onClose} title={source.data?.name ?? 'Source'} size={640}>
      {source.isPending && <LoadingRows rows={3} />}
      {source.isError && (
        <FailedList
          title="The source could not be loaded"
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
              title={source.data.error ?? 'This source could not be read.'}
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
    </Drawer>
  )
}

function Facts(props: { source: Source }) {
  const { source } = props
  return (
    <Group gap="xs">
      {source.disabled && (
        <Badge variant="light" color="gray">
          Off
        </Badge>
      )}
      <StatusBadge status={source.status} />
      <Text size="xs" c="dimmed">
        {kindWords[source.kind]}
        {source.fileName && source.fileName !== source.name && ` · ${source.fileName}`}
        {source.status === 'SUCCESS' && ` · ${count(source.charCount)} characters`}
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
    <Tabs defaultValue="content" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="content">{source.kind === 'qa' ? 'Questions' : 'Text'}</Tabs.Tab>
        <Tabs.Tab value="passages">{passages(source.chunkCount)}</Tabs.Tab>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="content">
        <EditForm {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="passages">
        <Passages
          place={props.place}
          where={{ sourceId: source.sourceId }}
          passages={source.passages}
          lapsed={source.lapsed}
          empty={
            isWaiting(source) ? 'The passages show here once the source is read.' : 'There are no passages.'
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SourceSettings place={props.place} source={source} onDelete={() => props.onDelete(source)} />
      </Tabs.Panel>
    </Tabs>
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
            Stop
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
            Refresh now
          </Button>
        </Group>
      )}
      <Tabs defaultValue="pages" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="pages">
            {source.pageCount === 1 ? '1 page' : `${count(source.pageCount ?? 0)} pages`}
          </Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
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

function EditForm(props: {
  place: AgentPlace
  source: Source
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const { place, source } = props
  const [edits, setEdits] = useKeptEdits(source.sourceId, none)
  const [checked, setChecked] = useState(false)
  const original = useMemo(() => asEdited(source.pairs), [source.pairs])
  const name = edits.name ?? source.name
  const content = edits.content ?? source.content
  const pairs = edits.pairs ?? original
  const edited = Object.keys(edits).length > 0
  const save = useSave(place, source, () => {
    setEdits(none)
    setChecked(false)
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '' || (edits.pairs && !isComplete(pairs))) return
    if (edits.content !== undefined && edits.content.trim() === '') return
    save.mutate({
      name: name.trim(),
      ...(edits.content === undefined ? {} : { content }),
      ...(edits.pairs ? { pairs: filledPairs(pairs) } : {}),
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          maxLength={300}
          value={name}
          onChange={(event) => setEdits({ ...edits, name: event.currentTarget.value })}
          error={problemOf(save.error, 'name') ?? (name.trim() === '' && 'Please enter a name.')}
        />
        {source.kind === 'text' && (
          <Textarea
            label="Text"
            {...heightFor(content, 8, 24)}
            value={content}
            onChange={(event) => setEdits({ ...edits, content: event.currentTarget.value })}
            error={problemOf(save.error, 'content') ?? (content.trim() === '' && 'Please enter a text.')}
          />
        )}
        {source.kind === 'qa' && (
          <PairsEditor
            pairs={pairs}
            checked={checked}
            onChange={(given) => setEdits({ ...edits, pairs: given })}
          />
        )}
        {source.kind === 'document' && <DocumentText source={source} />}
        <AddFailed error={save.error} fields={['name', 'content']} />
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => props.onDelete(source)}
          >
            Delete
          </Button>
          <Group gap="sm">
            {edited && (
              <Button variant="default" onClick={() => setEdits(none)}>
                Discard edits
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={!edited}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function useSave(place: AgentPlace, source: Source, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; content?: string; pairs?: { question: string; answer: string }[] }) =>
      client.call('knowledge.edit', { params: { ...place, sourceId: source.sourceId }, body }),
    onSuccess: async (_, body) => {
      await queryClient.invalidateQueries({ queryKey: knowledgeKey(place) })
      noticeSuccess(`${body.name} was saved`)
      onSaved()
    },
  })
}

function DocumentText(props: { source: Source }) {
  const { content } = props.source
  const [whole, setWhole] = useState(content.length <= LONG)
  if (isWaiting(props.source)) return <Text c="dimmed">The text shows here once the document is read.</Text>
  if (content === '') return null
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label="Text of the document"
        description="As it was read. To change it, delete this source and add the changed document."
        readOnly
        w="100%"
        {...heightFor(content, 6, 20)}
        value={whole ? content : `${content.slice(0, LONG)}…`}
      />
      {!whole && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          Show all {count(content.length)} characters
        </Button>
      )}
    </Stack>
  )
}

/** Measuring a text of more characters at each key takes longer than people wait. */
const LONG = 20_000

function heightFor(text: string, least: number, most: number) {
  return text.length <= LONG ? { autosize: true, minRows: least, maxRows: most } : { rows: most }
}

const asEdited = (pairs: Source['pairs']): Pair[] =>
  (pairs ?? []).map((pair, place) => ({ ...pair, id: String(place) }))
