/** Positions of nodes on the canvas and the lines between them. Pure functions; all values in pixels. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { canBeLedTo, freeWayOf, inFlowOrder, targetsOf, withNode } from './flow.ts'

export type Place = { x: number; y: number }
/** `nth`: index of the exit of the source node. */
export type Line = { from: Place; to: Place; source: string; target: string; nth: number }

export const cardWidth = 240
const headHeight = 60
const textHeight = 44
const exitHeight = 26
const bottom = 10
const columnGap = 96
const rowGap = 28

/** Height of a card. It depends only on the number of exits, so that lines reach them without measuring. */
export function heightOf(node: AgentNode): number {
  return headHeight + textHeight + targetsOf(node).length * exitHeight + bottom
}

/** Position of the exit `nth` of a card. */
export function exitOf(at: Place, nth: number): Place {
  return { x: at.x + cardWidth, y: at.y + headHeight + textHeight + (nth + 0.5) * exitHeight }
}

export function linesOf(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): Line[] {
  return nodes.flatMap((node) => {
    const at = places.get(node.id)
    if (!at) return []
    return targetsOf(node).flatMap(({ to }, nth) => {
      const target = to === undefined ? undefined : places.get(to)
      if (to === undefined || !target) return []
      const entry = { x: target.x, y: target.y + headHeight / 2 }
      return [{ from: exitOf(at, nth), to: entry, source: node.id, target: to, nth }]
    })
  })
}

/**
 * Returns the stored positions. If nobody has arranged the nodes (they overlap, or form the row in which they were
 * added), returns an automatic layout.
 */
export function placesOf(nodes: readonly AgentNode[]): Map<string, Place> {
  return isArranged(nodes) ? storedPlaces(nodes) : tidied(nodes)
}

function isArranged(nodes: readonly AgentNode[]): boolean {
  return !overlapping(nodes, storedPlaces(nodes)) && !inRows(nodes)
}

function storedPlaces(nodes: readonly AgentNode[]): Map<string, Place> {
  return new Map(nodes.map((node) => [node.id, node.position]))
}

/**
 * Adds a node to which another leads on, to its right. Undefined if that has no free way on. Where nobody has arranged the
 * nodes, it keeps its position.
 */
export function addedAfter(
  nodes: readonly AgentNode[],
  sourceId: string,
  added: AgentNode,
): AgentNode[] | undefined {
  const source = nodes.find(({ id }) => id === sourceId)
  const way = source && canBeLedTo(added) ? freeWayOf(source) : undefined
  if (!source || !way) return undefined
  const cards = nodes.filter(({ type }) => type !== 'group')
  const node = isArranged(cards) ? { ...added, position: besides(cards, source, added) } : added
  return [...withNode(nodes, way.set(added.id)), node]
}

/** The nearest free position to the right of a node, or below that. */
function besides(nodes: readonly AgentNode[], source: AgentNode, added: AgentNode): Place {
  const x = source.position.x + cardWidth + columnGap
  let { y } = source.position
  const column = nodes
    .filter(({ position }) => Math.abs(position.x - x) < cardWidth)
    .toSorted((one, other) => one.position.y - other.position.y)
  for (const other of column) {
    const { y: top } = other.position
    if (top < y + heightOf(added) + rowGap && y < top + heightOf(other) + rowGap)
      y = top + heightOf(other) + rowGap
  }
  return { x, y }
}

function inRows(nodes: readonly AgentNode[]): boolean {
  return nodes.length > fewNodes && new Set(nodes.map(({ position }) => position.y)).size <= 2
}

const fewNodes = 4

/**
 * Lays out nodes in columns, each in flow order. A node is to the right of every node that leads to it, except of those
 * that lead back; what is too wide continues below.
 */
export function tidied(nodes: readonly AgentNode[]): Map<string, Place> {
  const column = columns(nodes)
  const bottoms: number[] = []
  const places = new Map<string, Place>()
  for (const { node } of inFlowOrder(nodes)) {
    const nth = column.get(node.id) ?? 0
    const y = bottoms[nth] ?? 0
    places.set(node.id, { x: nth * (cardWidth + columnGap), y })
    bottoms[nth] = y + heightOf(node) + rowGap
  }
  return inLines(places, bottoms)
}

