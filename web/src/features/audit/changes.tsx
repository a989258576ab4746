import { Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditDetailView } from '@parley/contracts/audit/endpoints.ts'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { pathLabel } from '../../store/readable-value.ts'
import styles from './audit.module.css'
import { pathWithNames, readableWithNames } from './change-words.ts'

type Change = AuditDetailView['changes'][number]
const mask = '••••••••'

/** Changed values before and after. */
export function Changes(props: { changes: readonly Change[]; names: Readonly<Record<string, string>> }) {
  const { names } = props
  if (props.changes.length === 0) return <Text c="dimmed">This event didn’t change any values.</Text>
  return (
    <Stack gap="md">
      {props.changes.map((change) => (
        <section key={change.path} className={styles.change} aria-label={change.path}>
          <Group gap="xs">
            <Text fw={500}>{nameOf(change.path)}</Text>
            {nameOf(change.path) !== change.path && (
              <Text size="xs" c="dimmed" ff="monospace" className={styles.path}>
                {pathWithNames(change.path, names)}
              </Text>
            )}
            {isSecret(change) && (
              <Badge size="sm" variant="light" color="gray">
                Secret
              </Badge>
            )}
          </Group>
          <BeforeAndAfter {...readableWithNames(change, names)} />
        </section>
      ))}
    </Stack>
  )
}

const nameOf = (path: string): string => (path === '' ? 'Everything' : pathLabel(path))

const isSecret = (change: Change) => change.before === mask || change.after === mask
