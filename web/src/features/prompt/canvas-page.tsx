import { Button, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconCopy, IconLayoutGrid, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { ReactFlowProvider } from '@xyflow/react'
import styles from './canvas.module.css'
import { CanvasFlow } from './canvas-flow.tsx'
import { tidied, withPlaces } from './canvas-layout.ts'
import { CanvasZoom } from './canvas-zoom.tsx'
import { AddNode, FlowState, UndoRedo } from './flow-section.tsx'
import { NodeEditor } from './node-editor.tsx'
import { wordsOf } from './node-words.ts'
import { type FlowEditing, useFlow } from './use-flow.ts'

const route = getRouteApi('/app/$region/agents/$agentId/prompt')

/** The flow as a diagram (part 2 §2.4: Canvas, advanced node view). */
export function Canvas() {
  const flow = useFlow()
  const { nodes, problems } = flow
  const { node: shownId } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, node: id }), replace: true })
  const shown = nodes.find(({ id }) => id === shownId)

  return (
    <ReactFlowProvider>
      <div className={styles.page}>
        <title>Canvas</title>
        <Group className={styles.tools} gap="xs" justify="space-between">
          <Group gap="xs">
            <AddNode onAdd={(type) => show(flow.add(type))} disabled={flow.full} />
            <UndoRedo flow={flow} />
            <Button
              variant="default"
              leftSection={<IconLayoutGrid size={16} />}
              onClick={() => flow.replace(withPlaces(nodes, tidied(nodes)))}
            >
              Tidy up
            </Button>
          </Group>
          <CanvasZoom />
        </Group>
        {problems.some(({ level }) => level === 'error') && (
          <div className={styles.problems}>
            <FlowState problems={problems} nodes={nodes} onShow={show} />
          </div>
        )}
        <CanvasFlow flow={flow} shownId={shownId} onShow={show} />
        {shown && <NodeDrawer flow={flow} node={shown} onShow={show} />}
      </div>
    </ReactFlowProvider>
  )
}

function NodeDrawer(props: { flow: FlowEditing; node: AgentNode; onShow: (id: string | undefined) => void }) {
  const { flow, node } = props
  const words = wordsOf(node.type)
  const fixed = node.type === 'start' || node.type === 'default'
  return (
    <Drawer
      opened
      onClose={() => props.onShow(undefined)}
      size={480}
      overlayProps={{ backgroundOpacity: 0.2 }}
      title={
        <>
          {nodeName(node)}
          <Text c="dimmed" fw={400} lh="20px">
            {words.does}
          </Text>
        </>
      }
    >
      <Stack gap="sm">
        <NodeEditor
          node={node}
          nodes={flow.nodes}
          problems={flow.problems.filter(({ nodeId }) => nodeId === node.id)}
          onChange={flow.change}
        />
        {!fixed && (
          <Group justify="space-between" mt="md">
            <Tooltip label="The same once more">
              <Button
                variant="default"
                leftSection={<IconCopy size={16} />}
                onClick={() => props.onShow(flow.duplicate(node))}
              >
                Duplicate
              </Button>
            </Tooltip>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => {
                props.onShow(undefined)
                flow.remove(node)
              }}
            >
              Remove
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  )
}
