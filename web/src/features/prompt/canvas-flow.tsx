import {
  type ConnectionLineComponentProps,
  ReactFlow,
  type ReactFlowProps,
  useConnection,
  useStore,
  useStoreApi,
  type Viewport,
  ViewportPortal,
} from '@xyflow/react'
import { t } from '../../design/language.ts'
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
import { useOnPhone } from '../../design/use-on-phone.ts'
import type { TestWay } from '../../store/test-way.ts'
import styles from './canvas.module.css'
import { type CanvasActions, CanvasActionsContext } from './canvas-actions.ts'
import { CanvasDots } from './canvas-dots.tsx'
import { CanvasFrame, framesOf, type GroupFrame } from './canvas-frames.tsx'
import { exitOf, extentOf, type Place, placesOf, stacked, withPlaces } from './canvas-layout.ts'
import { CanvasLines } from './canvas-lines.tsx'
import { CanvasMap } from './canvas-map.tsx'
import { type Mirror, useSide } from './canvas-mirror.ts'
import { neighbourOf } from './canvas-neighbours.ts'
import { type CanvasCard, CanvasNode } from './canvas-node.tsx'
import { asWide, enlarged, fitted, nothing } from './canvas-views.ts'
import { curveOf } from './canvas-ways.ts'
import { zoomLimits } from './canvas-zoom.tsx'
import { withWay } from './flow.ts'
import { useCards } from './use-cards.ts'
import type { FlowEditing } from './use-flow.ts'
import { isTooSmall, useIntoView } from './use-into-view.ts'

