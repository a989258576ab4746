import { ActionIcon, Badge, Group, Paper, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconChevronRight, IconCopy, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../../design/language.ts'
import { targetsOf } from './flow.ts'
import styles from './node-card.module.css'
import { NodeEditor, onLeave, Problems } from './node-editor.tsx'
import { NodeIcon } from './node-icon.tsx'
import { summaryOf } from './node-summary.ts'
import { nodeElementId, wordsOf } from './node-words.ts'

/** A node in the list: a summary while closed, an editor while open. */
export function NodeCard(props: {
  node: AgentNode
  nodes: readonly AgentNode[]
  reached: boolean
  problems: readonly FlowProblem[]
  opened: boolean
  toolName: (id: string) => string | undefined
  onToggle: () => void
  onChange: (node: AgentNode) => void
  /** The focus has left its editor. */
  onLeave: () => void
  onDuplicate: () => void
  onRemove: () => void
}) {
  const { node, opened } = props
  const words = wordsOf(node.type)
  const faulty = props.problems.some(({ level }) => level === 'error')
  const fixed = node.type === 'start' || node.type === 'default'
  const name = nodeName(node, t)
  const body = useId()
  return (
    <li id={nodeElementId(node.id)}>
      <Paper
        p={0}
        className={styles.card}
        data-faulty={faulty || undefined}
        aria-label={name}
        component="section"
      >
        <Group wrap="nowrap" gap={4} className={styles.bar}>
          <UnstyledButton
            className={styles.head}
            aria-expanded={opened}
            aria-controls={body}
            onClick={props.onToggle}
          >
            <IconChevronRight size={16} className={styles.chevron} aria-hidden />
            <NodeIcon type={node.type} />
            <span className={styles.words}>
              <Text span fw={500} truncate="end" display="block">
                {node.title ?? words.label}
              </Text>
              <Text span size="xs" c="dimmed" display="block" truncate={opened ? undefined : 'end'}>
                {opened
                  ? node.title
                    ? `${words.label}. ${words.does}`
                    : words.does
                  : summaryOf(node, props.toolName) || words.does}
              </Text>
            </span>
            {(faulty || !props.reached) && (
              <Badge color={faulty ? 'red' : 'yellow'} variant="light" flex="none">
                {faulty ? t('Needs attention') : t('Unreachable')}
              </Badge>
            )}
          </UnstyledButton>
          {!fixed && (
            <Group gap={0} wrap="nowrap" pr="xs">
              <Tooltip label={t('Duplicate')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Duplicate {name}', { name })}
                  onClick={props.onDuplicate}
                >
                  <IconCopy size={18} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('Remove')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Remove {name}', { name })}
                  onClick={props.onRemove}
                >
                  <IconTrash size={18} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            </Group>
          )}
        </Group>
        <Stack gap="sm" id={body} className={styles.body} onBlur={onLeave(props.onLeave)}>
          {opened ? (
            <NodeEditor node={node} nodes={props.nodes} problems={props.problems} onChange={props.onChange} />
          ) : (
            <>
              <Problems problems={props.problems} />
              <Ways node={node} nodes={props.nodes} />
            </>
          )}
        </Stack>
      </Paper>
    </li>
  )
}

/** The targets of a closed node. */
function Ways(props: { node: AgentNode; nodes: readonly AgentNode[] }) {
  const ways = targetsOf(props.node).flatMap(({ label, to }) => {
    const target = props.nodes.find(({ id }) => id === to)
    return target ? [{ label, name: nodeName(target, t) }] : []
  })
  if (ways.length === 0) return null
  return (
    <ul className={styles.ways}>
      {ways.map(({ label, name }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: exits have no id, only an index
        <li key={nth}>
          <bdi>{label}</bdi>{' '}
          <span aria-hidden className={styles.arrow}>
            →
          </span>{' '}
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
