import { Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditDetailView } from '@parley/contracts/audit/endpoints.ts'
import { BeforeAndAfter } from '../../design/before-and-after.tsx'
import { pathLabel, readableAt } from '../../store/readable-value.ts'
import styles from './audit.module.css'

type Change = AuditDetailView['changes'][number]
const mask = '••••••••'

/** Changed values before and after. */
export function Changes(props: { changes: readonly Change[] }) {
  if (props.changes.length === 0) return <Text c="dimmed">This event didn’t change any values.</Text>
  return (
    <Stack gap="md">
      {props.changes.map((change) => (
        <section key={change.path} className={styles.change} aria-label={change.path}>
          <Group gap="xs">
            <Text fw={500}>{nameOf(change.path)}</Text>
            {nameOf(change.path) !== change.path && (
              <Text size="xs" c="dimmed" ff="monospace" className={styles.path}>
                {change.path}
              </Text>
            )}
            {isSecret(change) && (
              <Badge size="sm" variant="light" color="gray">
                Secret
              </Badge>
            )}
          </Group>
          <BeforeAndAfter {...readableAt(change.path, change.before, change.after)} />
        </section>
      ))}
    </Stack>
  )
}

const nameOf = (path: string): string => (path === '' ? 'Everything' : pathLabel(path))

const isSecret = (change: Change) => change.before === mask || change.after === mask
