import { SegmentedControl, Skeleton } from '@mantine/core'
import { type FigureDefinition, type FigureId, figures } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DayRange } from '../../design/day-ranges.ts'
import { dayName } from '../../design/days.ts'
import { FailedList } from '../../design/states.tsx'
import { type ChartPoint, TimeChart } from '../../design/time-chart.tsx'
import { TimeTable } from '../../design/time-table.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { written } from './figure-words.ts'
import { seriesQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

type Step = 'hour' | 'day' | 'week'
const stepNames: Record<Step, string> = { hour: 'hour', day: 'day', week: '7 days' }

/** A figure over time, as a chart or a table. A click on a day or week shows that one. */
export function FigureChart(props: { place: AgentPlace; days: DayRange; figure: FigureId }) {
  const { figure } = props
  const { unit, label }: FigureDefinition = figures[figure]
  const navigate = route.useNavigate()
  const { table = false } = route.useSearch()
  const series = useQuery({
    ...seriesQuery(props.place, props.days, figure),
    placeholderData: (former) => (former?.figure === figure ? former : undefined),
  })
  if (series.isPending) return <Skeleton height={268} radius="md" />
  if (series.isError && !series.data)
    return (
      <FailedList
        title="The chart could not be loaded"
        error={series.error}
        onRetry={() => series.refetch()}
      />
    )
  const { step } = series.data
  const points = series.data.points.map((point) => pointOf(point, step))
  const last = new Map(series.data.points.map(({ day, to }) => [day, to]))
  const caption = `${label} by ${stepNames[step]}`
  const inUnit = (value: number) => written(unit, value)
  const onPick =
    step === 'hour'
      ? undefined
      : (from: string) =>
          void navigate({
            search: (former) => ({ ...former, from, to: last.get(from) ?? from, days: undefined }),
            resetScroll: false,
          })
  if (table) return <TimeTable points={points} caption={caption} written={inUnit} compared onPick={onPick} />
  return (
    <TimeChart
      points={points}
      kind={unit === 'count' || figure === 'credits' ? 'bars' : 'line'}
      caption={caption}
      written={inUnit}
      whole={unit === 'count'}
      most={unit === 'share' ? 1 : undefined}
      compared
      empty="No data in this period."
      onPick={onPick}
    />
  )
}

/** Whether the series of the page are shown as charts or as tables. */
export function ChartOrTable() {
  const navigate = route.useNavigate()
  const { table = false } = route.useSearch()
  return (
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
  )
}

function pointOf(
  point: { at: string; day: string; to: string; value: number | null; before: number | null },
  step: Step,
): ChartPoint {
  const { value, before, day, to } = point
  if (step !== 'hour') {
    const name = day === to ? dayName(day, 'long') : `${dayName(day, 'short')} – ${dayName(to, 'short')}`
    return { key: day, label: dayName(day, 'short'), name, value, before }
  }
  const hour = new Date(point.at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return { key: point.at, label: hour, name: `${dayName(day, 'short')}, ${hour}`, value, before }
}
