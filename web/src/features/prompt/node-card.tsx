import {
  ActionIcon,
  Badge,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  ThemeIcon,
} from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle, IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { targetsOf } from './flow.ts'
import styles from './node-card.module.css'
import { NodeFields } from './node-fields.tsx'
import { nodeElementId, wordsOf } from './node-words.ts'

export function NodeCard(props: {
  node: AgentNode
  nodes: readonly AgentNode[]
  reached: boolean
  problems: readonly FlowProblem[]
  onChange: (node: AgentNode) => void
  onRemove: () => void
}) {
  const { node } = props
  const words = wordsOf(node.type)
  const faulty = props.problems.some(({ level }) => level === 'error')
  const fixed = node.type === 'start' || node.type === 'default'
  return (
    <li id={nodeElementId(node.id)}>
      <Paper
        p="md"
        className={styles.card}
        data-faulty={faulty || undefined}
        aria-label={nodeName(node)}
        component="section"
      >
        <Group wrap="nowrap" gap="sm" align="center">
          <ThemeIcon variant="light" size={32} aria-hidden>
            <words.icon size={18} stroke={1.75} />
          </ThemeIcon>
          <div className={styles.head}>
            {fixed ? (
              <Text fw={500}>{words.label}</Text>
            ) : (
              <TextInput
                variant="unstyled"
                aria-label={`Name of this ${words.label} node`}
                placeholder={words.label}
                maxLength={100}
                value={node.title ?? ''}
                onChange={(event) =>
                  props.onChange({ ...node, title: event.currentTarget.value || undefined })
                }
                classNames={{ input: styles.title }}
              />
            )}
            <Text size="xs" c="dimmed">
              {node.title ? `${words.label}. ${words.does}` : words.does}
            </Text>
          </div>
          {(faulty || !props.reached) && (
            <Badge color={faulty ? 'red' : 'yellow'} variant="light" style={{ flex: 'none' }}>
              {faulty ? 'Needs attention' : 'Nothing leads here'}
            </Badge>
          )}
          {!fixed && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${nodeName(node)}`}
              onClick={props.onRemove}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </Group>
        <Stack gap="sm" className={styles.body}>
          <NodeFields node={node} onChange={props.onChange} />
          <Problems problems={props.problems} />
          <Targets node={node} nodes={props.nodes} onChange={props.onChange} />
        </Stack>
      </Paper>
    </li>
  )
}

/** What is wrong here, and what may be. */
function Problems(props: { problems: readonly FlowProblem[] }) {
  return props.problems.map(({ level, message }) => (
    <Group key={message} gap={6} wrap="nowrap" align="flex-start" role={level === 'error' ? 'alert' : 'note'}>
      {level === 'error' ? (
        <IconAlertTriangle size={16} className={styles.error} aria-label="Error" />
      ) : (
        <IconInfoCircle size={16} className={styles.warning} aria-label="Note" />
      )}
      <Text size="sm" className={level === 'error' ? styles.error : styles.warning}>
        {message}
      </Text>
    </Group>
  ))
}

/** Each way out as a choice among the other nodes. */
function Targets(props: {
  node: AgentNode
  nodes: readonly AgentNode[]
  onChange: (node: AgentNode) => void
}) {
  const targets = targetsOf(props.node)
  if (targets.length === 0) return null
  const choices = props.nodes
    .filter((node) => node.type !== 'start' && node.type !== 'note' && node.type !== 'default')
    .map((node) => ({ value: node.id, label: nodeName(node) }))
  return (
    <div className={styles.targets}>
      {targets.map((target, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a way out is known by its place
          key={index}
          label={target.label}
          value={target.to ?? ''}
          data={[{ value: '', label: 'Nowhere: waits for the visitor' }, ...choices]}
          onChange={(event) => props.onChange(target.set(event.currentTarget.value || undefined))}
        />
      ))}
    </div>
  )
}
