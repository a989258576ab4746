import { Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { changeOf, withUnit, written } from '@parley/contracts/analytics/figure-words.ts'
import type { UsageView } from '@parley/contracts/credits/endpoints.ts'
import { type UsageChartKey, usageCharts } from '@parley/contracts/credits/usage.ts'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { captionBy, periodName } from '../../design/charts/chart-periods.ts'
import { PieChart, type PiePart } from '../../design/charts/pie-chart.tsx'
import { type ChartPoint, TimeChart } from '../../design/charts/time-chart.tsx'
import { TimeTable } from '../../design/charts/time-table.tsx'
import { type DayRange, lengthOf } from '../../design/dates/day-ranges.ts'
import { count } from '../../design/dates/moment.tsx'
import { HelpTip } from '../../design/fields/help-tip.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { usdOf } from '../../design/words/usd.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './metrics.module.css'
import { agentParts, agentSeries, featureParts, modelSeries } from './usage-parts.ts'

const route = getRouteApi('/app/$region/metrics')
const credits = (value: number) => written('credits', value)
/** Of axes, where there is little room. */
const short = (value: number) =>
  value.toLocaleString(undefined, { notation: 'compact', maximumFractionDigits: 1 })

/** The five charts of the usage; as high while it loads. */
export function UsageCharts({ days, usage }: { days: DayRange; usage: UsageView | undefined }) {
  return (
    <div className={styles.charts}>
      <UsageCard
        chart="credits-usage-global"
        figure={usage ? <Total days={days} usage={usage} /> : null}
        wide
      >
        {usage && (
          <Series chart="credits-usage-global" usage={usage} pointOf={({ credits }) => credits} compared />
        )}
      </UsageCard>
      <UsageCard chart="usage-across-features">
        {usage && (
          <Pie chart="usage-across-features" name="Feature" usage={usage} parts={featureParts(usage)} />
        )}
      </UsageCard>
      <UsageCard chart="usage-across-agents">{usage && <AgentsPie days={days} usage={usage} />}</UsageCard>
      <UsageCard chart="llm-tokens-usage" parts>
        {usage && (
          <Series
            chart="llm-tokens-usage"
            usage={usage}
            pointOf={({ models }) => sum(models)}
            parts={modelSeries(usage)}
            partsOf={({ models }) => models}
            summary={`${count(usage.tokens.input)} read · ${count(usage.tokens.output)} written`}
            write={short}
          />
        )}
      </UsageCard>
      <UsageCard chart="credits-usage-agents" parts>
        {usage && (
          <Series
            chart="credits-usage-agents"
            usage={usage}
            pointOf={({ credits }) => credits}
            parts={agentSeries(usage)}
            partsOf={({ agents }) => agents}
            summary={`${count(usage.agents.length)} ${usage.agents.length === 1 ? 'agent' : 'agents'}`}
          />
        )}
      </UsageCard>
    </div>
  )
}

const sum = (values: readonly number[]) => values.reduce((whole, value) => whole + value, 0)

/** A chart with its name, definition and a figure that sums it up. Without `children`, it loads. */
function UsageCard(props: {
  chart: UsageChartKey
  figure?: ReactNode
  wide?: boolean
  /** Whether the chart has a legend of its parts. */
  parts?: boolean
  children: ReactNode
}) {
  const { label, brief, counted, type } = usageCharts[props.chart]
  return (
    <Card
      component="section"
      aria-label={label}
      className={styles.chart}
      data-wide={props.wide || undefined}
      data-chart={props.chart}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Title order={2} size="h3">
            {label}
          </Title>
          <Text c="dimmed" size="sm">
            {brief}
          </Text>
        </div>
        <HelpTip of={label} text={counted} />
      </Group>
      {props.figure !== undefined && <div className={styles.figure}>{props.figure}</div>}
      <div className={styles.body} data-type={type} data-parts={props.parts}>
        {props.children ?? <Skeleton height="100%" radius="md" />}
      </div>
    </Card>
  )
}

/** The credits of the period, in US dollars too, and how they changed. */
function Total({ days, usage }: { days: DayRange; usage: UsageView }) {
  const { value, before } = usage.credits
  const length = lengthOf(days.from, days.to)
  const former = length === 1 ? 'the day before' : `the ${count(length)} days before`
  const change = changeOf({ unit: 'credits', label: '', brief: '', counted: '' }, { value, before })
  const words = before === 0 ? `none in ${former}` : change && `${change.text} compared with ${former}`
  return (
    <Group gap="xs" align="baseline">
      <Text component="strong" fz={24} fw={700} lh="32px" className="tabular">
        {withUnit('credits', value)}
      </Text>
      <Text c="dimmed" className="tabular">
        {[usdOf(value), words].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  )
}

function AgentsPie({ days, usage }: { days: DayRange; usage: UsageView }) {
  const { region } = useWorkspace()
  const may = useMay()
  const known = new Set(usage.agents.flatMap(({ agentId, title }) => (title === undefined ? [] : [agentId])))
  const parts = agentParts(usage).map((part) =>
    may('analytics.read') && known.has(part.key)
      ? {
          ...part,
          name: (
            <AnchorLink
              to="/app/$region/agents/$agentId/analytics"
              params={{ region, agentId: part.key }}
              search={{ ...days, group: 'cost' }}
              c="var(--mantine-color-text)"
              underline="hover"
            >
              {part.label}
            </AnchorLink>
          ),
        }
      : part,
  )
  return <Pie chart="usage-across-agents" name="Agent" usage={usage} parts={parts} />
}

function Pie(props: { chart: UsageChartKey; name: string; usage: UsageView; parts: readonly PiePart[] }) {
  if (props.parts.length === 0) return <Nothing />
  return (
    <PieChart
      parts={props.parts}
      caption={usageCharts[props.chart].label}
      heads={[props.name, 'Credits']}
      total={short(props.usage.credits.value)}
      written={credits}
    />
  )
}

function Nothing() {
  return (
    <Text c="dimmed" className={styles.nothing}>
      No data in this period.
    </Text>
  )
}

type Point = UsageView['points'][number]

/** A chart over time or its table. A click on a day or week shows that one. */
function Series(props: {
  chart: UsageChartKey
  usage: UsageView
  pointOf: (point: Point) => number
  compared?: boolean
  parts?: readonly string[]
  partsOf?: (point: Point) => readonly number[]
  /** In place of the legend while no point is shown. */
  summary?: string
  write?: (value: number) => string
}) {
  const { chart, usage, pointOf, compared = false, parts, partsOf } = props
  const navigate = route.useNavigate()
  const { table = false } = route.useSearch()
  const { label, type } = usageCharts[chart]
  const points: ChartPoint[] = usage.points.map((point) => ({
    ...periodName(point, usage.step),
    value: pointOf(point),
    before: point.before,
    ...(partsOf && { parts: partsOf(point) }),
  }))
  const last = new Map(usage.points.map(({ day, to }) => [day, to]))
  const onPick =
    usage.step === 'hour'
      ? undefined
      : (from: string) =>
          void navigate({
            search: (former) => ({ ...former, from, to: last.get(from) ?? from, days: undefined }),
            resetScroll: false,
          })
  const shared = { points, caption: captionBy(label, usage.step), compared, parts, onPick }
  if (table) return <TimeTable {...shared} written={chart === 'llm-tokens-usage' ? count : credits} />
  return (
    <TimeChart
      {...shared}
      kind={type === 'line' ? 'line' : 'bars'}
      written={props.write ?? credits}
      summary={props.summary}
      whole={false}
      empty="No data in this period."
    />
  )
}
