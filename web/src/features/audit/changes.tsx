import { Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditDetailView } from '@parley/contracts/audit/endpoints.ts'
import { fieldLabel } from '../../store/field-labels.ts'
import styles from './audit.module.css'
import { folded, lineDiff } from './line-diff.ts'

type Change = AuditDetailView['changes'][number]
const mask = '••••••••'

/** Before and after, value by value; long texts line by line. */
export function Changes(props: { changes: readonly Change[] }) {
  if (props.changes.length === 0)
    return <Text c="dimmed">This event changed nothing in the state of its stream.</Text>
  return (
    <Stack gap="md">
      {props.changes.map((change) => (
        <section key={change.path} className={styles.change} aria-label={change.path}>
          <Group gap="xs">
            <Text fw={500}>{nameOf(change.path)}</Text>
            <Text size="xs" c="dimmed" ff="monospace" className={styles.path}>
              {change.path}
            </Text>
            {isSecret(change) && (
              <Badge size="sm" variant="light" color="gray">
                Secret
              </Badge>
            )}
          </Group>
          <BeforeAndAfter change={change} />
        </section>
      ))}
    </Stack>
  )
}

/** An agent's fields as its settings call them, everything else by the last part of its path. */
function nameOf(path: string): string {
  const field = /^document\.(\w+)/.exec(path)?.[1]
  return field ? fieldLabel(field) : (path.split('.').at(-1) ?? '') || 'Everything'
}

const isSecret = (change: Change) => change.before === mask || change.after === mask

function BeforeAndAfter({ change }: { change: Change }) {
  const before = readable(change.before)
  const after = readable(change.after)
  if (before !== undefined && after !== undefined && (isLong(before) || isLong(after)))
    return <LineDiff before={before} after={after} />
  return (
    <div className={styles.values}>
      {before !== undefined && (
        <del className={styles.removed}>
          <span className={styles.sign}>−</span>
          {before}
        </del>
      )}
      {after !== undefined && (
        <ins className={styles.added}>
          <span className={styles.sign}>+</span>
          {after}
        </ins>
      )}
    </div>
  )
}

function LineDiff(props: { before: string; after: string }) {
  return (
    <div className={styles.values}>
      {folded(lineDiff(props.before, props.after)).map((part, place) => {
        // A line of a text is known by its place.
        const key = `${place}`
        if (part.kind === 'hidden')
          return (
            <span key={key} className={styles.hidden}>
              {part.hidden} unchanged {part.hidden === 1 ? 'line' : 'lines'}
            </span>
          )
        const Line = part.kind === 'removed' ? 'del' : part.kind === 'added' ? 'ins' : 'span'
        return (
          <Line key={key} className={styles[part.kind]}>
            <span className={styles.sign}>
              {part.kind === 'removed' ? '−' : part.kind === 'added' ? '+' : ' '}
            </span>
            {part.text}
          </Line>
        )
      })}
    </div>
  )
}

const isLong = (text: string) => text.includes('\n')

function readable(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === '') return '(empty)'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
