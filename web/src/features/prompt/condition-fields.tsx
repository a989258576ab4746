import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { operatorWords } from '../../store/field-choices.ts'

type Condition = Extract<AgentNode, { type: 'condition' }>
type Branch = Condition['branches'][number]
type Operator = Branch['test']['operator']

const operatorNames: Operator[] = [
  'is',
  'is-not',
  'contains',
  'is-set',
  'is-not-set',
  'greater-than',
  'less-than',
]
const mostBranches = 20

export function ConditionFields(props: { node: Condition; onChange: (node: AgentNode) => void }) {
  const { node, onChange } = props
  const put = (branches: Branch[]) => onChange({ ...node, branches })
  return (
    <>
      {node.branches.map((branch, index) => (
        <BranchFields
          key={branch.id}
          branch={branch}
          place={index + 1}
          alone={node.branches.length === 1}
          onChange={(changed) => put(node.branches.with(index, changed))}
          onRemove={() => put(node.branches.toSpliced(index, 1))}
        />
      ))}
      <AddButton
        label={t('Add branch')}
        disabled={node.branches.length >= mostBranches}
        onClick={() =>
          put([
            ...node.branches,
            {
              id: crypto.randomUUID().slice(0, 8),
              test: { variable: 'answer', operator: 'is', value: '' },
            },
          ])
        }
      />
    </>
  )
}

const operatorIn = (text: string): Operator | undefined => operatorNames.find((name) => name === text)

function BranchFields(props: {
  branch: Branch
  place: number
  alone: boolean
  onChange: (branch: Branch) => void
  onRemove: () => void
}) {
  const { branch, place } = props
  const test = (changed: Partial<Branch['test']>) =>
    props.onChange({ ...branch, test: { ...branch.test, ...changed } })
  const needsValue = branch.test.operator !== 'is-set' && branch.test.operator !== 'is-not-set'
  return (
    <Group gap="xs" wrap="wrap">
      <TextInput
        flex="1 1 120px"
        aria-label={t('Variable of branch {nth}', { nth: place })}
        placeholder={t('variable')}
        maxLength={64}
        value={branch.test.variable}
        onChange={(event) => test({ variable: event.currentTarget.value })}
      />
      <NativeSelect
        flex="1 1 120px"
        aria-label={t('Test of branch {nth}', { nth: place })}
        data={operatorNames.map((value) => ({ value, label: t(operatorWords[value].label) }))}
        value={branch.test.operator}
        onChange={(event) => {
          const operator = operatorIn(event.currentTarget.value)
          if (operator) test({ operator })
        }}
      />
      {needsValue && (
        <TextInput
          flex="1 1 120px"
          aria-label={t('Value of branch {nth}', { nth: place })}
          placeholder={t('value')}
          maxLength={1000}
          value={branch.test.value ?? ''}
          onChange={(event) => test({ value: event.currentTarget.value })}
        />
      )}
      <RemoveButton
        label={t('Remove branch {nth}', { nth: place })}
        disabled={props.alone}
        onClick={props.onRemove}
      />
    </Group>
  )
}
