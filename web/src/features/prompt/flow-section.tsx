import { Button, Menu, Stack, Text } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconPlus } from '@tabler/icons-react'
import { Section } from '../../design/page.tsx'
import { nodeProblem } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { type AddableType, addableTypes, inFlowOrder, newNode, withNode, withoutNode } from './flow.ts'
import { NodeCard } from './node-card.tsx'
import { nodeElementId, nodeWords } from './node-words.ts'

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
  return (
    <Section
      title="Node flow"
      explanation="A conversation starts at Start and follows the ways out of each node. Texts may hold {{variable}} places."
      actions={<AddNode onAdd={add} disabled={nodes.length >= mostNodes} />}
    >
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {inFlowOrder(nodes).map(({ node, reached }) => (
          <NodeCard
            key={node.id}
            node={node}
            nodes={nodes}
            reached={reached}
            problem={nodeProblem(node)}
            onChange={(changed) => put(withNode(nodes, changed))}
            onRemove={() => put(withoutNode(nodes, node.id))}
          />
        ))}
      </Stack>
    </Section>
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
          const words = nodeWords[type]
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
