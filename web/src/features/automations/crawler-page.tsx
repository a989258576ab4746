import { Badge, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import type { CrawledWebsiteView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { IconWorldSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count, Moment } from '../../design/dates/moment.tsx'
import { SearchField } from '../../design/fields/search-field.tsx'
import { AnchorLink, ButtonLink } from '../../design/links.tsx'
import { FilterSheet } from '../../design/lists/filter-sheet.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Page } from '../../design/pages/page.tsx'
import { AgentFilter } from '../../shell/agent/agent-filter.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './automations.module.css'
import { CrawlMenu } from './crawl-menu.tsx'
import { changesWords, rateNames, stateColors, stateNames } from './crawl-words.ts'
import { websitesQuery } from './queries.ts'
import { type CrawlerSearch, stateFilters } from './search.ts'

const route = getRouteApi('/app/$region/automations')

function useSet() {
  const navigate = route.useNavigate()
  return (given: CrawlerSearch) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
}

/** The websites that all agents of the workspace read. */
export function CrawlerPage() {
  const workspace = useWorkspace()
  const search = route.useSearch()
  const set = useSet()
  const websites = useInfiniteQuery(websitesQuery(workspace, search))
  const items = websites.data?.pages.flatMap((page) => page.items)
  const narrowed = Boolean(search.q || search.agent || search.state)
  const none = items?.length === 0 && !websites.hasNextPage
  return (
    <Page
      wide
      title="Crawler"
      purpose="The websites that your agents read: when each is read again, what changed, and what could not be read."
    >
      <Stack gap="md">
        {(narrowed || !none) && <Filters />}
        {websites.isPending && <LoadingRows rows={5} height={60} />}
        {websites.isError && !items && (
          <FailedList
            title="The websites could not be loaded"
            error={websites.error}
            onRetry={() => websites.refetch()}
          />
        )}
        {none && !narrowed && (
          <EmptyList
            icon={<IconWorldSearch size={24} />}
            title="No websites yet"
            explanation="Add a website to the knowledge base of an agent. It is then read again on a schedule, and each run shows here what changed."
            action={
              <ButtonLink to="/app/$region/agents" params={{ region: workspace.region }}>
                Choose an agent
              </ButtonLink>
            }
          />
        )}
        {none && narrowed && (
          <EmptyList
            icon={<IconWorldSearch size={24} />}
            title="No websites found"
            explanation="No website matches the search and filters."
            action={
              <Button
                variant="default"
                onClick={() => set({ q: undefined, agent: undefined, state: undefined })}
              >
                Clear search and filters
              </Button>
            }
          />
        )}
        {items && items.length > 0 && <WebsiteTable websites={items} />}
        {websites.hasNextPage && (
          <MoreWhenSeen loading={websites.isFetchingNextPage} onMore={websites.fetchNextPage} />
        )}
      </Stack>
    </Page>
  )
}

function Filters() {
  const search = route.useSearch()
  const set = useSet()
  return (
    <Group gap="sm">
      <SearchField
        label="Search websites"
        placeholder="Search names and addresses"
        className={styles.search ?? ''}
        value={search.q}
        onSearch={(q) => set({ q })}
      />
      <FilterSheet className={styles.filters ?? ''} active={(search.agent ? 1 : 0) + (search.state ? 1 : 0)}>
        <AgentFilter workspace={useWorkspace()} value={search.agent} onChange={(agent) => set({ agent })} />
        <Select
          aria-label="State"
          placeholder="All states"
          clearable
          clearButtonProps={{ 'aria-label': 'All states' }}
          value={search.state ?? null}
          onChange={(state) => set({ state: stateFilters.find((one) => one === state) })}
          data={stateFilters.map((value) => ({ value, label: stateNames[value] }))}
        />
      </FilterSheet>
    </Group>
  )
}

function WebsiteTable({ websites }: { websites: CrawledWebsiteView[] }) {
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          <Table.Th>Website</Table.Th>
          <Table.Th data-agent>Agent</Table.Th>
          <Table.Th data-schedule>Schedule</Table.Th>
          <Table.Th data-last>Last run</Table.Th>
          <Table.Th data-next>Next run</Table.Th>
          <Table.Th data-pages>Pages</Table.Th>
          <Table.Th data-state>State</Table.Th>
          <Table.Th data-menu aria-label="Actions" />
        </>
      }
    >
      {websites.map((website) => (
        <WebsiteRow key={website.sourceId} website={website} />
      ))}
    </ListTable>
  )
}

function WebsiteRow({ website }: { website: CrawledWebsiteView }) {
  const { region } = useWorkspace()
  const { sourceId, agentId, agent, name, url, refreshRate, state, nextRunAt, pages, failedPages, lastRun } =
    website
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <AnchorLink
          to="/app/$region/automations/$agent/$sourceId"
          params={{ region, agent: agentId, sourceId }}
          fw={600}
          underline="hover"
          c="var(--mantine-color-text)"
        >
          <bdi>{name}</bdi>
        </AnchorLink>
        <Text size="sm" c="dimmed" className={styles.cut} title={url} visibleFrom="sm">
          {url}
        </Text>
      </Table.Td>
      <Table.Td data-agent>
        <bdi>{agent}</bdi>
      </Table.Td>
      <Table.Td data-schedule>{rateNames[refreshRate]}</Table.Td>
      <Table.Td data-cell="line">
        {lastRun ? (
          <>
            <Text component="span" inherit c="dimmed" visibleFrom="sm">
              <Moment at={lastRun.endedAt ?? lastRun.startedAt} />
            </Text>
            <Text
              size="sm"
              c={lastRun.outcome === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
              title={lastRun.fault}
            >
              {changesWords(lastRun)}
            </Text>
          </>
        ) : (
          <Text component="span" inherit c="dimmed">
            Not read yet
          </Text>
        )}
      </Table.Td>
      <Table.Td className={styles.nowrap}>
        {nextRunAt ? (
          <Moment at={nextRunAt} />
        ) : (
          <Text component="span" inherit c="dimmed">
            –
          </Text>
        )}
      </Table.Td>
      <Table.Td data-cell="end" className="tabular">
        {count(pages)}
        <Text component="span" inherit hiddenFrom="sm">
          {pages === 1 ? ' page' : ' pages'}
        </Text>
        {failedPages > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            {count(failedPages)} not read
          </Text>
        )}
      </Table.Td>
      <Table.Td data-cell="aside">
        <Badge variant="light" color={stateColors[state]}>
          {stateNames[state]}
        </Badge>
      </Table.Td>
      <Table.Td>
        <CrawlMenu website={website} />
      </Table.Td>
    </Table.Tr>
  )
}