/** Continues below what is so wide that nobody could read it on a screen. `bottoms`: of the columns. */
function inLines(places: ReadonlyMap<string, Place>, bottoms: readonly number[]): Map<string, Place> {
  const width = cardWidth + columnGap
  const height = Math.max(0, ...bottoms)
  const perLine = Math.max(mostInALine, Math.ceil(Math.sqrt((aspect * bottoms.length * height) / width)))
  if (bottoms.length <= perLine) return new Map(places)
  const tops: number[] = []
  for (let first = 0, top = 0; first < bottoms.length; first += perLine) {
    tops.push(top)
    top += Math.max(...bottoms.slice(first, first + perLine)) + 2 * rowGap
  }
  return new Map(
    [...places].map(([id, { x, y }]) => {
      const nth = Math.round(x / width)
      const line = Math.floor(nth / perLine)
      return [id, { x: (nth - line * perLine) * width, y: y + tops[line]! }]
    }),
  )
}

const mostInALine = 5
/** Of a screen beside an inspector. */
const aspect = 1.5

/** Longest way to each node that passes no node twice from the start. Unreachable nodes are in the first column. */
function columns(nodes: readonly AgentNode[]): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const steps = new Map<string, number>()
  const left: string[] = []
  const seen = new Set<string>()
  const onPath = new Set<string>()
  const forward = new Map<string, string[]>()
  // Depth first without recursion: a flow may be as deep as it has nodes.
  for (const start of nodes.filter(({ type }) => type === 'start' || type === 'default')) {
    const path = [{ id: start.id, waiting: leadsOf(start, byId) }]
    if (seen.has(start.id)) continue
    seen.add(start.id)
    onPath.add(start.id)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.waiting.shift()
      if (next === undefined) {
        path.pop()
        onPath.delete(top.id)
        left.push(top.id)
        continue
      }
      if (onPath.has(next.id)) continue
      forward.set(top.id, [...(forward.get(top.id) ?? []), next.id])
      if (seen.has(next.id)) continue
      seen.add(next.id)
      onPath.add(next.id)
      path.push({ id: next.id, waiting: leadsOf(next, byId) })
    }
  }
  for (const id of left.toReversed()) {
    const nth = steps.get(id) ?? 0
    steps.set(id, nth)
    for (const to of forward.get(id) ?? []) steps.set(to, Math.max(steps.get(to) ?? 0, nth + 1))
  }
  return steps
}

function leadsOf(node: AgentNode, byId: ReadonlyMap<string, AgentNode>): AgentNode[] {
  return targetsOf(node).flatMap(({ to }) => byId.get(to ?? '') ?? [])
}

function overlapping(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): boolean {
  const boxes = nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at ? [{ ...at, height: heightOf(node) }] : []
  })
  return boxes.some((one, nth) =>
    boxes
      .slice(nth + 1)
      .some(
        (other) =>
          Math.abs(one.x - other.x) < cardWidth &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  )
}

/** Stores the positions in the nodes, in whole pixels. */
export function withPlaces(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): AgentNode[] {
  return nodes.map((node) => {
    const at = places.get(node.id) ?? node.position
    const [x, y] = [Math.round(at.x), Math.round(at.y)]
    return x === node.position.x && y === node.position.y ? node : { ...node, position: { x, y } }
  })
}

/**
 * Lays out nodes below each other in flow order, as phones show them: as wide as the screen, without moving sideways. It
 * is never stored.
 */
export function stacked(nodes: readonly AgentNode[]): Map<string, Place> {
  const places = new Map<string, Place>()
  let y = 0
  for (const { node } of inFlowOrder(nodes)) {
    places.set(node.id, { x: 0, y })
    y += heightOf(node) + rowGap / 2
  }
  return places
}

/** Bounding box of all nodes; undefined if there are none. */
export function extentOf(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>) {
  const corners = nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at ? [{ left: at.x, top: at.y, right: at.x + cardWidth, bottom: at.y + heightOf(node) }] : []
  })
  if (corners.length === 0) return undefined
  return {
    left: Math.min(...corners.map(({ left }) => left)),
    top: Math.min(...corners.map(({ top }) => top)),
    right: Math.max(...corners.map(({ right }) => right)),
    bottom: Math.max(...corners.map((corner) => corner.bottom)),
  }
}
