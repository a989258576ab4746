import { Text } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { BeforeAndAfter } from '../../design/before-and-after.tsx'
import { useTools } from '../../server/tools.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { readableChange } from '../../store/readable-value.ts'
import styles from './field-differences.module.css'

/** Fields of an agent before and after a change. */
export function FieldDifferences(props: {
  fields: readonly string[]
  before: AgentDocument
  after: AgentDocument
}) {
  const [before, after] = [new Map(Object.entries(props.before)), new Map(Object.entries(props.after))]
  const tools = useTools()
  const toolName = (id: string) => tools.data?.find((tool) => tool.id === id)?.name
  return props.fields.map((field) => (
    <div key={field} className={styles.field}>
      <Text fw={500}>{fieldLabel(field)}</Text>
      <BeforeAndAfter {...readableChange(field, before.get(field), after.get(field), toolName)} />
    </div>
  ))
}
