import { ActionIcon, Button, Group, Menu, Stack, Text, Title, Tooltip } from '@mantine/core'
import {
  IconChecks,
  IconDots,
  IconDownload,
  IconKeyboard,
  IconMessages,
  IconSettings,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useCallback, useMemo } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { t } from '../../design/language.ts'
import { VirtualRows } from '../../design/lists/virtual-rows.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { emptyViews, shortTime, viewNames } from './conversation-words.ts'
import styles from './conversations.module.css'
import { ActiveFilters, FilterButton, useSetFilters, useTeam } from './list-filters.tsx'
import { inboxQuery } from './queries.ts'
import { SavedViewLinks } from './saved-views.tsx'
import { askedFor, filtersIn, noFilters, viewOf } from './search.ts'
import type { Selection } from './use-selection.ts'
import { ViewLinks } from './view-links.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/convos')
const rowHeight = 84

type ListProps = {
  list: ReturnType<typeof useInbox>
  searchField: RefObject<HTMLInputElement | null>
  selection: Selection
  onShortcuts: () => void
}

/** The conversations that match the query parameters, in pages. */
export function useInbox() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const inbox = useInfiniteQuery(inboxQuery(place, search))
  const pages = inbox.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages])
  return { inbox, items, opened: search.conversation }
}

export function ConversationList({ list, searchField, selection, onShortcuts }: ListProps) {
  const { inbox, items, opened } = list
  const { nameOf } = useTeam()
  const { q = '' } = route.useSearch()
  const set = useSetFilters()
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = inbox
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const reveal = items?.findIndex(({ conversationId }) => conversationId === opened)
  return (
    <section className={styles.list} aria-label={t('Conversations')}>
      <div className={styles.listHead}>
        <Title order={1} size="h2" className={styles.listTitle}>
          {t('Conversations')}
        </Title>
        <Group wrap="nowrap" gap="xs">
          <SearchField
            field={searchField}
            flex={1}
            label={t('Search conversations')}
            placeholder={t('Search messages')}
            value={q}
            onSearch={(q) => set({ q })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur()
            }}
          />
          <FilterButton />
          <ListMenu onChoose={selection.choose} onShortcuts={onShortcuts} />
        </Group>
        {selection.choosing ? (
          <BulkBar items={items ?? []} selection={selection} />
        ) : (
          <>
            <ViewLinks />
            <SavedViewLinks />
            <ActiveFilters />
          </>
        )}
      </div>
      {inbox.isPending && (
        <Stack p="md">
          <LoadingRows rows={7} height={72} />
        </Stack>
      )}
      {isError && !items && (
        <div className={styles.pad}>
          <FailedList
            title={t('The conversations could not be loaded')}
            error={inbox.error}
            onRetry={() => inbox.refetch()}
          />
        </div>
      )}
      {items && (items.length > 0 || hasNextPage) && (
        <VirtualRows
          items={items}
          keyOf={(item) => item.conversationId}
          rowHeight={rowHeight}
          label={t('Conversations')}
          reveal={reveal}
          onNearEnd={more}
          render={(item) => (
            <ConversationRow
              item={item}
              searched={q}
              opened={item.conversationId === opened}
              assignee={item.assignee && nameOf(item.assignee, item.clientNames)}
              choosing={selection.choosing}
              chosen={selection.ids.has(item.conversationId)}
              onToggle={selection.toggle}
            />
          )}
          end={<EndOfList list={list} />}
        />
      )}
      {items?.length === 0 && !hasNextPage && <NoneHere />}
    </section>
  )
}

/** The server searches sealed texts in batches. Shows how far the search has come; the next page continues it. */
function EndOfList({ list }: { list: ReturnType<typeof useInbox> }) {
  const { inbox, items } = list
  const { q } = route.useSearch()
  const last = inbox.data?.pages.at(-1)?.searched
  const number = count(inbox.data?.pages.reduce((sum, page) => sum + page.searched.conversations, 0) ?? 0)
  if (inbox.isFetchNextPageError)
    return (
      <Stack align="center" p="md" gap="xs" role="alert">
        <Text c="dimmed">{t('More conversations could not be loaded.')}</Text>
        <Button variant="default" size="xs" onClick={() => inbox.fetchNextPage()}>
          {t('Try again')}
        </Button>
      </Stack>
    )
  if (!inbox.hasNextPage && !q) return null
  return (
    <Text size="xs" c="dimmed" ta="center" p="md" role="status">
      {inbox.hasNextPage
        ? q
          ? last?.backTo
            ? t('Searching… {number} conversations, back to {time}', { number, time: shortTime(last.backTo) })
            : t('Searching… {number} conversations', { number })
          : t('Loading more…')
        : t('{found} found in {number} conversations', { found: count(items?.length ?? 0), number })}
    </Text>
  )
}

function NoneHere() {
  const search = route.useSearch()
  const set = useSetFilters()
  const narrowed = filtersIn(search).length > 0 || search.q !== undefined
  const view = viewOf(search)
  return (
    <div className={styles.pad}>
      <EmptyList
        icon={<IconMessages size={24} />}
        title={narrowed ? t('No conversations found') : t(emptyViews[view])}
        explanation={
          narrowed
            ? t('No conversation in “{view}” matches the search and filters.', { view: t(viewNames[view]) })
            : t('New conversations appear here right away.')
        }
        action={
          narrowed ? (
            <Button variant="default" onClick={() => set({ ...noFilters, q: undefined })}>
              {t('Clear search and filters')}
            </Button>
          ) : (
            view !== 'all' && (
              <Button variant="default" onClick={() => set({ view: 'all' })}>
                {t('See all')}
              </Button>
            )
          )
        }
      />
    </div>
  )
}

function ListMenu(props: { onChoose: () => void; onShortcuts: () => void }) {
  const place = useAgentPlace()
  const search = route.useSearch()
  const set = useSetFilters()
  const may = useMay()
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={t('More')}>
          <ActionIcon variant="default" size={36} aria-label={t('List actions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {may('conversation.manage') && (
          <Menu.Item leftSection={<IconChecks size={16} />} onClick={props.onChoose}>
            {t('Select conversations')}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={client.url('conversations.exportList', { params: place, query: askedFor(search) })}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t('Export this list (CSV)')}
        </Menu.Item>
        {may('inbox.manage') && (
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => set({ inboxSettings: true })}>
            Inbox settings
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={props.onShortcuts} visibleFrom="sm">
          {t('Keyboard shortcuts')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
