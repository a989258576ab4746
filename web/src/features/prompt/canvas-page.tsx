import { ActionIcon, Button, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconCopy, IconLayoutGrid, IconTrash, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { scrollable } from '../../design/scrollable.ts'
import { useTools } from '../../server/tools.ts'
import styles from './canvas.module.css'
import { CanvasExit } from './canvas-exit.tsx'
import { exitOf, extentOf, linesOf, type Place, placesOf, tidied } from './canvas-layout.ts'
import { CanvasLines } from './canvas-lines.tsx'
import { CanvasNode } from './canvas-node.tsx'
import { curveOf } from './canvas-ways.ts'
import { canBeLedTo, inFlowOrder, targetsOf, withWay } from './flow.ts'
import { AddNode, FlowState, UndoRedo } from './flow-section.tsx'
import { NodeEditor } from './node-editor.tsx'
import { wordsOf } from './node-words.ts'
import { useCanvasGestures, zoomLimits } from './use-canvas-gestures.ts'
import { type FlowEditing, useFlow } from './use-flow.ts'

const route = getRouteApi('/app/$region/agents/$agentId/prompt')

type Way = { source: string; nth: number }
/** A way that is being drawn: where its end is, and the node that it would lead to. */
type Drawn = Way & { to: Place; over: string | undefined }

const margin = 48
const zooms = [zoomLimits.least, 0.55, 0.7, 0.85, 1, zoomLimits.most] as const
const wholeZoom = 1
/** Smaller, nothing can be read. */
const leastAtFirst = 0.85

/** The flow as a picture: where a conversation can go, at a glance (part 2 §2.4: Canvas, advanced node view). */
export function Canvas() {
  const flow = useFlow()
  const { nodes, problems } = flow
  const { node: shownId } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (id: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, node: id }), replace: true })
  const [zoom, setZoom] = useState(wholeZoom)
  const [moved, setMoved] = useState<{ id: string; place: Place }>()
  const tools = useTools()
  const box = useRef<HTMLElement>(null)
  const plane = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()

  const places = placesOf(nodes)
  if (moved) places.set(moved.id, moved.place)
  const extent = extentOf(nodes, places)
  const origin = { x: margin - extent.left, y: margin - extent.top }
  const size = {
    width: extent.right - extent.left + 2 * margin,
    height: extent.bottom - extent.top + 2 * margin,
  }
  const shown = nodes.find(({ id }) => id === shownId)
  const step = (by: 1 | -1) =>
    setZoom((by === 1 ? zooms.find((one) => one > zoom) : zooms.findLast((one) => one < zoom)) ?? zoom)
  const gestures = useCanvasGestures(box, zoom, setZoom)

  // A large flow is seen whole first; one that would become too small keeps its size and scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened
  useLayoutEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = box.current ?? {}
    const fits = zooms.findLast(
      (one) => one <= 1 && size.width * one <= clientWidth && size.height * one <= clientHeight,
    )
    setZoom(Math.max(fits ?? 0, leastAtFirst))
  }, [])

  const put = (node: AgentNode, place: Place) => {
    setMoved(undefined)
    const all = new Map(places).set(node.id, place)
    flow.replace(nodes.map((one) => ({ ...one, position: rounded(all.get(one.id) ?? one.position) })))
  }

  const draw = (way: Way, at: Place) => {
    const { left = 0, top = 0 } = plane.current?.getBoundingClientRect() ?? {}
    const over = leadableAt(nodes, at)
    if (box.current) scrollTowards(box.current, at)
    setDrawn({
      ...way,
      to: { x: (at.x - left) / zoom - origin.x, y: (at.y - top) / zoom - origin.y },
      over,
    })
  }
  const lead = (way: Way, to: string | undefined) => flow.replace(withWay(nodes, way, to))
  const lines = linesOf(nodes, places).filter(
    ({ source, nth }) => source !== drawn?.source || nth !== drawn.nth,
  )
  const leaves = drawn && places.get(drawn.source)

  return (
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
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Zoom out"
            disabled={zoom <= zoomLimits.least}
            onClick={() => step(-1)}
          >
            <IconZoomOut size={18} stroke={1.75} />
          </ActionIcon>
          <Text size="sm" w={44} ta="center" className="tabular" aria-live="polite">
            {Math.round(zoom * 100)}%
          </Text>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Zoom in"
            disabled={zoom >= zoomLimits.most}
            onClick={() => step(1)}
          >
            <IconZoomIn size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      </Group>
      {problems.some(({ level }) => level === 'error') && (
        <div className={styles.problems}>
          <FlowState problems={problems} nodes={nodes} onShow={show} />
        </div>
      )}
      <section
        ref={box}
        className={styles.canvas}
        aria-label="Node flow"
        data-drawing={drawn !== undefined || undefined}
        {...scrollable}
        {...gestures}
      >
        <div style={{ width: size.width * zoom, height: size.height * zoom }}>
          <div ref={plane} className={styles.plane} style={{ ...size, transform: `scale(${zoom})` }}>
            <svg className={styles.lines} width={size.width} height={size.height} aria-hidden>
              <g transform={`translate(${origin.x} ${origin.y})`}>
                <CanvasLines lines={lines} nodes={nodes} places={places} shownId={shownId} />
              </g>
            </svg>
            {inFlowOrder(nodes).map(({ node, reached }) => (
              <CanvasNode
                key={node.id}
                node={node}
                at={{
                  x: (places.get(node.id)?.x ?? 0) + origin.x,
                  y: (places.get(node.id)?.y ?? 0) + origin.y,
                }}
                zoom={zoom}
                shown={node.id === shownId}
                reached={reached}
                problems={problems.filter(({ nodeId }) => nodeId === node.id)}
                toolName={(id) => tools.data?.find((tool) => tool.id === id)?.name}
                aimedAt={drawn?.over === node.id}
                onOpen={() => show(node.id)}
                onMove={(by) => setMoved({ id: node.id, place: plus(places.get(node.id), by) })}
                onMoved={(by) =>
                  put(node, moved?.id === node.id ? moved.place : plus(places.get(node.id), by))
                }
              >
                {targetsOf(node).map((target, nth) => {
                  const way = { source: node.id, nth }
                  return (
                    <CanvasExit
                      // biome-ignore lint/suspicious/noArrayIndexKey: a way out is known by its place
                      key={nth}
                      target={target}
                      nodes={nodes}
                      onLead={(to) => lead(way, to)}
                      onDraw={(at) => draw(way, at)}
                      onDrawn={(at) => {
                        setDrawn(undefined)
                        // Asked anew: what the last move told may not be drawn yet.
                        const over = at && leadableAt(nodes, at)
                        if (over) lead(way, over)
                      }}
                    />
                  )
                })}
              </CanvasNode>
            ))}
            {drawn && leaves && (
              <svg className={styles.lines} width={size.width} height={size.height} aria-hidden>
                <g transform={`translate(${origin.x} ${origin.y})`}>
                  <path d={curveOf({ from: exitOf(leaves, drawn.nth), to: drawn.to })} data-near />
                </g>
              </svg>
            )}
          </div>
        </div>
      </section>
      {shown && <NodeDrawer flow={flow} node={shown} onShow={show} />}
    </div>
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

function withPlaces(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): AgentNode[] {
  return nodes.map((node) => ({ ...node, position: rounded(places.get(node.id) ?? node.position) }))
}

const edge = 40

/** What is out of sight comes nearer while a way is drawn to it. */
function scrollTowards(canvas: HTMLElement, at: Place): void {
  const { left, right, top, bottom } = canvas.getBoundingClientRect()
  const by = (place: number, from: number, to: number) =>
    place < from + edge ? -edge / 2 : place > to - edge ? edge / 2 : 0
  canvas.scrollBy(by(at.x, left, right), by(at.y, top, bottom))
}

/** The node under the pointer that a way may lead to, however the pointer's events are captured. */
function leadableAt(nodes: readonly AgentNode[], { x, y }: Place): string | undefined {
  const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]')?.dataset.node
  return nodes.some((node) => node.id === under && canBeLedTo(node)) ? under : undefined
}

const plus = (at: Place | undefined, by: Place): Place => ({ x: (at?.x ?? 0) + by.x, y: (at?.y ?? 0) + by.y })
const rounded = ({ x, y }: Place): Place => ({ x: Math.round(x), y: Math.round(y) })
