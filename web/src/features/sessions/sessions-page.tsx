import { Badge, Button, Group, Stack, Table, Title } from '@mantine/core'
import type { VisitView } from '@parley/contracts/conversation/visit-endpoints.ts'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DateRange } from '../../design/dates/date-range.tsx'
import { Moment } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { FilterSheet } from '../../design/lists/filter-sheet.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { browserName } from '../../design/words/browser-name.ts'
import { AgentFilter } from '../../shell/agent/agent-filter.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { LiveVisits } from './live-visits.tsx'
import { pastQuery } from './queries.ts'
import type { SessionsSearch } from './search.ts'
import styles from './sessions.module.css'
import { durationWords, outcomeColors, outcomeNames } from './visit-words.ts'
import { PageOf, VisitorCell } from './visitor-cell.tsx'

const route = getRouteApi('/app/$region/sessions')

function useSet() {
  const navigate = route.useNavigate()
  return (given: SessionsSearch) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
}

/** Who is on the websites of all agents now, and who was. */
export function SessionsPage() {
  const search = route.useSearch()
  const set = useSet()
  const visits = useInfiniteQuery(pastQuery(useWorkspace(), search))
  const items = visits.data?.pages.flatMap((page) => page.items)
  const narrowed = Boolean(search.q || search.agent || search.from || search.to)
  const none = items?.length === 0 && !visits.hasNextPage
  return (
    <Page
      wide
      title="Sessions"
      purpose="Visitors of the websites that your agents are on: who is there now, and what came of each visit."
    >
      <Stack gap="md">
        <Title order={2} size="h3">
          Now
        </Title>
        <LiveVisits agent={search.agent} />
        <Title order={2} size="h3" mt="md">
          Past visits
        </Title>
        {(narrowed || !none) && <Filters />}
        {visits.isPending && <LoadingRows rows={5} height={60} />}
        {visits.isError && !items && (
          <FailedList
            title="The visits could not be loaded"
            error={visits.error}
            onRetry={() => visits.refetch()}
          />
        )}
        {none && !narrowed && (
          <EmptyList
            icon={<IconUsers size={24} />}
            title="No visits yet"
            explanation="A visit is kept from when a visitor opens the chat, for as long as its conversation is kept. Agents that do not record chats have none."
          />
        )}
        {none && narrowed && (
          <EmptyList
            icon={<IconUsers size={24} />}
            title="No visits found"
            explanation="No visit matches the search and filters."
            action={
              <Button
                variant="default"
                onClick={() => set({ q: undefined, agent: undefined, from: undefined, to: undefined })}
              >
                Clear search and filters
              </Button>
            }
          />
        )}
        {items && items.length > 0 && <PastTable visits={items} />}
        {visits.hasNextPage && (
          <MoreWhenSeen loading={visits.isFetchingNextPage} onMore={visits.fetchNextPage} />
        )}
      </Stack>
    </Page>
  )
}

function Filters() {
  const onPhone = useOnPhone()
  const search = route.useSearch()
  const set = useSet()
  return (
    <Group gap="sm">
      <SearchField
        label="Search visits"
        placeholder="Search visitors and pages"
        className={styles.search ?? ''}
        value={search.q}
        onSearch={(q) => set({ q })}
      />
      <FilterSheet
        className={styles.filters ?? ''}
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
    </Group>
  )
}

function PastTable({ visits }: { visits: VisitView[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>Visitor</Table.Th>
          <Table.Th data-agent>Agent</Table.Th>
          <Table.Th data-page>Last page</Table.Th>
          <Table.Th data-device>Device</Table.Th>
          <Table.Th data-time>Started</Table.Th>
          <Table.Th data-time>Ended</Table.Th>
          <Table.Th data-short>Took</Table.Th>
          <Table.Th data-short>Pages</Table.Th>
          <Table.Th data-state>Outcome</Table.Th>
        </>
      }
    >
      {visits.map((visit) => (
        <PastRow key={visit.conversationId} visit={visit} />
      ))}
    </ListTable>
  )
}

function PastRow({ visit }: { visit: VisitView }) {
  const { agent, browser, startedAt, lastAt, pages, outcome } = visit
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <VisitorCell visit={visit} />
      </Table.Td>
      <Table.Td data-agent>
        <bdi>{agent}</bdi>
      </Table.Td>
      <Table.Td data-cell="line">
        <PageOf visit={visit} />
      </Table.Td>
      <Table.Td data-device>{browserName(browser)}</Table.Td>
      <Table.Td>
        <Moment at={startedAt} />
      </Table.Td>
      <Table.Td data-cell="end">
        <Moment at={lastAt} />
      </Table.Td>
      <Table.Td className="tabular">{durationWords(startedAt, lastAt)}</Table.Td>
      <Table.Td className="tabular">{pages}</Table.Td>
      <Table.Td data-cell="aside">
        <Badge variant="light" color={outcomeColors[outcome]}>
          {outcomeNames[outcome]}
        </Badge>
      </Table.Td>
    </Table.Tr>
  )
}
