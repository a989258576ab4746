import { Badge, Button, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { LogEntryView } from '@parley/contracts/integration/log-endpoints.ts'
import { IconListDetails, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DateRange } from '../../../design/dates/date-range.tsx'
import { Moment } from '../../../design/dates/moment.tsx'
import { SearchField } from '../../../design/fields/search-field.tsx'
import { FilterSheet } from '../../../design/lists/filter-sheet.tsx'
import { MoreWhenSeen } from '../../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { useOnPhone } from '../../../design/use-on-phone.ts'
import { AgentFilter } from '../../../shell/agent/agent-filter.tsx'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { CodeBlock } from '../code-block.tsx'
import { logQuery } from '../queries.ts'
import type { EventsSearch } from '../search.ts'
import styles from './log.module.css'
import { LogEntryDrawer } from './log-entry-drawer.tsx'

const route = getRouteApi('/app/$region/events')

function useSet() {
  const navigate = route.useNavigate()
  return (given: EventsSearch) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
}

/** What the workspace's own servers noted, newest first; new entries appear as they are added. */
export function Log() {
  const search = route.useSearch()
  const set = useSet()
  const log = useInfiniteQuery(logQuery(useWorkspace(), search))
  const items = log.data?.pages.flatMap((page) => page.items)
  const { q, entryType, entryChannel, agent, from, to } = search
  const narrowed = [q, entryType, entryChannel, agent, from, to].some(Boolean)
  const none = items?.length === 0 && !log.hasNextPage
  const clear = () =>
    set({
      ...{ q: undefined, entryType: undefined, entryChannel: undefined },
      ...{ agent: undefined, from: undefined, to: undefined },
    })
  return (
    <Stack gap="md">
      {(narrowed || !none) && <Filters />}
      {log.isPending && <LoadingRows rows={6} height={44} />}
      {log.isError && !items && (
        <FailedList title="The log could not be loaded" error={log.error} onRetry={() => log.refetch()} />
      )}
      {none && narrowed && (
        <EmptyList
          icon={<IconListDetails size={24} />}
          title="No entries found"
          explanation="No entries match the search and filters."
          action={
            <Button variant="default" onClick={clear}>
              Clear search and filters
            </Button>
          }
        />
      )}
      {none && !narrowed && <NoEntries />}
      {items && items.length > 0 && (
        <Card p={0}>
          <ul className={styles.entries} aria-label="Entries">
            {items.map((entry) => (
              <li key={entry.entryId}>
                <Row entry={entry} onOpen={() => set({ entry: entry.entryId })} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {log.hasNextPage && <MoreWhenSeen loading={log.isFetchingNextPage} onMore={log.fetchNextPage} />}
      {search.entry && (
        <LogEntryDrawer
          key={search.entry}
          entryId={search.entry}
          onNarrow={(by) => set({ ...by, entry: undefined })}
          onClose={() => set({ entry: undefined })}
        />
      )}
    </Stack>
  )
}

function Filters() {
  const onPhone = useOnPhone()
  const search = route.useSearch()
  const set = useSet()
  return (
    <Group gap="sm">
      <SearchField
        label="Search the log"
        placeholder="Search types, contents and metadata"
        className={styles.search}
        value={search.q}
        onSearch={(q) => set({ q })}
      />
      <FilterSheet
        className={styles.filters}
        active={(search.from || search.to ? 1 : 0) + (search.agent ? 1 : 0)}
      >
        <DateRange
          nested={onPhone}
          fullWidth={onPhone}
          label="Days"
          any="Any time"
          value={{ from: search.from, to: search.to }}
          onChange={({ from, to }) => set({ from, to })}
        />
        <AgentFilter workspace={useWorkspace()} value={search.agent} onChange={(agent) => set({ agent })} />
      </FilterSheet>
      {search.entryType && (
        <Applied what="type" value={search.entryType} onRemove={() => set({ entryType: undefined })} />
      )}
      {search.entryChannel && (
        <Applied
          what="channel"
          value={search.entryChannel}
          onRemove={() => set({ entryChannel: undefined })}
        />
      )}
    </Group>
  )
}

/** A filter that is chosen at an entry. */
function Applied({ what, value, onRemove }: { what: string; value: string; onRemove: () => void }) {
  return (
    <Button
      variant="light"
      maw="100%"
      rightSection={<IconX size={14} />}
      aria-label={`Remove the filter by ${what} ${value}`}
      onClick={onRemove}
    >
      {value}
    </Button>
  )
}

function Row({ entry, onOpen }: { entry: LogEntryView; onOpen: () => void }) {
  return (
    <UnstyledButton className={styles.row} onClick={onOpen}>
      <Badge variant="light" color="gray" flex="none" className={styles.type}>
        {entry.type}
      </Badge>
      <Text component="span" truncate className={styles.content}>
        <bdi>{entry.content}</bdi>
      </Text>
      {entry.channel && (
        <Text component="span" size="sm" c="dimmed" flex="none" visibleFrom="sm">
          {entry.channel}
        </Text>
      )}
      <Text component="span" size="sm" c="dimmed" flex="none">
        <Moment at={entry.at} />
      </Text>
    </UnstyledButton>
  )
}

function NoEntries() {
  const { region, workspaceId } = useWorkspace()
  return (
    <Stack gap="md">
      <EmptyList
        icon={<IconListDetails size={24} />}
        title="No entries yet"
        explanation="Your own servers can note here what they did: an order was shipped, an import failed. Entries can be searched, and the members can be told of them by e-mail."
      />
      <CodeBlock
        label="Add an entry"
        text={`curl -X POST ${window.location.origin}/api/${region}/workspace/${workspaceId}/logs \\
  -H 'Authorization: Bearer YOUR_WORKSPACE_SECRET' \\
  -H 'Content-Type: application/json' \\
  -d '{"type": "order.shipped", "content": "Order 1204 was shipped."}'`}
      />
    </Stack>
  )
}
