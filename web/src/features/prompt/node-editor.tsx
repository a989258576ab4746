import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { FocusEvent } from 'react'
import { t } from '../../design/language.ts'
import { canBeLedTo, targetsOf } from './flow.ts'
import styles from './node-card.module.css'
import { NodeFields } from './node-fields.tsx'
import { wordsOf } from './node-words.ts'

type Editing = {
  node: AgentNode
  nodes: readonly AgentNode[]
  problems: readonly FlowProblem[]
  onChange: (node: AgentNode) => void
}

/** Edits one node: its title, its settings and its targets. Shows its problems. */
export function NodeEditor(props: Editing) {
  const { node, onChange } = props
  const named = node.type !== 'start' && node.type !== 'default'
  return (
    <>
      {named && (
        <TextInput
          label={t('Name')}
          placeholder={wordsOf(node.type).label}
          maxLength={100}
          value={node.title ?? ''}
          onChange={(event) => onChange({ ...node, title: event.currentTarget.value || undefined })}
        />
      )}
      <NodeFields node={node} nodes={props.nodes} onChange={onChange} />
      <Problems problems={props.problems} />
      <Targets {...props} />
    </>
  )
}

/** Calls `act` when the focus leaves an element with everything in it. */
export function onLeave(act: () => void) {
  return ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) act()
  }
}

/** Errors and warnings of a node. */
export function Problems(props: { problems: readonly FlowProblem[] }) {
  return props.problems.map(({ level, message }) => (
    <Group key={message} gap={6} wrap="nowrap" align="flex-start" role={level === 'error' ? 'alert' : 'note'}>
      {level === 'error' ? (
        <IconAlertTriangle size={16} className={styles.error} aria-label={t('Error')} />
      ) : (
        <IconInfoCircle size={16} className={styles.warning} aria-label={t('Warning')} />
      )}
      <Text size="sm" className={level === 'error' ? styles.error : styles.warning}>
        {message}
      </Text>
    </Group>
  ))
}

/** Each exit as a selection among the other nodes. */
function Targets({ node, nodes, onChange }: Editing) {
  const targets = targetsOf(node)
  if (targets.length === 0) return null
  const choices = nodes.filter(canBeLedTo).map((one) => ({ value: one.id, label: nodeName(one, t) }))
  return (
    <div className={styles.targets}>
      {targets.map((target, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: exits have no id, only an index
          key={index}
          label={target.label}
          value={target.to ?? ''}
          data={[{ value: '', label: t('Nowhere: waits for the visitor') }, ...choices]}
          onChange={(event) => onChange(target.set(event.currentTarget.value || undefined))}
        />
      ))}
    </div>
  )
}
