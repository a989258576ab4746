import { Skeleton } from '@mantine/core'
import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { written } from '@parley/contracts/analytics/figure-words.ts'
import { type FigureDefinition, figures } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { captionBy, periodName } from '../../design/charts/chart-periods.ts'
import { TimeChart } from '../../design/charts/time-chart.tsx'
import { TimeTable } from '../../design/charts/time-table.tsx'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { locale, t } from '../../design/language.ts'
import { FailedList } from '../../design/notices/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { seriesQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

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
        title={t('The chart could not be loaded')}
        error={series.error}
        onRetry={() => series.refetch()}
      />
    )
  const { step } = series.data
  const points = series.data.points.map((point) => ({ ...periodName(point, step), ...point }))
  const last = new Map(series.data.points.map(({ day, to }) => [day, to]))
  const caption = captionBy(t(label), step)
  const inUnit = (value: number) => written(unit, value, locale)
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
      empty={t('No data in this period.')}
      onPick={onPick}
    />
  )
}
