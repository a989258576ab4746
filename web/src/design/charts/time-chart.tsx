import { Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../language.ts'
import { axisOf } from './chart-scale.ts'
import styles from './time-chart.module.css'

export type ChartPoint = {
  key: string
  /** `label` is short, below the axis; `name` is long, where there is room. */
  label: string
  name: string
  value: number | null
  before: number | null
  /** What `value` consists of, in the order of the chart's parts. */
  parts?: readonly number[]
}

/**
 * A figure over time beside the previous period. Use `bars` for sums, and `line` for shares and durations, which have
 * gaps where there is no data. With `parts`, at most six, each bar consists of them. The arrow keys move between the points, and each
 * point is announced. Time runs from left to right in every language. `TimeTable` shows the same data as a table.
 */
export function TimeChart(props: {
  points: readonly ChartPoint[]
  kind: 'bars' | 'line'
  caption: string
  written: (value: number) => string
  /** Whether the ticks of the axis are whole numbers. */
  whole?: boolean
  /** Largest possible value, such as 1 for shares. */
  most?: number
  compared: boolean
  /** The names of the parts of each bar. */
  parts?: readonly string[]
  /** Shown instead of the legend while no point is active. */
  summary?: string
  empty: string
  onPick?: (key: string) => void
}) {
  const { points, kind, written, compared, parts, onPick } = props
  const [pointed, setPointed] = useState<number>()
  const values = points.flatMap(({ value, before }) => (compared ? [value, before] : [value]))
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  const { top, ticks } = props.most
    ? { top: props.most, ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => part * (props.most ?? 1)) }
    : highest === 0
      ? { top: 1, ticks: [0] }
      : axisOf(highest, { whole: props.whole ?? true })
  const nothing = points.every(({ value }) => value === null || (kind === 'bars' && value === 0))
  const labelEvery = Math.max(1, Math.ceil(points.length / 8))
  const shown = pointed === undefined ? undefined : points[pointed]

  const told = ({ name, value, before }: ChartPoint) => [
    name,
    value === null ? t('nothing') : written(value),
    ...(compared
      ? [t('previous period: {value}', { value: before === null ? t('nothing') : written(before) })]
      : []),
  ]
  const spokenParts = (point: ChartPoint) =>
    (parts ?? []).flatMap((part, nth) => {
      const value = point.parts?.[nth] ?? 0
      return value === 0 ? [] : [`${part}: ${written(value)}`]
    })
  const walk = (event: KeyboardEvent) => {
    const last = points.length - 1
    const from = pointed ?? last
    const steps: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }
    const to = steps[event.key]
    if (to !== undefined) setPointed(Math.min(last, Math.max(0, to)))
    else if (event.key === 'Enter' && shown) onPick?.(shown.key)
    else return
    event.preventDefault()
  }
  const spoken = shown ?? points.at(-1)

  return (
    <div>
      <Text className={styles.pointed} c="dimmed" aria-hidden>
        {shown ? (
          <Pointed words={told(shown)} />
        ) : (
          (props.summary ?? ((compared || !parts) && <Legend compared={compared} />))
        )}
      </Text>
      <div className={styles.chart} dir="ltr">
        <div className={styles.axis} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} dir="auto" style={{ bottom: `${(tick / top) * 100}%` }}>
              {written(tick)}
            </span>
          ))}
        </div>
        <div
          className={styles.plot}
          role="slider"
          tabIndex={0}
          aria-label={props.caption}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(pointed ?? points.length - 1) + 1}
          aria-valuetext={spoken && [...told(spoken), ...spokenParts(spoken)].join(', ')}
          onKeyDown={walk}
          onFocus={(event) =>
            event.currentTarget.matches(':focus-visible') && setPointed(pointed ?? points.length - 1)
          }
          onBlur={() => setPointed(undefined)}
          onMouseLeave={() => setPointed(undefined)}
        >
          {ticks.map((tick) => (
            <i key={tick} className={styles.grid} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {nothing && (
            <Text className={styles.nothing} c="dimmed" dir="auto">
              {props.empty}
            </Text>
          )}
          {(compared || kind === 'line') && (
            <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              {compared && <Line points={points} of="before" top={top} className={styles.before} />}
              {kind === 'line' && <Line points={points} of="value" top={top} className={styles.present} />}
            </svg>
          )}
          {points.map((point, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: Enter on the chart does the same as a click
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the chart does the same as a click
            <div
              key={point.key}
              className={styles.column}
              data-pick={onPick ? true : undefined}
              data-pointed={index === pointed || undefined}
              onMouseEnter={() => setPointed(index)}
              onClick={() => onPick?.(point.key)}
            >
              {kind === 'bars' && (
                <i className={styles.bar} style={{ height: `${((point.value ?? 0) / top) * 100}%` }}>
                  {parts?.map((part, nth) => {
                    const value = point.parts?.[nth] ?? 0
                    const style = { flexGrow: value, background: chartColour(nth) }
                    return value > 0 && <i key={part} className={styles.part} style={style} />
                  })}
                </i>
              )}
              {kind === 'line' && point.value !== null && (
                <i className={styles.dot} style={{ bottom: `${(point.value / top) * 100}%` }} />
              )}
              {index % labelEvery === 0 && (
                <span
                  dir="auto"
                  className={styles.label}
                  data-second={(index / labelEvery) % 2 === 1 || undefined}
                >
                  {point.label}
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
      {parts && <PartsLegend parts={parts} point={shown} written={written} />}
    </div>
  )
}

/** The colour of a part, which it has in every chart and legend. */
export const chartColour = (nth: number): string => `var(--ui-chart-${(nth % 6) + 1})`

/** The names of the parts, with their values while a point is shown. */
function PartsLegend(props: {
  parts: readonly string[]
  point: ChartPoint | undefined
  written: (value: number) => string
}) {
  const { parts, point, written } = props
  return (
    <ul className={styles.parts} aria-hidden>
      {parts.map((part, nth) => (
        <li key={part}>
          <i style={{ background: chartColour(nth) }} />
          <span className={styles.partName}>{part}</span>
          <span className={styles.partValue}>{point && written(point.parts?.[nth] ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}

function Pointed({ words: [name, ...figures] }: { words: string[] }) {
  return (
    <>
      <Text span c="var(--mantine-color-text)" fw={500}>
        {name}
      </Text>
      {figures.map((figure) => `  ${figure}`)}
    </>
  )
}

function Legend(props: { compared: boolean }) {
  return (
    <span className={styles.legend}>
      <i className={styles.presentKey} />
      {t('This period')}
      {props.compared && (
        <>
          <i className={styles.beforeKey} />
          {t('Previous period')}
        </>
      )}
    </span>
  )
}

/** One line for each run of points without a gap. */
function Line(props: {
  points: readonly ChartPoint[]
  of: 'value' | 'before'
  top: number
  className: string | undefined
}) {
  const width = 100 / props.points.length
  const runs: string[][] = [[]]
  for (const [index, point] of props.points.entries()) {
    const value = point[props.of]
    if (value === null) runs.push([])
    else runs.at(-1)?.push(`${(index + 0.5) * width},${100 - (value / props.top) * 100}`)
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => <polyline key={run[0]} points={run.join(' ')} className={props.className} />)
}
