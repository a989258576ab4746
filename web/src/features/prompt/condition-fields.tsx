import { Group, NativeSelect, TextInput } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { AddButton, RemoveButton } from '../../design/list-buttons.tsx'
import { operatorWords } from './node-summary.ts'

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
const operators = operatorNames.map((value) => ({ value, label: operatorWords[value] }))
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
        label="Add branch"
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
        aria-label={`Variable of branch ${place}`}
        placeholder="variable"
        maxLength={64}
        value={branch.test.variable}
        onChange={(event) => test({ variable: event.currentTarget.value })}
      />
      <NativeSelect
        flex="1 1 120px"
        aria-label={`Test of branch ${place}`}
        data={operators}
        value={branch.test.operator}
        onChange={(event) => {
          const operator = operatorIn(event.currentTarget.value)
          if (operator) test({ operator })
        }}
      />
      {needsValue && (
        <TextInput
          flex="1 1 120px"
          aria-label={`Value of branch ${place}`}
          placeholder="value"
          maxLength={1000}
          value={branch.test.value ?? ''}
          onChange={(event) => test({ value: event.currentTarget.value })}
        />
      )}
      <RemoveButton label={`Remove branch ${place}`} disabled={props.alone} onClick={props.onRemove} />
    </Group>
  )
}
