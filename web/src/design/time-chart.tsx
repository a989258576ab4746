import { Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { axisOf } from './chart-scale.ts'
import styles from './time-chart.module.css'

export type ChartPoint = {
  key: string
  /** Short, below the axis; and long, where there is room. */
  label: string
  name: string
  value: number | null
  before: number | null
}

/**
 * A figure over time beside the time before it. `bars` for what adds up, `line` for shares and durations, which
 * have gaps where there is nothing to tell. The same figures stand in a table for those who don't see it.
 */
export function TimeChart(props: {
  points: readonly ChartPoint[]
  kind: 'bars' | 'line'
  caption: string
  written: (value: number) => string
  /** Ends of the axis are whole numbers. */
  whole?: boolean
  /** Largest value that can be, such as 1 for shares. */
  most?: number
  compared: boolean
  empty: string
  onPick?: (key: string) => void
}) {
  const { points, kind, written, compared, onPick } = props
  const [pointed, setPointed] = useState<number>()
  const values = points.flatMap(({ value, before }) => (compared ? [value, before] : [value]))
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  const { top, ticks } = props.most
    ? { top: props.most, ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => part * (props.most ?? 1)) }
    : axisOf(highest, { whole: props.whole ?? true })
  const nothing = points.every(({ value }) => value === null || (kind === 'bars' && value === 0))
  const labelEvery = Math.max(1, Math.ceil(points.length / 8))
  const shown = pointed === undefined ? undefined : points[pointed]

  return (
    <div>
      <Text className={styles.pointed} c="dimmed" aria-hidden>
        {shown ? (
          <>
            <Text span c="var(--mantine-color-text)" fw={500}>
              {shown.name}
            </Text>
            {`  ${shown.value === null ? 'nothing' : written(shown.value)}`}
            {compared && `  before: ${shown.before === null ? 'nothing' : written(shown.before)}`}
          </>
        ) : (
          <Legend compared={compared} />
        )}
      </Text>
      <div className={styles.chart} aria-hidden>
        <div className={styles.axis}>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {written(tick)}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing only repeats what the table says */}
        <div className={styles.plot} onMouseLeave={() => setPointed(undefined)}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.grid} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {nothing && (
            <Text className={styles.nothing} c="dimmed">
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
            // biome-ignore lint/a11y/noStaticElementInteractions: what a click does, the table's buttons do too
            // biome-ignore lint/a11y/useKeyWithClickEvents: what a click does, the table's buttons do too
            <div
              key={point.key}
              className={styles.column}
              data-pick={onPick ? true : undefined}
              onMouseEnter={() => setPointed(index)}
              onClick={() => onPick?.(point.key)}
            >
              {kind === 'bars' && (
                <i className={styles.bar} style={{ height: `${((point.value ?? 0) / top) * 100}%` }} />
              )}
              {kind === 'line' && point.value !== null && (
                <i className={styles.dot} style={{ bottom: `${(point.value / top) * 100}%` }} />
              )}
              {index % labelEvery === 0 && <span className={styles.label}>{point.label}</span>}
            </div>
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{props.caption}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
              {compared && <th scope="col">Before</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.key}>
                <th scope="row">{point.name}</th>
                <td>{point.value === null ? '–' : written(point.value)}</td>
                {compared && <td>{point.before === null ? '–' : written(point.before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}

function Legend(props: { compared: boolean }) {
  return (
    <span className={styles.legend}>
      <i className={styles.presentKey} />
      This time
      {props.compared && (
        <>
          <i className={styles.beforeKey} />
          The time before
        </>
      )}
    </span>
  )
}

/** A line for each run of points without a gap. */
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
