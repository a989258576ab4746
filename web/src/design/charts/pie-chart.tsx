import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import styles from './pie-chart.module.css'
import { chartColour } from './time-chart.tsx'

export type PiePart = {
  key: string
  label: string
  value: number
  /** In place of the label in the table, for example a link. */
  name?: ReactNode
}

/** Of 100, so that shares are lengths. */
const RADIUS = 100 / (2 * Math.PI)

/**
 * Shares of a total as a ring, at most six, with a table of the same data beside it. The part under the pointer stands out
 * in both, and its share stands in the ring. `total` is what the ring says otherwise.
 */
export function PieChart(props: {
  parts: readonly PiePart[]
  caption: string
  /** The heads of the columns of names and values. */
  heads: readonly [name: string, value: string]
  total: string
  written: (value: number) => string
}) {
  const { parts, written } = props
  const [pointed, setPointed] = useState<string>()
  const sum = parts.reduce((whole, { value }) => whole + value, 0)
  const shareOf = (value: number) => (sum === 0 ? 0 : value / sum)
  const shown = parts.find(({ key }) => key === pointed)
  const starts = parts.map((_, nth) => parts.slice(0, nth).reduce((before, { value }) => before + value, 0))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same data
    <div className={styles.pie} onMouseLeave={() => setPointed(undefined)}>
      <div className={styles.ring} aria-hidden>
        <svg viewBox="0 0 42 42" aria-hidden="true">
          <circle className={styles.ground} cx="21" cy="21" r={RADIUS} />
          {parts.map(({ key, value }, nth) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same data
            <circle
              key={key}
              className={styles.slice}
              cx="21"
              cy="21"
              r={RADIUS}
              pathLength="100"
              data-faded={(shown && key !== pointed) || undefined}
              style={{ stroke: chartColour(nth) }}
              strokeDasharray={dashOf(shareOf(value), parts.length > 1)}
              strokeDashoffset={-shareOf(starts[nth] ?? 0) * 100}
              onMouseEnter={() => setPointed(key)}
            />
          ))}
        </svg>
        <div className={styles.middle}>
          <Text fw={700} fz={20} lh="24px" className="tabular">
            {shown ? percent(shareOf(shown.value)) : props.total}
          </Text>
          <Text size="xs" c="dimmed" className={styles.middleName}>
            {shown ? shown.label : props.heads[1]}
          </Text>
        </div>
      </div>
      <table className={styles.table} aria-label={props.caption}>
        <thead>
          <tr>
            <th scope="col">{props.heads[0]}</th>
            <th scope="col">{props.heads[1]}</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, nth) => (
            <tr
              key={part.key}
              data-pointed={part.key === pointed || undefined}
              onMouseEnter={() => setPointed(part.key)}
            >
              <th scope="row">
                <span className={styles.name}>
                  <i style={{ background: chartColour(nth) }} />
                  <span className={styles.label} title={part.label}>
                    {part.name ?? part.label}
                  </span>
                </span>
              </th>
              <td>{written(part.value)}</td>
              <td>{percent(shareOf(part.value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A little less than the share, so that neighbours are told apart. */
function dashOf(share: number, beside: boolean): string {
  const length = Math.max(0, share * 100 - (beside ? 0.6 : 0))
  return `${length} ${100 - length}`
}

function percent(share: number): string {
  if (share > 0 && share < 0.01) return `< ${(0.01).toLocaleString(undefined, { style: 'percent' })}`
  return share.toLocaleString(undefined, { style: 'percent' })
}
