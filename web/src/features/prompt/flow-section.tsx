import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  Tooltip,
  useComputedColorScheme,
} from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t, tCount } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { useTools } from '../../server/tools.ts'
import { type AddableType, addableTypes, inFlowOrder } from './flow.ts'
import styles from './node-card.module.css'
import { NodeCard } from './node-card.tsx'
import { familyVariables } from './node-family.ts'
import { nodeElementId, wordsOf } from './node-words.ts'
import { type FlowEditing, useFlow } from './use-flow.ts'

/** The nodes of the flow as cards, in flow order. */
export function Flow() {
  const flow = useFlow()
  const { nodes, problems } = flow
  const tools = useTools()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const allOpened = nodes.every(({ id }) => opened.has(id))
  const open = (id: string) => {
    setOpened((before) => new Set([...before, id]))
    requestAnimationFrame(() => focusNode(id))
  }
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <Section
      title={t('Node flow')}
      explanation={t(
        'Conversations begin at Start and follow each node’s connections. Use {{variable}} in any text.',
      )}
    >
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <AddNode onAdd={(type) => open(flow.add(type))} disabled={flow.full} />
          <UndoRedo flow={flow} />
        </Group>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => setOpened(new Set(allOpened ? [] : nodes.map(({ id }) => id)))}
        >
          {allOpened ? t('Collapse all') : t('Expand all')}
        </Button>
      </Group>
      <FlowState problems={problems} nodes={nodes} onShow={open} />
      <Stack component="ol" gap="xs" m={0} p={0} style={{ ...familyVariables(scheme), listStyle: 'none' }}>
        {inFlowOrder(nodes.filter(({ type }) => type !== 'group')).map(({ node, reached }) => (
          <NodeCard
            key={node.id}
            node={node}
            nodes={nodes}
            reached={reached}
            problems={problems.filter(({ nodeId }) => nodeId === node.id)}
            opened={opened.has(node.id)}
            toolName={(id) => tools.data?.find((tool) => tool.id === id)?.name}
            onToggle={() => toggle(node.id)}
            onChange={flow.change}
            onLeave={flow.check}
            onDuplicate={() => open(flow.duplicate(node))}
            onRemove={() => flow.remove([node])}
          />
        ))}
      </Stack>
    </Section>
  )
}

export function UndoRedo({ flow }: { flow: FlowEditing }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('Undo (Ctrl+Z)')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('Undo')}
          disabled={!flow.undo}
          onClick={flow.undo}
        >
          <IconArrowBackUp size={18} stroke={1.75} className={styles.directed} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Redo (Ctrl+Shift+Z)')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('Redo')}
          disabled={!flow.redo}
          onClick={flow.redo}
        >
          <IconArrowForwardUp size={18} stroke={1.75} className={styles.directed} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** Shows whether the flow can be published, and the problems to fix first. */
export function FlowState(props: {
  problems: readonly FlowProblem[]
  nodes: readonly AgentNode[]
  onShow: (id: string) => void
}) {
  const errors = props.problems.filter(({ level }) => level === 'error')
  if (errors.length === 0) return null
  const faulty = new Set(errors.map(({ nodeId }) => nodeId))
  const named = props.nodes.filter(({ id }) => faulty.has(id))
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={tCount(
        errors.length,
        '{count} problem to fix before publishing',
        '{count} problems to fix before publishing',
      )}
    >
      {faulty.has('') && <Text>{errors.find(({ nodeId }) => nodeId === '')?.message}</Text>}
      <Group gap="xs">
        {named.map((node) => (
          <Button key={node.id} size="compact-sm" variant="default" onClick={() => props.onShow(node.id)}>
            {nodeName(node, t)}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}

export function AddNode(props: { onAdd: (type: AddableType) => void; disabled: boolean }) {
  return (
    <Menu width={300} position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={props.disabled}
          style={{ flex: 'none' }}
        >
          {t('Add node')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {addableTypes.map((type) => {
          const words = wordsOf(type)
          return (
            <Menu.Item
              key={type}
              leftSection={<words.icon size={18} stroke={1.75} />}
              onClick={() => props.onAdd(type)}
            >
              <Text fw={500}>{words.label}</Text>
              <Text size="xs" c="dimmed">
                {words.does}
              </Text>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function focusNode(id: string) {
  const card = document.getElementById(nodeElementId(id))
  card?.scrollIntoView({ block: 'center' })
  const field =
    card?.querySelector<HTMLElement>('textarea') ?? card?.querySelector<HTMLElement>('select, input')
  field?.focus({ preventScroll: true })
}
