import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { type FlowProblem, flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { Section } from '../../design/page.tsx'
import { useTools } from '../../server/tools.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { type AddableType, addableTypes, inFlowOrder, newNode, withNode, withoutNode } from './flow.ts'
import { NodeCard } from './node-card.tsx'
import { nodeElementId, wordsOf } from './node-words.ts'

const mostNodes = 500

/** The node flow as cards, in the order in which a visitor meets them. */
export function Flow({ agent, edit }: AgentDraft) {
  const nodes = agent.nodes ?? []
  const put = (changed: AgentNode[]) => edit({ nodes: changed })
  const add = (type: AddableType) => {
    const node = newNode(type, crypto.randomUUID().slice(0, 8), nodes)
    put([...nodes, node])
    requestAnimationFrame(() => focusNode(node.id))
  }
  const tools = useTools()
  const problems = flowProblems(nodes, tools.data ? { toolIds: tools.data.map(({ id }) => id) } : {})
  return (
    <Section
      title="Node flow"
      explanation="A conversation starts at Start and follows the ways out of each node. Texts may hold {{variable}} places."
      actions={<AddNode onAdd={add} disabled={nodes.length >= mostNodes} />}
    >
      <FlowState problems={problems} nodes={nodes} />
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {inFlowOrder(nodes).map(({ node, reached }) => (
          <NodeCard
            key={node.id}
            node={node}
            nodes={nodes}
            reached={reached}
            problems={problems.filter(({ nodeId }) => nodeId === node.id)}
            onChange={(changed) => put(withNode(nodes, changed))}
            onRemove={() => put(withoutNode(nodes, node.id))}
          />
        ))}
      </Stack>
    </Section>
  )
}

/** Whether the flow can be published, and what to put right first. */
function FlowState(props: { problems: readonly FlowProblem[]; nodes: readonly AgentNode[] }) {
  const errors = props.problems.filter(({ level }) => level === 'error')
  if (errors.length === 0) return null
  const faulty = new Set(errors.map(({ nodeId }) => nodeId))
  const named = props.nodes.filter(({ id }) => faulty.has(id))
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={
        errors.length === 1
          ? 'One thing keeps this flow from being published'
          : `${errors.length} things keep this flow from being published`
      }
    >
      {faulty.has('') && <Text>{errors.find(({ nodeId }) => nodeId === '')?.message}</Text>}
      <Group gap="xs">
        {named.map((node) => (
          <Button key={node.id} size="compact-sm" variant="default" onClick={() => focusNode(node.id)}>
            {nodeName(node)}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}

function AddNode(props: { onAdd: (type: AddableType) => void; disabled: boolean }) {
  return (
    <Menu width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={props.disabled}
          style={{ flex: 'none' }}
        >
          Add node
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
