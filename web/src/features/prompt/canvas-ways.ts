/**
 * Routes the lines between the cards of the canvas. A line to the right with no card in between is a curve. Every other
 * line leaves to the right, follows a lane between the cards and arrives from the left. Pure functions; all values in
 * pixels.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { cardWidth, heightOf, type Line, type Place } from './canvas-layout.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** Distance between a card and a line beside it; half of the smallest gap of the automatic layout. */
const clear = 14
/** Distance between parallel lines. */
const apart = 8
/**
 * Distances of candidate lanes from the edge of a card. Where cards are close, a lane may pass behind another card;
 * such lanes have a high cost.
 */
const laneOffs = [clear, clear - apart, ...[1, 2, 3, 4, 5, 6].map((nth) => clear + nth * apart)]
const radius = 10
const arrow = { length: 6, half: 4 }
/** Tolerance within which a line counts as passing behind a card. */
const slack = 2

/** Returns the SVG path of each line with its arrowhead, in the order of the lines. */
export function waysOf(
  lines: readonly Line[],
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
): string[] {
  return cornersOf(lines, nodes, places).map((corners, nth) => {
    const { from, to } = lines[nth]!
    return `${corners.length === 0 ? curveOf({ from, to }) : roundedPath(corners)} ${tipAt(to)}`
  })
}

/** Returns the corners of each line including both ends, or none for a curve. */
export function cornersOf(
  lines: readonly Line[],
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
): Place[][] {
  const boxes = boxesOf(nodes, places)
  const taken: Taken[] = []
  return lines.map((line) => (isFree(line, boxes) ? [] : around(line, boxes, taken)))
}

function boxesOf(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): Box[] {
  return nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at ? [{ left: at.x, top: at.y, right: at.x + cardWidth, bottom: at.y + heightOf(node) }] : []
  })
}

/** A curve that leaves to the right and arrives from the left. */
export function curveOf({ from, to }: Pick<Line, 'from' | 'to'>): string {
  const bend = bendOf(from, to)
  return `M ${from.x} ${from.y} C ${from.x + bend} ${from.y}, ${to.x - bend} ${to.y}, ${to.x} ${to.y}`
}

function bendOf(from: Place, to: Place): number {
  return Math.max(40, Math.min(160, Math.abs(to.x - from.x) / 2))
}

/** Returns whether the target is not to the right of the exit, so that a line has to turn around. */
export function isBack({ from, to }: Pick<Line, 'from' | 'to'>): boolean {
  return to.x < from.x + 2 * clear
}

/** Whether a card stands wholly below another, such as in the next row of a flow that is wider than a screen. */
export function isBelow(to: Place, from: Place, source: AgentNode): boolean {
  return to.y >= from.y + heightOf(source)
}

/** A line around cards to the right that is longer than this would frame them like a box. */
const longestAround = 2 * cardWidth

/**
 * Splits lines into those that are always drawn and those that would run around several cards: back to the left, unless
 * they go on in a row below, or far to the right with a card in between.
 */
export function byReach(
  lines: readonly Line[],
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
): { direct: Line[]; around: Line[] } {
  const boxes = boxesOf(nodes, places)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const goesBack = (line: Line) => {
    const [source, from, to] = [byId.get(line.source), places.get(line.source), places.get(line.target)]
    return isBack(line) && !(source && from && to && isBelow(to, from, source))
  }
  const { direct = [], around = [] } = Object.groupBy(lines, (line) =>
    goesBack(line) || (line.to.x - line.from.x > longestAround && !isFree(line, boxes)) ? 'around' : 'direct',
  )
  return { direct, around }
}

/** Returns whether the target is to the right and the curve passes behind no card. */
function isFree({ from, to }: Line, boxes: readonly Box[]): boolean {
  if (isBack({ from, to })) return false
  const bend = bendOf(from, to)
  for (let step = 1; step < 24; step++) {
    const t = step / 24
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3]
    const x = a * from.x + b * (from.x + bend) + c * (to.x - bend) + d * to.x
    const y = (a + b) * from.y + (c + d) * to.y
    if (boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom)) return false
  }
  return true
}

