import { Stack, Table, Text, Title } from '@mantine/core'
import type { LoadsRow } from '@parley/contracts/analytics/endpoints.ts'
import { figures, loadsBehindCounted } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { dayName } from '../../design/dates/days.ts'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { type LoadsPart, loadsParts, nameIn } from './behind-words.ts'
import { loadsQuery } from './queries.ts'
import type { AnalyticsSearch } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** Where and when the widget was loaded, with links to the conversations that followed. */
export function LoadsDrawer({ place, days }: { place: AgentPlace; days: DayRange }) {
  const navigate = route.useNavigate()
  const loads = useQuery(loadsQuery(place, days))
  const close = () =>
    void navigate({ search: (former) => ({ ...former, behind: undefined }), resetScroll: false })
  return (
    <FramedDrawer onClose={close} title={t(figures.loads.label)}>
      <Stack gap="lg">
        <Text c="dimmed">
          {t('{from} to {to}.', { from: dayName(days.from, 'short'), to: dayName(days.to, 'short') })}{' '}
          {t(figures.loads.counted)} {t(loadsBehindCounted)}
        </Text>
        {loads.isPending && <LoadingRows rows={6} height={56} />}
        {loads.isError && (
          <FailedList
            title={t('Widget loads could not be loaded')}
            error={loads.error}
            onRetry={() => loads.refetch()}
          />
        )}
        {loads.data?.days.length === 0 && <Text c="dimmed">{t('None in this period.')}</Text>}
        {loads.data &&
          loadsParts
            .filter(({ id }) => loads.data[id].length > 0)
            .map((part) => <Rows key={part.id} place={place} part={part} rows={loads.data[part.id]} />)}
      </Stack>
    </FramedDrawer>
  )
}

function Rows(props: { place: AgentPlace; part: LoadsPart; rows: readonly LoadsRow[] }) {
  const { rows } = props
  const { id, label, caption } = props.part
  const search = route.useSearch()
  const told = rows.some(({ conversations }) => conversations !== undefined)
  return (
    <div>
      <Title order={3} size="h4" mb={4}>
        {t(label)}
      </Title>
      <Table aria-label={t(caption)} className="tabular" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{id === 'days' ? t('Day') : t('Name')}</Table.Th>
            <Table.Th scope="col" ta="end" w={90}>
              {t('Loads')}
            </Table.Th>
            {told && (
              <Table.Th scope="col" ta="end" w={120}>
                {t('Conversations')}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                <bdi>{id === 'days' ? dayName(row.name, 'long') : nameIn(id, row.name)}</bdi>
              </Table.Th>
              <Table.Td ta="end">{count(row.loads)}</Table.Td>
              {told && (
                <Table.Td ta="end">
                  {row.conversations ? (
                    <AnchorLink
                      to="/app/$region/agents/$agentId/analytics"
                      params={props.place}
                      search={{ ...search, ...conversationsOf(id, row.name) }}
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
function conversationsOf(part: LoadsPart['id'], name: string): AnalyticsSearch {
  if (part !== 'days') return { behind: 'conversations', by: 'countries', name }
  return { behind: 'conversations', by: 'channels', name: 'web-chat', from: name, to: name, days: undefined }
}
