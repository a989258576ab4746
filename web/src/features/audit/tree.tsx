import styles from './audit.module.css'

/** A JSON value as a collapsible tree. */
export function Tree(props: { name: string; value: unknown; depth?: number }) {
  const { name, value, depth = 0 } = props
  const children = childrenOf(value)
  if (!children)
    return (
      <div className={styles.leaf}>
        <span className={styles.key}>{name}</span>
        <span className={styles.value} data-type={value === null ? 'null' : typeof value}>
          {typeof value === 'string' ? value || '(empty)' : JSON.stringify(value)}
        </span>
      </div>
    )
  return (
    <details open={depth < 2 && children.length <= 40} className={styles.branch}>
      <summary>
        <span className={styles.key}>{name}</span>{' '}
        <span className={styles.size}>
          {Array.isArray(value) ? `[${children.length}]` : `{${children.length}}`}
        </span>
      </summary>
      <div className={styles.branches}>
        {children.map(([key, child]) => (
          <Tree key={key} name={key} value={child} depth={depth + 1} />
        ))}
      </div>
    </details>
  )
}

function childrenOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}