/** A straight segment that is in use. Lines with the same target may share it. */
type Taken = { along: 'x' | 'y'; at: number; from: number; to: number; target: string }

function around({ from, to, target }: Line, boxes: readonly Box[], taken: Taken[]): Place[] {
  const [out, into] = [from.x + clear, to.x - clear]
  const [left, right] = span(out, into)
  const between = boxes.filter((box) => box.right > left - clear && box.left < right + clear)
  const laneAt = (at: number): Taken => ({ along: 'x', at, from: left, to: right, target })
  const cost = (y: number, off: number) =>
    Math.abs(from.y - y) +
    Math.abs(to.y - y) +
    4 * Math.abs(off - clear) +
    1e4 * taken.filter((other) => isUpon(laneAt(y), other)).length +
    1e6 *
      (hits(between, left, y, right, y) +
        hits(between, out, from.y, out, y) +
        hits(between, into, to.y, into, y))
  const lanes = between.flatMap((box) =>
    laneOffs.flatMap((off) => [box.top - off, box.bottom + off].map((y) => ({ y, cost: cost(y, off) }))),
  )
  const { y } = lanes.reduce((one, other) => (other.cost < one.cost ? other : one))
  const down = freeAt({ along: 'y', at: out, ...range(from.y, y), target }, taken, 1)
  const up = freeAt({ along: 'y', at: into, ...range(to.y, y), target }, taken, -1)
  taken.push(laneAt(y), down, up)
  return [from, { x: down.at, y: from.y }, { x: down.at, y }, { x: up.at, y }, { x: up.at, y: to.y }, to]
}

/** Moves the segment to the given side until it overlaps no other. */
function freeAt(part: Taken, taken: readonly Taken[], side: 1 | -1): Taken {
  if (!taken.some((other) => isUpon(part, other))) return part
  return freeAt({ ...part, at: part.at + side * apart }, taken, side)
}

const isUpon = (one: Taken, other: Taken): boolean =>
  one.along === other.along &&
  one.target !== other.target &&
  Math.abs(one.at - other.at) < apart &&
  one.from <= other.to + apart &&
  one.to >= other.from - apart

const span = (one: number, other: number): [number, number] => [Math.min(one, other), Math.max(one, other)]
const range = (one: number, other: number) => ({ from: Math.min(one, other), to: Math.max(one, other) })

/** Number of cards that a straight segment passes behind. */
function hits(boxes: readonly Box[], x1: number, y1: number, x2: number, y2: number): number {
  const [left, right] = span(x1, x2)
  const [top, bottom] = span(y1, y2)
  return boxes.filter(
    (box) =>
      right > box.left - slack &&
      left < box.right + slack &&
      bottom > box.top - slack &&
      top < box.bottom + slack,
  ).length
}

function roundedPath(corners: readonly Place[]): string {
  const parts = corners.slice(1, -1).map((corner, nth) => {
    const before = towards(corner, corners[nth]!)
    const after = towards(corner, corners[nth + 2]!)
    return `L ${before.x} ${before.y} Q ${corner.x} ${corner.y}, ${after.x} ${after.y}`
  })
  const [first, last] = [corners[0]!, corners.at(-1)!]
  return `M ${first.x} ${first.y} ${parts.join(' ')} L ${last.x} ${last.y}`
}

/** Point where the rounding of a corner begins towards its neighbour, at most halfway. */
function towards(corner: Place, other: Place): Place {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = length === 0 ? 0 : Math.min(radius, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}

function tipAt({ x, y }: Place): string {
  return `M ${x - arrow.length} ${y - arrow.half} L ${x} ${y} L ${x - arrow.length} ${y + arrow.half}`
}
