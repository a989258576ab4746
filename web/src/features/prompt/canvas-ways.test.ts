import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { cardWidth, heightOf, type Line, linesOf, type Place, tidied } from './canvas-layout.ts'
import { byReach, cornersOf, waysOf } from './canvas-ways.ts'

const position = { x: 0, y: 0 }
const message = (id: string, next?: string): AgentNode => ({ id, type: 'message', position, text: id, next })
const menu = (id: string, ...to: string[]): AgentNode => ({
  id,
  type: 'buttons',
  position,
  text: 'Which?',
  buttons: to.map((next, nth) => ({ id: `${nth}`, label: next, next })),
})
const flow: AgentNode[] = [
  { id: 'start', type: 'start', position, next: 'menu' },
  menu('menu', 'a', 'b', 'c', 'menu'),
  message('a', 'deeper'),
  message('b', 'menu'),
  message('c', 'start'),
  menu('deeper', 'menu', 'b', 'last'),
  message('last', 'a'),
  message('aside', 'last'),
]

type Part = { line: Line; from: Place; to: Place }
function partsOf(nodes: readonly AgentNode[], places: ReadonlyMap<string, Place>): Part[] {
  const lines = linesOf(nodes, places)
  return cornersOf(lines, nodes, places).flatMap((corners, nth) =>
    corners.slice(1).map((to, at) => ({ line: lines[nth]!, from: corners[at]!, to })),
  )
}

const nameOf = ({ line }: Part) => `${line.source}-${line.target}`
const span = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const

function isBehind({ from, to }: Part, node: AgentNode, at: Place): boolean {
  const [left, right] = span(from.x, to.x)
  const [top, bottom] = span(from.y, to.y)
  return right > at.x && left < at.x + cardWidth && bottom > at.y && top < at.y + heightOf(node)
}

describe('lines of a flow', () => {
  const places = tidied(flow)
  const parts = partsOf(flow, places)

  it('that lead back, down or past a card do not pass behind any card', () => {
    expect(new Set(parts.map(nameOf))).toEqual(
      new Set(['menu-menu', 'b-menu', 'c-start', 'deeper-menu', 'menu-b', 'last-a', 'aside-last']),
    )
    const behind = flow.flatMap((node) =>
      parts
        .filter((part) => isBehind(part, node, places.get(node.id)!))
        .map((part) => [nameOf(part), node.id]),
    )
    expect(behind).toEqual([])
  })

  it('with different targets do not overlap', () => {
    const over = parts.flatMap((one, nth) =>
      parts
        .slice(nth + 1)
        .filter((other) => other.line.target !== one.line.target && covers(one, other))
        .map((other) => [nameOf(one), nameOf(other)]),
    )
    expect(over).toEqual([])
  })

  it('that lead back, or far past cards, are told from direct ones', () => {
    const far: AgentNode[] = [
      menu('one', 'two', 'four'),
      message('two', 'three'),
      message('three', 'four'),
      message('four', 'one'),
    ]
    const row = new Map(far.map(({ id }, nth) => [id, { x: nth * 336, y: 0 }]))
    const { direct, around } = byReach(linesOf(far, row), far, row)
    const named = (all: typeof direct) => all.map(({ source, target }) => `${source}-${target}`)
    expect(named(direct)).toEqual(['one-two', 'two-three', 'three-four'])
    expect(named(around)).toEqual(['one-four', 'four-one'])
    // In rows, the way to the next row is drawn, the way back up is not.
    const rows = new Map(far.map(({ id }, nth) => [id, { x: (nth % 2) * 336, y: nth < 2 ? 0 : 220 }]))
    const inRows = byReach(linesOf(far, rows), far, rows)
    expect(named(inRows.direct)).toContain('two-three')
    expect(named(inRows.around)).toEqual(['four-one'])
  })

  it('are curves where no card is in between, and end in an arrowhead', () => {
    const lines = linesOf(flow, places)
    const [first] = waysOf(lines, flow, places)
    const { from, to } = lines[0]!
    expect(first).toMatch(new RegExp(`^M ${from.x} ${from.y} C .*, ${to.x} ${to.y} M .* L ${to.x} ${to.y} L`))
  })
})

/** Returns whether two straight segments overlap. */
function covers(one: Part, other: Part): boolean {
  const across = ([a, b]: readonly ['x' | 'y', 'x' | 'y']) =>
    one.from[a] === one.to[a] &&
    other.from[a] === other.to[a] &&
    one.from[a] === other.from[a] &&
    span(one.from[b], one.to[b])[1] > span(other.from[b], other.to[b])[0] &&
    span(other.from[b], other.to[b])[1] > span(one.from[b], one.to[b])[0]
  return across(['x', 'y']) || across(['y', 'x'])
}
