import styles from './trend.module.css'

/** A count over time as small bars, for a row of a table. `label` says in words what they are. */
export function Trend(props: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...props.values)
  const width = 100 / Math.max(1, props.values.length)
  return (
    <svg className={styles.trend} viewBox="0 0 100 24" preserveAspectRatio="none" role="img">
      <title>{props.label}</title>
      {props.values.map((value, nth) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are never reordered
          key={nth}
          x={nth * width + width * 0.15}
          width={width * 0.7}
          y={value === 0 ? 23 : 24 - (value / most) * 24}
          height={value === 0 ? 1 : (value / most) * 24}
          data-none={value === 0 || undefined}
        />
      ))}
    </svg>
  )
}