/** Shorter movements of the pointer, in px, are treated as clicks. */
const leastMove = 4
/** Below this zoom, cards show their titles alone, enlarged. */
const far = 0.6
/** Of larger flows, only the cards in view are rendered; the tab key then reaches only these. */
const mostRendered = 60
const cardTypes = { card: CanvasNode, frame: CanvasFrame }
const nowhere: ReadonlyMap<string, Place> = new Map()
const noWay: TestWay = { nodes: [], latest: 0 }

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
  /** The nodes that a search has found; undefined while nothing is searched for. */
  found: ReadonlySet<string> | undefined
  /** The node that the search shows. */
  aim: { id: string } | undefined
  /** What the test conversation has passed. */
  way: TestWay | undefined
}) {
  const { flow, shownId, selected, found, aim } = props
  const all = flow.nodes
  const nodes = useMemo(() => all.filter(({ type }) => type !== 'group'), [all])
  const onPhone = useOnPhone()
  const store = useStoreApi()
  const intoView = useIntoView(props.inspector)
  const { mirror, isMirrored } = useSide()
  const box = useRef<HTMLElement>(null)
  const [moving, setMoving] = useState(nowhere)
  const [hovered, setHovered] = useState<string>()
  const [byFinger, setByFinger] = useState(false)
  const [first, setFirst] = useState<{ viewport: Viewport; onPhone: boolean }>()
  const takenBack = useRef(false)
  const drawnFrom = useConnection(
    ({ fromNode, fromHandle }) => fromNode && `${fromNode.id}/${fromHandle?.id}`,
  )
  const isFar = useStore(({ transform }) => transform[2] < far)
  const size = useStore(({ width, height }) => `${width} ${height}`)

  const settledPlaces = useMemo(() => (onPhone ? stacked(nodes) : placesOf(nodes)), [nodes, onPhone])
  const places = useMemo(
    () => (moving.size === 0 ? settledPlaces : new Map([...settledPlaces, ...moving])),
    [settledPlaces, moving],
  )
  const shownPlaces = useMemo(
    () => new Map([...places].map(([id, at]) => [id, mirror(at)])),
    [places, mirror],
  )
  const { passed, taken } = useMemo(() => passedBy(props.way ?? noWay), [props.way])
  const cards = useCards({
    nodes,
    places,
    moving,
    problems: flow.problems,
    shownId,
    selected,
    way: passed,
    found,
    mirror,
  })
  const frames = useMemo(() => framesOf(all, places, shownId, mirror), [all, places, shownId, mirror])
  // Frames come first, so that the tab key reaches a group before its nodes.
  const shown = useMemo((): (CanvasCard | GroupFrame)[] => [...frames, ...cards], [frames, cards])

  /** The stored positions of what is shown elsewhere. A group moves with its nodes. */
  const withMembers = (moves: readonly (readonly [string, Place])[]): (readonly [string, Place])[] =>
    moves.flatMap(([id, to]) => {
      const frame = frames.find((one) => one.id === id)
      if (!frame) return [[id, mirror(to)] as const]
      const from = mirror(frame.position, frame.width)
      const at = mirror(to, frame.width)
      const by = { x: at.x - from.x, y: at.y - from.y }
      return frame.data.node.nodeIds.flatMap((member) => {
        const before = places.get(member)
        return before ? [[member, { x: before.x + by.x, y: before.y + by.y }] as const] : []
      })
    })
  const put = (moved: Iterable<readonly [string, Place]>) => {
    setMoving(nowhere)
    // Phones show another arrangement than the one that is stored.
    if (!onPhone) flow.replace(withPlaces(all, new Map([...settledPlaces, ...moving, ...moved])))
  }

  const latest = useRef({ flow, props, put, shownPlaces, nodes, withMembers, mirror })
  useLayoutEffect(() => {
    latest.current = { flow, props, put, shownPlaces, nodes, withMembers, mirror }
  })
  /** They stay the same, since the library tells all nodes of every handler that changes. */
  const gestures = useMemo(
    (): Gestures => ({
      onNodesChange(changes) {
        const { props, withMembers } = latest.current
        const moves = withMembers(
          changes.flatMap((change) =>
            change.type === 'position' && change.dragging && change.position
              ? [[change.id, change.position] as const]
              : [],
          ),
        )
        if (moves.length > 0) setMoving((before) => new Map([...before, ...moves]))
        const chosen = changes.filter((change) => change.type === 'select')
        if (chosen.length === 0) return
        const ids = new Set(props.selected)
        for (const change of chosen)
          if (change.selected) ids.add(change.id)
          else ids.delete(change.id)
        props.onSelect(ids)
      },
      onNodeDragStop: (_, __, dragged) => latest.current.put(cardsAmong(dragged, latest.current.mirror)),
      onSelectionDragStop: (_, dragged) => latest.current.put(cardsAmong(dragged, latest.current.mirror)),
      onNodeMouseEnter: (_, { id }) => setHovered(id),
      onNodeMouseLeave: () => setHovered(undefined),
      onPaneClick: () => latest.current.props.onShow(undefined),
      onConnectStart() {
        takenBack.current = false
      },
      onConnect({ source, sourceHandle, target }) {
        const { flow } = latest.current
        if (!takenBack.current)
          flow.replace(withWay(flow.nodes, { source, nth: Number(sourceHandle) }, target))
      },
    }),
    [],
  )
  const actions = useMemo(
    (): CanvasActions => ({
      open: (id, focus) => latest.current.props.onShow(id, focus),
      move(id, by) {
        const { shownPlaces, mirror, put } = latest.current
        const at = shownPlaces.get(id)
        if (at) put([[id, mirror({ x: at.x + by.x, y: at.y + by.y })]])
      },
      lead(source, nth, to) {
        const { flow } = latest.current
        flow.replace(withWay(flow.nodes, { source, nth }, to))
      },
      nodes: () => latest.current.flow.nodes,
      remove(id) {
        const { flow } = latest.current
        const node = flow.nodes.find((one) => one.id === id)
        if (node && node.type !== 'start' && node.type !== 'default') flow.remove([node])
      },
      step(id, towards) {
        const { nodes, shownPlaces } = latest.current
        const next = neighbourOf(id, towards, nodes, shownPlaces)
        if (next === undefined) return
        intoView(next)
        box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"] button`)?.focus()
      },
    }),
    [intoView],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useLayoutEffect(() => {
    if (!box.current) return
    const extent = extentOf(nodes, shownPlaces) ?? nothing
    const whole = fitted(box.current, extent)
    const start =
      shownPlaces.get(shownId ?? '') ?? shownPlaces.get(nodes.find(({ type }) => type === 'start')?.id ?? '')
    const wide = () => asWide(box.current!, shownPlaces.get(shownId ?? '') ?? mirror({ x: 0, y: 0 }))
    const arranged = () =>
      start && isTooSmall(whole.zoom) ? enlarged(box.current!, start, extent, isMirrored) : whole
    setFirst({ viewport: onPhone ? wide() : arranged(), onPhone })
  }, [onPhone])
  // The library reads the viewport once, for one of the two arrangements.
  const viewport = first?.onPhone === onPhone ? first.viewport : undefined
  const isReady = viewport !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the canvas changes as the inspector opens
  useEffect(() => {
    if (isReady && shownId !== undefined) intoView(shownId, { enlarge: !onPhone })
  }, [isReady, shownId, size, intoView])
  const reached = props.way?.nodes.at(-1)
  useEffect(() => {
    if (isReady && reached !== undefined) intoView(reached)
  }, [isReady, reached, intoView])
  useEffect(() => {
    if (aim) intoView(aim.id, { enlarge: true, centred: true })
  }, [aim, intoView])

  const near = useMemo(
    () => new Set([...selected, ...(shownId ? [shownId] : []), ...(hovered ? [hovered] : [])]),
    [selected, shownId, hovered],
  )
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    // Lists of targets are in the canvas for React, but not on the page; they close by themselves.
    if (key !== 'Escape' || !(target instanceof Node) || !currentTarget.contains(target)) return
    if (store.getState().connection.inProgress) {
      takenBack.current = true
      store.getState().cancelConnection()
    } else {
      props.onSelect(noneSelected)
      if (shownId !== undefined) props.onShow(undefined)
    }
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
      aria-label={t('Node flow')}
      // The library counts from the left. Cards have the direction of the language.
      dir="ltr"
      data-drawing={drawnFrom ? true : undefined}
      data-far={isFar || undefined}
      // A touch pans the canvas wherever it starts.
      onPointerDownCapture={({ pointerType }) => {
        if ((pointerType === 'touch') !== byFinger) flushSync(() => setByFinger(pointerType === 'touch'))
      }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {viewport && (
        <CanvasActionsContext value={actions}>
          <ReactFlow
            ref={asGroup}
            nodes={shown}
            key={onPhone ? 'stack' : 'arranged'}
            nodeTypes={cardTypes}
            defaultViewport={viewport}
            minZoom={zoomLimits.least}
            maxZoom={zoomLimits.most}
            panOnScroll
            panOnScrollSpeed={1}
            zoomOnScroll={false}
            zoomOnDoubleClick={false}
            onlyRenderVisibleElements={cards.length > mostRendered}
            elevateNodesOnSelect={false}
            nodesDraggable={!byFinger && !onPhone}
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
            {...gestures}
          >
            <ViewportPortal>
              <CanvasDots />
              <CanvasLines
                nodes={nodes}
                places={settledPlaces}
                moving={moving}
                near={near}
                way={taken}
                drawnFrom={drawnFrom ?? undefined}
              />
            </ViewportPortal>
            <CanvasMap />
          </ReactFlow>
        </CanvasActionsContext>
      )}
    </section>
  )
}

type Gestures = ReactFlowProps<CanvasCard | GroupFrame>

const multiSelectionKeys = ['Meta', 'Control']
const noneSelected: ReadonlySet<string> = new Set()
const noAttribution = { hideAttribution: true }

/** A connection while it is drawn. */
function DrawnWay({ fromNode, fromHandle, toX, toY }: ConnectionLineComponentProps<CanvasCard | GroupFrame>) {
  const { mirror, drawn } = useSide()
  const from = exitOf(mirror(fromNode.position), Number(fromHandle.id))
  const to = mirror({ x: toX, y: toY }, 0)
  return <path d={curveOf({ from, to })} transform={drawn} className={styles.drawn} />
}

/** The stored positions of dragged cards. Those in a group that is dragged are moving already. */
const cardsAmong = (dragged: readonly (CanvasCard | GroupFrame)[], mirror: Mirror) =>
  dragged.flatMap(({ id, type, position }) => (type === 'card' ? [[id, mirror(position)] as const] : []))

/** The nodes that a test conversation has passed, and its connections as `source>target`. */
function passedBy({ nodes, latest }: TestWay) {
  const passed = new Map(
    nodes.map((id, nth) => [id, nth >= nodes.length - latest ? ('now' as const) : ('before' as const)]),
  )
  const taken = new Set(nodes.slice(1).map((id, nth) => `${nodes[nth]}>${id}`))
  return { passed, taken }
}

/** The library sets the role `application`, which disables the reading mode of screen readers. */
const asGroup = (flow: HTMLDivElement | null) => flow?.setAttribute('role', 'group')
