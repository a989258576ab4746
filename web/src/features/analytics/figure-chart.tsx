import { Button, Card, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { type FigureDefinition, type FigureId, figures } from '@parley/contracts/analytics/figures.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { dayName } from '../../design/days.ts'
import { FailedList } from '../../design/states.tsx'
import { type ChartPoint, TimeChart } from '../../design/time-chart.tsx'
import { TimeTable } from '../../design/time-table.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import styles from './analytics.module.css'
import { behindWords, written } from './figure-words.ts'
import { type Days, seriesQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The selected figure over time, with its full definition. A click on a day shows the items of that day. */
export function FigureChart(props: {
  place: AgentPlace
  days: Days
  figure: FigureId
  onBehind: (figure: FigureId) => void
}) {
  const { figure } = props
  const definition: FigureDefinition = figures[figure]
  const { unit } = definition
  const navigate = route.useNavigate()
  const { table = false } = route.useSearch()
  const series = useQuery({
    ...seriesQuery(props.place, props.days, figure),
    placeholderData: (former) => (former?.figure === figure ? former : undefined),
  })
  const byDay = series.data?.step === 'day'
  const points = series.data?.points.map((point) => pointOf(point, byDay)) ?? []
  const caption = `${definition.label} by ${series.data?.step ?? 'day'}`
  const inUnit = (value: number) => written(unit, value)
  const onPick = byDay
    ? (day: string) =>
        void navigate({ search: (former) => ({ ...former, from: day, to: day, days: undefined }) })
    : undefined
  return (
    <Card component="section" aria-label={`${definition.label} over time`}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div className={styles.definition}>
          <Title order={2} size="h3">
            {definition.label}
          </Title>
          <Text c="dimmed" maw={640}>
            {definition.counted}
          </Text>
        </div>
        <Group gap="xs">
          <SegmentedControl
            aria-label="Shown as"
            value={table ? 'table' : 'chart'}
            onChange={(view) =>
              void navigate({
                search: (former) => ({ ...former, table: view === 'table' || undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
          {definition.behind && (
            <Button
              variant="default"
              leftSection={<IconListSearch size={16} />}
              onClick={() => props.onBehind(figure)}
            >
              {behindWords[definition.behind]}
            </Button>
          )}
        </Group>
      </Group>
      {series.isPending && <Skeleton height={268} radius="md" />}
      {series.isError && !series.data && (
        <FailedList
          title="The chart could not be loaded"
          error={series.error}
          onRetry={() => series.refetch()}
        />
      )}
      {series.data &&
        (table ? (
          <TimeTable points={points} caption={caption} written={inUnit} compared onPick={onPick} />
        ) : (
          <TimeChart
            points={points}
            kind={unit === 'count' || figure === 'credits' ? 'bars' : 'line'}
            caption={caption}
            written={inUnit}
            whole={unit === 'count'}
            most={unit === 'share' ? 1 : undefined}
            compared
            empty="Nothing in this period yet."
            onPick={onPick}
          />
        ))}
    </Card>
  )
}

function pointOf(
  point: { at: string; day: string; value: number | null; before: number | null },
  byDay: boolean,
): ChartPoint {
  const { value, before } = point
  if (byDay)
    return {
      key: point.day,
      label: dayName(point.day, 'short'),
      name: dayName(point.day, 'long'),
      value,
      before,
    }
  const hour = new Date(point.at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return { key: point.at, label: hour, name: `${dayName(point.day, 'short')}, ${hour}`, value, before }
}
