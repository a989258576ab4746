/**
 * How lines go between the cards of the canvas. One to the right with nothing in between is a curve; every other
 * goes around: out to the right, along a free lane between the cards, and in from the left. Pure; in pixels.
 */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { cardWidth, heightOf, type Line, type Place } from './canvas-layout.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** From a card to the line beside it; half of the least room that tidied cards leave. */
const clear = 14
/** Between two lines that go the same way. */
const apart = 8
/** How far from a card lanes run; where cards are near each other, those that run through one are dear. */
const laneOffs = [clear, clear - apart, ...[1, 2, 3, 4, 5, 6].map((nth) => clear + nth * apart)]
const radius = 10
const arrow = { length: 6, half: 4 }
/** A line counts as behind a card from here on. */
const slack = 2

/** The line as a path, with a tip where it arrives, in the order of the lines. */
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

/** Where each line turns, its ends included; none of a line that is a curve. */
export function cornersOf(
  lines: readonly Line[],
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
): Place[][] {
  const boxes = nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at ? [{ left: at.x, top: at.y, right: at.x + cardWidth, bottom: at.y + heightOf(node) }] : []
  })
  const taken: Taken[] = []
  return lines.map((line) => (isFree(line, boxes) ? [] : around(line, boxes, taken)))
}

/** A curve that leaves to the right and arrives from the left. */
export function curveOf({ from, to }: Pick<Line, 'from' | 'to'>): string {
  const bend = bendOf(from, to)
  return `M ${from.x} ${from.y} C ${from.x + bend} ${from.y}, ${to.x - bend} ${to.y}, ${to.x} ${to.y}`
}

function bendOf(from: Place, to: Place): number {
  return Math.max(40, Math.min(160, Math.abs(to.x - from.x) / 2))
}

/** Whether its curve leads on, past no card. */
function isFree({ from, to }: Line, boxes: readonly Box[]): boolean {
  if (to.x < from.x + 2 * clear) return false
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

/** A straight part that a line has taken; those that lead to the same card may share it. */
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

/** The part itself, or moved to that side until it lies upon no other. */
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

/** Cards that a straight part would pass behind. */
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

/** From a corner towards its neighbour, no further than to the middle. */
function towards(corner: Place, other: Place): Place {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = length === 0 ? 0 : Math.min(radius, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}

function tipAt({ x, y }: Place): string {
  return `M ${x - arrow.length} ${y - arrow.half} L ${x} ${y} L ${x - arrow.length} ${y + arrow.half}`
}
