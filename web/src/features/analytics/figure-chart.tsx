import { Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { type FigureDefinition, type FigureId, figures } from '@parley/contracts/analytics/figures.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FailedList } from '../../design/states.tsx'
import { type ChartPoint, TimeChart } from '../../design/time-chart.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { dayName, written } from './figure-words.ts'
import { type Days, seriesQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The chosen figure over time, its definition printed below its name; a click on a day shows that day. */
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
  const series = useQuery({
    ...seriesQuery(props.place, props.days, figure),
    placeholderData: (former) => (former?.figure === figure ? former : undefined),
  })
  const byDay = series.data?.step === 'day'
  return (
    <Card component="section" aria-label={`${definition.label} over time`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <div>
          <Title order={2} size="h3">
            {definition.label}
          </Title>
          <Text c="dimmed" maw={720}>
            {definition.counted}
          </Text>
        </div>
        {definition.behind && (
          <Button
            variant="default"
            flex="none"
            visibleFrom="sm"
            leftSection={<IconListSearch size={16} />}
            onClick={() => props.onBehind(figure)}
          >
            What stands behind it
          </Button>
        )}
      </Group>
      {series.isPending && <Skeleton height={268} radius="md" />}
      {series.isError && !series.data && (
        <FailedList
          title="The chart could not be loaded"
          error={series.error}
          onRetry={() => series.refetch()}
        />
      )}
      {series.data && (
        <TimeChart
          points={series.data.points.map((point) => pointOf(point, byDay))}
          kind={unit === 'count' || figure === 'credits' ? 'bars' : 'line'}
          caption={`${definition.label} by ${series.data.step}`}
          written={(value) => written(unit, value)}
          whole={unit === 'count'}
          most={unit === 'share' ? 1 : undefined}
          compared
          empty="Nothing in this time yet."
          onPick={
            byDay
              ? (day) =>
                  void navigate({ search: (former) => ({ ...former, from: day, to: day, days: undefined }) })
              : undefined
          }
        />
      )}
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
