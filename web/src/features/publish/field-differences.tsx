import { Button, Group, Text } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from '../../design/language.ts'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { useTools } from '../../server/tools.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { readableChange } from '../../store/readable-value.ts'
import styles from './field-differences.module.css'

/** Fields of an agent before and after a change. */
export function FieldDifferences(props: {
  fields: readonly string[]
  before: AgentDocument
  after: AgentDocument
  /** Undoes the change of one field; absent where it can't be. */
  onUndo?: (field: string) => void
}) {
  const [before, after] = [new Map(Object.entries(props.before)), new Map(Object.entries(props.after))]
  const { onUndo } = props
  const tools = useTools()
  const toolName = (id: string) => tools.data?.find((tool) => tool.id === id)?.name
  return props.fields.map((field) => (
    <div key={field} className={styles.field}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={500}>{fieldLabel(field)}</Text>
        {onUndo && (
          <Button
            variant="subtle"
            size="compact-sm"
            flex="none"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={t('Undo the change of {field}', { field: fieldLabel(field) })}
            onClick={() => onUndo(field)}
          >
            {t('Undo')}
          </Button>
        )}
      </Group>
      <BeforeAndAfter {...readableChange(field, before.get(field), after.get(field), toolName)} />
    </div>
  ))
}
