import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import {
  Background,
  type ConnectionLineComponentProps,
  Position,
  ReactFlow,
  useConnection,
  useStoreApi,
  type Viewport,
  ViewportPortal,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTools } from '../../server/tools.ts'
import styles from './canvas.module.css'
import { CanvasExit } from './canvas-exit.tsx'
import {
  cardWidth,
  exitOf,
  extentOf,
  heightOf,
  linesOf,
  type Place,
  placesOf,
  withPlaces,
} from './canvas-layout.ts'
import { CanvasLines } from './canvas-lines.tsx'
import { type CanvasCard, CanvasNode } from './canvas-node.tsx'
import { curveOf } from './canvas-ways.ts'
import { zoomLimits, zooms } from './canvas-zoom.tsx'
import { canBeLedTo, inFlowOrder, targetsOf, withWay } from './flow.ts'
import type { FlowEditing } from './use-flow.ts'
import { useReveal } from './use-reveal.ts'

const margin = 48
/** Smallest initial zoom; text is not legible below it. */
const leastAtFirst = 0.85
/** Shorter movements of the pointer, in px, are treated as clicks. */
const leastMove = 4
const cardTypes = { card: CanvasNode }

/**
 * The nodes and their connections. The mouse drags nodes, draws connections from exits and pans on the empty canvas.
 * One finger pans and draws connections; two fingers, or Ctrl with the wheel, zoom.
 */
export function CanvasFlow(props: {
  flow: FlowEditing
  shownId: string | undefined
  onShow: (id: string) => void
}) {
  const { flow, shownId, onShow } = props
  const { nodes, problems } = flow
  const tools = useTools()
  const store = useStoreApi()
  const reveal = useReveal()
  const box = useRef<HTMLElement>(null)
  const [moved, setMoved] = useState<{ id: string; place: Place }>()
  const [byFinger, setByFinger] = useState(false)
  const [first, setFirst] = useState<Viewport>()
  const takenBack = useRef(false)
  const drawn = useConnection(({ fromNode, fromHandle }) => fromNode && `${fromNode.id}/${fromHandle?.id}`)

  const places = placesOf(nodes)
  if (moved) places.set(moved.id, moved.place)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useLayoutEffect(() => {
    if (box.current) setFirst(firstViewport(box.current, extentOf(nodes, places)))
  }, [])

  const put = (id: string, place: Place) => {
    setMoved(undefined)
    flow.replace(withPlaces(nodes, new Map(places).set(id, place)))
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    takenBack.current = true
    store.getState().cancelConnection()
  }
  const cards = inFlowOrder(nodes).map(({ node, reached }): CanvasCard => {
    const at = places.get(node.id) ?? node.position
    return {
      ...boxOf(node),
      id: node.id,
      type: 'card',
      position: at,
      data: {
        node,
        reached,
        shown: node.id === shownId,
        problems: problems.filter(({ nodeId }) => nodeId === node.id),
        toolName: (id) => tools.data?.find((tool) => tool.id === id)?.name,
        onOpen: () => onShow(node.id),
        onMove: (by) => put(node.id, { x: at.x + by.x, y: at.y + by.y }),
        exits: targetsOf(node).map((target, nth) => (
          <CanvasExit
            // biome-ignore lint/suspicious/noArrayIndexKey: exits have no id, only an index
            key={nth}
            nth={nth}
            target={target}
            nodes={nodes}
            onLead={(to) => flow.replace(withWay(nodes, { source: node.id, nth }, to))}
          />
        )),
      },
    }
  })

  return (
    <section
      ref={box}
      className={styles.canvas}
      aria-label="Node flow"
      data-drawing={drawn ? true : undefined}
      // A touch pans the canvas wherever it starts.
      onPointerDownCapture={({ pointerType }) => flushSync(() => setByFinger(pointerType === 'touch'))}
      onKeyDown={onKeyDown}
      onFocus={reveal}
    >
      {first && (
        <ReactFlow
          ref={asGroup}
          nodes={cards}
          nodeTypes={cardTypes}
          defaultViewport={first}
          minZoom={zoomLimits.least}
          maxZoom={zoomLimits.most}
          panOnScroll
          panOnScrollSpeed={1}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          nodesDraggable={!byFinger}
          nodeDragThreshold={leastMove}
          connectionDragThreshold={leastMove}
          connectionRadius={0}
          connectOnClick={false}
          connectionLineComponent={DrawnWay}
          elementsSelectable={false}
          nodesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          // A white-labelled dashboard must not name a vendor.
          proOptions={{ hideAttribution: true }}
          onNodesChange={(changes) => {
            for (const change of changes)
              if (change.type === 'position' && change.dragging && change.position)
                setMoved({ id: change.id, place: change.position })
          }}
          onNodeDragStop={(_, { id, position }) => put(id, position)}
          onConnectStart={() => {
            takenBack.current = false
          }}
          onConnect={({ source, sourceHandle, target }) => {
            if (!takenBack.current)
              flow.replace(withWay(nodes, { source, nth: Number(sourceHandle) }, target))
          }}
        >
          <Background gap={20} size={2} color="var(--mantine-color-default-border)" />
          <ViewportPortal>
            <svg className={styles.lines} aria-hidden>
              <CanvasLines
                lines={linesOf(nodes, places).filter(({ source, nth }) => `${source}/${nth}` !== drawn)}
                nodes={nodes}
                places={places}
                shownId={shownId}
              />
            </svg>
          </ViewportPortal>
        </ReactFlow>
      )}
    </section>
  )
}

/** Size of a card and positions of its entry and exits, computed so that nothing is measured in the DOM. */
function boxOf(node: AgentNode) {
  const size = { width: cardWidth, height: heightOf(node) }
  const ways = targetsOf(node).map((_, nth) => ({
    id: `${nth}`,
    type: 'source' as const,
    position: Position.Right,
    ...exitOf({ x: 0, y: 0 }, nth),
  }))
  const entry = { type: 'target' as const, position: Position.Left, x: 0, y: 0, ...size }
  return {
    ...size,
    measured: size,
    handles: canBeLedTo(node) ? [...ways, entry] : ways,
    ariaRole: 'group' as const,
  }
}

/** A connection while it is drawn. */
function DrawnWay({ fromNode, fromHandle, toX, toY }: ConnectionLineComponentProps<CanvasCard>) {
  const from = exitOf(fromNode.position, Number(fromHandle.id))
  return <path d={curveOf({ from, to: { x: toX, y: toY } })} className={styles.drawn} />
}

/**
 * Shows the whole flow at first. If that would make it too small, uses the smallest initial zoom and shows its start.
 */
function firstViewport(box: HTMLElement, extent: ReturnType<typeof extentOf>): Viewport {
  const width = extent.right - extent.left + 2 * margin
  const height = extent.bottom - extent.top + 2 * margin
  const fits = zooms.findLast(
    (one) => one <= 1 && width * one <= box.clientWidth && height * one <= box.clientHeight,
  )
  const zoom = Math.max(fits ?? 0, leastAtFirst)
  return { x: (margin - extent.left) * zoom, y: (margin - extent.top) * zoom, zoom }
}

/** The library sets the role `application`, which disables the reading mode of screen readers. */
const asGroup = (flow: HTMLDivElement | null) => flow?.setAttribute('role', 'group')
