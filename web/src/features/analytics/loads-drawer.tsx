import { Stack, Table, Text, Title } from '@mantine/core'
import type { LoadsRow } from '@parley/contracts/analytics/endpoints.ts'
import { figures, loadsBehindCounted } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DayRange } from '../../design/day-ranges.ts'
import { dayName } from '../../design/days.ts'
import { FramedDrawer } from '../../design/framed-drawer.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { count } from '../../design/moment.tsx'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { nameIn } from './behind-words.ts'
import { loadsQuery } from './queries.ts'
import type { AnalyticsSearch } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

const parts = [
  { id: 'websites', label: 'Websites' },
  { id: 'countries', label: 'Countries' },
  { id: 'browsers', label: 'Browsers' },
  { id: 'platforms', label: 'Platforms' },
  { id: 'days', label: 'Days' },
] as const
type Part = (typeof parts)[number]['id']

/** Where and when the widget was loaded, with links to the conversations that followed. */
export function LoadsDrawer({ place, days }: { place: AgentPlace; days: DayRange }) {
  const navigate = route.useNavigate()
  const loads = useQuery(loadsQuery(place, days))
  const close = () =>
    void navigate({ search: (former) => ({ ...former, behind: undefined }), resetScroll: false })
  return (
    <FramedDrawer onClose={close} title={figures.loads.label}>
      <Stack gap="lg">
        <Text c="dimmed">
          {dayName(days.from, 'short')} to {dayName(days.to, 'short')}. {figures.loads.counted}{' '}
          {loadsBehindCounted}
        </Text>
        {loads.isPending && <LoadingRows rows={6} height={56} />}
        {loads.isError && (
          <FailedList
            title="Widget loads could not be loaded"
            error={loads.error}
            onRetry={() => loads.refetch()}
          />
        )}
        {loads.data?.days.length === 0 && <Text c="dimmed">None in this period.</Text>}
        {loads.data &&
          parts
            .filter(({ id }) => loads.data[id].length > 0)
            .map(({ id, label }) => (
              <Rows key={id} place={place} part={id} label={label} rows={loads.data[id]} />
            ))}
      </Stack>
    </FramedDrawer>
  )
}

function Rows(props: { place: AgentPlace; part: Part; label: string; rows: readonly LoadsRow[] }) {
  const { part, label, rows } = props
  const search = route.useSearch()
  const told = rows.some(({ conversations }) => conversations !== undefined)
  return (
    <div>
      <Title order={3} size="h4" mb={4}>
        {label}
      </Title>
      <Table aria-label={`Loads by ${label.toLowerCase()}`} className="tabular" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{part === 'days' ? 'Day' : 'Name'}</Table.Th>
            <Table.Th scope="col" ta="right" w={90}>
              Loads
            </Table.Th>
            {told && (
              <Table.Th scope="col" ta="right" w={120}>
                Conversations
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                {part === 'days' ? dayName(row.name, 'long') : nameIn(part, row.name)}
              </Table.Th>
              <Table.Td ta="right">{count(row.loads)}</Table.Td>
              {told && (
                <Table.Td ta="right">
                  {row.conversations ? (
                    <AnchorLink
                      to="/app/$region/agents/$agentId/analytics"
                      params={props.place}
                      search={{ ...search, ...conversationsOf(part, row.name) }}
                    >
                      {count(row.conversations)}
                    </AnchorLink>
                  ) : (
                    0
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Links a day to its web-chat conversations only, because no other channel loads the widget. */
function conversationsOf(part: Part, name: string): AnalyticsSearch {
  if (part !== 'days') return { behind: 'conversations', by: 'countries', name }
  return { behind: 'conversations', by: 'channels', name: 'web-chat', from: name, to: name, days: undefined }
}
