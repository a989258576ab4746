import { Button, Group, useComputedColorScheme } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './canvas.module.css'
import { CanvasFlow } from './canvas-flow.tsx'
import { CanvasInspector } from './canvas-inspector.tsx'
import { tidied, withPlaces } from './canvas-layout.ts'
import { CanvasProblems } from './canvas-problems.tsx'
import { CanvasZoom } from './canvas-zoom.tsx'
import { AddNode, UndoRedo } from './flow-section.tsx'
import { familyVariables } from './node-family.ts'
import { useFlow } from './use-flow.ts'

const route = getRouteApi('/app/$region/agents/$agentId/prompt')
const none: ReadonlySet<string> = new Set()

/** The flow as a diagram (part 2 §2.4: Canvas, advanced node view), with an inspector for the selected node. */
export function Canvas() {
  const flow = useFlow()
  const { nodes, problems, check } = flow
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { node: shownId } = route.useSearch()
  const navigate = route.useNavigate()
  const inspector = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(none)
  const shown = nodes.find(({ id }) => id === shownId)

  // Closing the inspector leaves the node, also by Esc, which moves no focus out of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another node is shown
  useEffect(() => check(), [shownId, check])

  const show = (id: string | undefined, focus = false) => {
    if (id !== undefined) setSelected(new Set([id]))
    void navigate({ search: (search) => ({ ...search, node: id }), replace: true }).then(() => {
      if (focus) inspector.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    })
  }
  const close = () => {
    const id = shownId
    flushSync(() => show(undefined))
    if (id === undefined) return
    const card = stage.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"] button`)
    card?.focus({ preventScroll: true })
  }

  return (
    <ReactFlowProvider>
      <div className={styles.page} style={familyVariables(scheme)}>
        <title>Canvas</title>
        <Group className={styles.tools} gap="xs" wrap="nowrap">
          <AddNode onAdd={(type) => show(flow.add(type), true)} disabled={flow.full} />
          <UndoRedo flow={flow} />
          <Button
            variant="default"
            className={styles.wideOnly}
            leftSection={<IconLayoutGrid size={16} />}
            onClick={() => flow.replace(withPlaces(nodes, tidied(nodes)))}
          >
            Tidy up
          </Button>
          <CanvasProblems problems={problems} onShow={(id) => show(id)} />
          <CanvasZoom />
        </Group>
        <div className={styles.stage} ref={stage}>
          <CanvasFlow
            flow={flow}
            shownId={shown?.id}
            onShow={show}
            selected={selected}
            onSelect={setSelected}
            inspector={inspector}
          />
          {shown && (
            <CanvasInspector
              ref={inspector}
              flow={flow}
              node={shown}
              onClose={close}
              onShow={(id) => show(id, true)}
            />
          )}
        </div>
      </div>
    </ReactFlowProvider>
  )
}
