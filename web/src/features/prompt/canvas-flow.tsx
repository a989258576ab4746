import { useComputedColorScheme } from '@mantine/core'
import {
  Background,
  type ConnectionLineComponentProps,
  MiniMap,
  ReactFlow,
  useConnection,
  useStore,
  useStoreApi,
  type Viewport,
  ViewportPortal,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import styles from './canvas.module.css'
import { type CanvasActions, CanvasActionsContext } from './canvas-actions.ts'
import { cardWidth, exitOf, extentOf, type Place, placesOf, withPlaces } from './canvas-layout.ts'
import { CanvasLines } from './canvas-lines.tsx'
import { type CanvasCard, CanvasNode } from './canvas-node.tsx'
import { curveOf } from './canvas-ways.ts'
import { zoomLimits } from './canvas-zoom.tsx'
import { withWay } from './flow.ts'
import { familyColours, familyOf } from './node-family.ts'
import { useCards } from './use-cards.ts'
import type { FlowEditing } from './use-flow.ts'
import { isTooSmall, legible, useIntoView } from './use-into-view.ts'

const margin = 40
/** Shorter movements of the pointer, in px, are treated as clicks. */
const leastMove = 4
/** Below this zoom, cards show their titles alone, enlarged. */
const far = 0.45
/** Of larger flows, only the cards in view are rendered; the tab key then reaches only these. */
const mostRendered = 60
const cardTypes = { card: CanvasNode }
const nowhere: ReadonlyMap<string, Place> = new Map()

/**
 * The nodes and their connections. The mouse drags nodes, draws connections from exits and pans on the empty canvas;
 * with Shift it selects. One finger pans and draws connections; two fingers, or Ctrl with the wheel, zoom.
 */
export function CanvasFlow(props: {
  flow: FlowEditing
  shownId: string | undefined
  onShow: (id: string | undefined, focus?: boolean) => void
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** The inspector, which may cover a part of the canvas. */
  inspector: RefObject<HTMLElement | null>
}) {
  const { flow, shownId, selected } = props
  const { nodes } = flow
  const store = useStoreApi()
  const intoView = useIntoView(props.inspector)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const box = useRef<HTMLElement>(null)
  const [moving, setMoving] = useState(nowhere)
  const [hovered, setHovered] = useState<string>()
  const [byFinger, setByFinger] = useState(false)
  const [first, setFirst] = useState<Viewport>()
  const takenBack = useRef(false)
  const drawnFrom = useConnection(
    ({ fromNode, fromHandle }) => fromNode && `${fromNode.id}/${fromHandle?.id}`,
  )
  const isFar = useStore(({ transform }) => transform[2] < far)
  const size = useStore(({ width, height }) => `${width} ${height}`)

  const settledPlaces = useMemo(() => placesOf(nodes), [nodes])
  const places = useMemo(
    () => (moving.size === 0 ? settledPlaces : new Map([...settledPlaces, ...moving])),
    [settledPlaces, moving],
  )
  const cards = useCards({ nodes, places, problems: flow.problems, shownId, selected })

  const put = (moved: Iterable<readonly [string, Place]>) => {
    setMoving(nowhere)
    flow.replace(withPlaces(nodes, new Map([...settledPlaces, ...moved])))
  }

  const latest = useRef({ flow, props, put, places })
  useLayoutEffect(() => {
    latest.current = { flow, props, put, places }
  })
  const actions = useMemo(
    (): CanvasActions => ({
      open: (id, focus) => latest.current.props.onShow(id, focus),
      move(id, by) {
        const at = latest.current.places.get(id)
        if (at) latest.current.put([[id, { x: at.x + by.x, y: at.y + by.y }]])
      },
      lead(source, nth, to) {
        const { flow } = latest.current
        flow.replace(withWay(flow.nodes, { source, nth }, to))
      },
      nodes: () => latest.current.flow.nodes,
    }),
    [],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useLayoutEffect(() => {
    if (!box.current) return
    const whole = fitted(box.current, extentOf(nodes, places))
    const shown = shownId === undefined ? undefined : places.get(shownId)
    setFirst(shown && isTooSmall(box.current.clientWidth, whole.zoom) ? enlarged(box.current, shown) : whole)
  }, [])
  const isReady = first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the canvas changes as the inspector opens
  useEffect(() => {
    if (isReady && shownId !== undefined) intoView(shownId, { enlarge: true })
  }, [isReady, shownId, size, intoView])

  const near = useMemo(
    () => new Set([...selected, ...(shownId ? [shownId] : []), ...(hovered ? [hovered] : [])]),
    [selected, shownId, hovered],
  )
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    takenBack.current = true
    store.getState().cancelConnection()
  }
  /** Pans a card that is focused by keyboard into view. */
  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest<HTMLElement>('[data-node]')?.dataset.node
    if (id !== undefined && target.matches(':focus-visible')) intoView(id)
  }

  return (
    <section
      ref={box}
      className={styles.canvas}
      aria-label="Node flow"
      data-drawing={drawnFrom ? true : undefined}
      data-far={isFar || undefined}
      // A touch pans the canvas wherever it starts.
      onPointerDownCapture={({ pointerType }) => {
        if ((pointerType === 'touch') !== byFinger) flushSync(() => setByFinger(pointerType === 'touch'))
      }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {first && (
        <CanvasActionsContext value={actions}>
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
            onlyRenderVisibleElements={cards.length > mostRendered}
            elevateNodesOnSelect={false}
            nodesDraggable={!byFinger}
            nodeDragThreshold={leastMove}
            connectionDragThreshold={leastMove}
            connectionRadius={0}
            connectOnClick={false}
            connectionLineComponent={DrawnWay}
            nodesFocusable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode="Shift"
            multiSelectionKeyCode={multiSelectionKeys}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            // A white-labelled dashboard must not name a vendor.
            proOptions={noAttribution}
            onNodesChange={(changes) => {
              const moves = changes.flatMap((change) =>
                change.type === 'position' && change.dragging && change.position
                  ? [[change.id, change.position] as const]
                  : [],
              )
              if (moves.length > 0) setMoving((before) => new Map([...before, ...moves]))
              const chosen = changes.filter((change) => change.type === 'select')
              if (chosen.length === 0) return
              const ids = new Set(selected)
              for (const change of chosen)
                if (change.selected) ids.add(change.id)
                else ids.delete(change.id)
              props.onSelect(ids)
            }}
            onNodeDragStop={(_, __, dragged) => put(dragged.map(({ id, position }) => [id, position]))}
            onSelectionDragStop={(_, dragged) => put(dragged.map(({ id, position }) => [id, position]))}
            onNodeMouseEnter={(_, { id }) => setHovered(id)}
            onNodeMouseLeave={() => setHovered(undefined)}
            onPaneClick={() => props.onShow(undefined)}
            onConnectStart={() => {
              takenBack.current = false
            }}
            onConnect={({ source, sourceHandle, target }) => {
              if (!takenBack.current) actions.lead(source, Number(sourceHandle), target)
            }}
          >
            <Background gap={20} size={2} color="var(--mantine-color-default-border)" />
            <ViewportPortal>
              <CanvasLines
                nodes={nodes}
                places={settledPlaces}
                moving={moving}
                near={near}
                drawnFrom={drawnFrom ?? undefined}
              />
            </ViewportPortal>
            <MiniMap<CanvasCard>
              className={styles.map}
              ariaLabel="Overview of the flow"
              pannable
              zoomable
              nodeBorderRadius={16}
              nodeColor={({ data }) => familyColours(familyOf(data.node.type), scheme).colour}
            />
          </ReactFlow>
        </CanvasActionsContext>
      )}
    </section>
  )
}

const multiSelectionKeys = ['Meta', 'Control']
const noAttribution = { hideAttribution: true }

/** A connection while it is drawn. */
function DrawnWay({ fromNode, fromHandle, toX, toY }: ConnectionLineComponentProps<CanvasCard>) {
  const from = exitOf(fromNode.position, Number(fromHandle.id))
  return <path d={curveOf({ from, to: { x: toX, y: toY } })} className={styles.drawn} />
}

/** Shows the whole flow. */
function fitted(box: HTMLElement, extent: ReturnType<typeof extentOf>): Viewport {
  const width = extent.right - extent.left
  const height = extent.bottom - extent.top
  const room = { width: box.clientWidth - 2 * margin, height: box.clientHeight - 2 * margin }
  const zoom = Math.min(1, Math.max(zoomLimits.least, Math.min(room.width / width, room.height / height)))
  const start = (from: number, size: number, has: number) =>
    margin + Math.max(0, (has - size * zoom) / 2) - from * zoom
  return {
    x: start(extent.left, width, room.width),
    y: start(extent.top, height, room.height),
    zoom,
  }
}

/** Shows a node with legible text. */
function enlarged(box: HTMLElement, { x, y }: Place): Viewport {
  const zoom = legible.enlarged
  return { x: (box.clientWidth - cardWidth * zoom) / 2 - x * zoom, y: margin - y * zoom, zoom }
}

/** The library sets the role `application`, which disables the reading mode of screen readers. */
const asGroup = (flow: HTMLDivElement | null) => flow?.setAttribute('role', 'group')
