import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { homeSorts } from '@parley/contracts/agency/home.ts'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lengthOf } from '../../../design/dates/day-ranges.ts'
import { count } from '../../../design/dates/moment.tsx'
import { RangeChoice } from '../../../design/dates/range-choice.tsx'
import { rangeOf } from '../../../design/dates/range-search.ts'
import { SearchField } from '../../../design/fields/search-field.tsx'
import { MoreWhenSeen } from '../../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList } from '../../../design/notices/states.tsx'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import styles from '../clients.module.css'
import { attentionQuery, healthQuery } from '../queries.ts'
import type { ClientsSearch } from '../search.ts'
import { Attention } from './attention.tsx'
import { HealthTable, heads } from './health-table.tsx'

const route = getRouteApi('/app/$region/clients')

type Health = ReturnType<typeof useHealth>

function useHealth() {
  const query = healthQuery(useWorkspace(), route.useSearch())
  return useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
}

/** In place of the heads of columns, which phones do not show. */
const sorts = homeSorts.map((value) => ({
  value,
  label: value === 'attention' ? 'Needs attention' : heads[value],
}))

/** The home of an agency: what needs attention, and how each organization does. */
export function AgencyHome() {
  const health = useHealth()
  // What is below it waits for it, since nobody knows its height before.
  const { isFetched } = useQuery(attentionQuery(useWorkspace()))
  const none = health.data?.pages[0]?.total === 0
  return (
    <Stack gap="lg">
      <Attention onlyIfAny={isFetched && none} />
      {isFetched && (none ? <NoOrganisations /> : <Organisations health={health} />)}
    </Stack>
  )
}

function Organisations({ health }: { health: Health }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const items = health.data?.pages.flatMap((page) => page.items)
  const { from, to } = rangeOf(search)
  const days = lengthOf(from, to)
  const set = (given: ClientsSearch) =>
    void navigate({ search: (former) => ({ ...former, ...given }), replace: true, resetScroll: false })
  return (
    <section aria-labelledby="organizations-health">
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <div>
          <Title order={2} size="h3" id="organizations-health">
            Organizations
          </Title>
          <Text c="dimmed" size="sm">
            Compared with {days === 1 ? 'the day' : `the ${count(days)} days`} before.
          </Text>
        </div>
        <RangeChoice search={search} shown={health.data?.pages[0]} onChange={set} />
      </Group>
      <Stack gap="md">
        <Group gap="sm">
          <SearchField
            label="Search organizations"
            placeholder="Search by name"
            className={styles.search}
            value={search.q}
            onSearch={(q) => set({ q })}
          />
          <Select
            hiddenFrom="sm"
            aria-label="Sort"
            allowDeselect={false}
            w={168}
            data={sorts}
            value={search.homeSort ?? 'attention'}
            onChange={(value) =>
              set({ homeSort: homeSorts.find((sort) => sort === value), homeUp: undefined })
            }
          />
        </Group>
        {health.isError && !items ? (
          <FailedList
            title="The organizations could not be loaded"
            error={health.error}
            onRetry={() => health.refetch()}
          />
        ) : items?.length === 0 ? (
          <EmptyList
            icon={<IconBuildingCommunity size={24} />}
            title="No organizations found"
            explanation="No organizations match the search."
            action={
              <Button variant="default" onClick={() => set({ q: undefined })}>
                Clear search
              </Button>
            }
          />
        ) : (
          <HealthTable organisations={items} old={health.isPlaceholderData} />
        )}
        {health.hasNextPage && (
          <MoreWhenSeen loading={health.isFetchingNextPage} onMore={health.fetchNextPage} />
        )}
      </Stack>
      <Text c="dimmed" size="xs" maw={720} mt="md">
        The figures of an organization are those of its agents and of the agents of its clients; an agent of
        two organizations counts in both. Conversations of the test panel are never counted. Days are those of
        your time zone.
      </Text>
    </section>
  )
}

function NoOrganisations() {
  return (
    <EmptyList
      icon={<IconBuildingCommunity size={24} />}
      title="No organizations yet"
      explanation="With your first organization, this page shows how its agents do and what needs your attention."
    />
  )
}
