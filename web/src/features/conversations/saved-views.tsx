import { ActionIcon, Button, Group, Menu, Popover, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { SavedView } from '@parley/contracts/workspace/saved-views.ts'
import { IconBookmark, IconDots, IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { noticeError } from '../../design/notices/notices.ts'
import { noticeWithUndo } from '../../design/notices/undo-notice.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace, useWorkspace } from '../../shell/navigation/places.ts'
import styles from './conversations.module.css'
import { countQuery, inboxSettingsQuery } from './queries.ts'
import { filtersIn, noFilters, savedIn, searchOf } from './search.ts'
import { UnreadBadge } from './unread-badge.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Saved views of the workspace, shared or personal. */
export function SavedViewLinks() {
  const place = useAgentPlace()
  const { views, current } = useSavedViews()
  if (views.length === 0) return null
  return (
    <Group component="nav" gap={6} aria-label={t('Saved views')}>
      {views.map((view) => (
        <AnchorLink
          key={view.viewId}
          to="/app/$region/agents/$agentId/convos"
          params={place}
          search={(before) => ({
            ...before,
            ...noFilters,
            ...searchOf(view.filters),
            conversation: undefined,
          })}
          className={styles.view}
          data-saved
          aria-current={view === current ? 'page' : undefined}
          underline="never"
          title={view.ownerId ? t('{name}: only you see this view', { name: view.name }) : view.name}
        >
          {view.ownerId ? <IconLock size={13} aria-hidden /> : <IconBookmark size={13} aria-hidden />}
          <span>{view.name}</span>
          <ViewCount filters={view.filters} />
          {view.filters.unread === undefined && <ViewUnread filters={view.filters} />}
        </AnchorLink>
      ))}
    </Group>
  )
}

/** Number of conversations in a view. Shows nothing if the server counted only some and found none. */
function ViewCount({ filters }: Pick<SavedView, 'filters'>) {
  const { data } = useQuery(countQuery(useAgentPlace(), searchOf(filters)))
  if (!data || (data.atLeast && data.count === 0)) return null
  return (
    <Text component="span" size="xs" className="tabular" data-count inherit>
      {data.atLeast ? `${Math.min(data.count, 99)}+` : count(data.count)}
    </Text>
  )
}

/** Number of unread conversations in a view, of those that the server counted. */
function ViewUnread({ filters }: Pick<SavedView, 'filters'>) {
  const { data } = useQuery(countQuery(useAgentPlace(), { ...searchOf(filters), unread: true }))
  return <UnreadBadge unread={data?.count} />
}

/** Actions for the current filters: save them as a view, or change the view that they match. */
export function SavedViewActions() {
  const { current, known } = useSavedViews()
  const search = route.useSearch()
  const [editing, setEditing] = useState<'new' | 'rename'>()
  const close = () => setEditing(undefined)
  const may = useMay()
  if (!known || !may('inbox.views.manage') || (!current && filtersIn(search).length === 0)) return null
  return (
    <Popover
      opened={editing !== undefined}
      onChange={(opened) => opened || close()}
      position="bottom-start"
      width={290}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {current ? (
          <span>
            <ViewMenu view={current} onRename={() => setEditing('rename')} />
          </span>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconBookmark size={14} />}
            onClick={() => setEditing('new')}
          >
            Save view
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={editing === 'rename' ? 'Edit view' : 'Save view'}>
        {editing && <ViewForm former={editing === 'rename' ? current : undefined} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function ViewMenu({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const { params, again } = useViewChanges()
  const save = useMutation({
    mutationFn: ({ viewId, name, filters, ownerId }: SavedView) =>
      client.call('inbox.saveView', {
        params: { ...params, viewId },
        body: { name, filters, onlyMine: ownerId !== undefined },
      }),
    onSuccess: again,
    onError: (error) => noticeError(error),
  })
  const remove = useMutation({
    mutationFn: () => client.call('inbox.deleteView', { params: { ...params, viewId: view.viewId } }),
    onSuccess: async () => {
      noticeWithUndo(`The view “${view.name}” was deleted`, () => save.mutate(view))
      await again()
    },
    onError: (error) => noticeError(error),
  })
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`View “${view.name}”`}
          loading={remove.isPending}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
          Edit view
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate()}>
          Delete view
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ViewForm({ former, onClose }: { former: SavedView | undefined; onClose: () => void }) {
  const search = route.useSearch()
  const { params, again } = useViewChanges()
  const [name, setName] = useState(former?.name ?? '')
  const [onlyMine, setOnlyMine] = useState(former?.ownerId !== undefined)
  const loaded = useLoaded()
  const save = useMutation({
    mutationFn: () =>
      client.call(
        'inbox.saveView',
        {
          params: { ...params, viewId: former?.viewId ?? crypto.randomUUID() },
          body: { name, filters: savedIn(search), onlyMine },
        },
        { loaded },
      ),
    onSuccess: async () => {
      await again()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="View name"
          placeholder="Refunds in German"
          value={name}
          maxLength={40}
          data-autofocus
          error={save.error ? messageOf(save.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label="Only for me"
          description="Otherwise shared with everyone in the workspace, for every agent"
          checked={onlyMine}
          onChange={(event) => setOnlyMine(event.currentTarget.checked)}
        />
        {search.q && (
          <Text size="xs" c="dimmed">
            The search text is not saved with the view.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="xs" disabled={name.trim() === ''} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The saved views, and the one that matches the current filters. */
export function useSavedViews() {
  const { region } = useAgentPlace()
  const { workspaceId } = useWorkspace()
  const search = route.useSearch()
  const inbox = useQuery(inboxSettingsQuery(region, workspaceId)).data
  const views = inbox?.savedViews ?? []
  const present = JSON.stringify(savedIn(search))
  const current = views.find(({ filters }) => JSON.stringify(savedIn(searchOf(filters))) === present)
  return { views, current, known: inbox !== undefined }
}

function useViewChanges() {
  const { region } = useAgentPlace()
  const { workspaceId } = useWorkspace()
  const queryClient = useQueryClient()
  return {
    params: { region, workspaceId },
    again: () => queryClient.invalidateQueries(inboxSettingsQuery(region, workspaceId)),
  }
}
