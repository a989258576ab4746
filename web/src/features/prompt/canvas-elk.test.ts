import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import ELK from 'elkjs/lib/elk.bundled.js'
import { expect, it } from 'vitest'
import { arrangedBy } from './canvas-elk.ts'
import { cardWidth, extentOf, heightOf, type Place } from './canvas-layout.ts'

const position = { x: 0, y: 0 }
const message = (id: string, next?: string): AgentNode => ({ id, type: 'message', position, text: id, next })
const flow: AgentNode[] = [
  { id: 'start', type: 'start', position, next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    position,
    text: 'Which?',
    buttons: ['a', 'b', 'c'].map((next) => ({ id: next, label: next, next })),
    next: 'menu',
  },
  message('a', 'last'),
  message('b', 'last'),
  message('c', 'menu'),
  message('last'),
  { id: 'note', type: 'note', position, text: 'To do' },
  { id: 'group', type: 'group', position, nodeIds: ['b', 'last'] },
]

it('arranges a flow from left to right, exits in their order, without overlaps, groups kept together', async () => {
  const places = await arrangedBy(new ELK(), flow)
  const at = (id: string) => places.get(id)!
  expect([...places.keys()].sort()).toEqual(['a', 'b', 'c', 'last', 'menu', 'note', 'start'])
  expect(at('menu').x).toBeGreaterThan(at('start').x + cardWidth)
  for (const id of ['a', 'b', 'c']) expect(at(id).x).toBeGreaterThan(at('menu').x + cardWidth)
  expect(at('last').x).toBeGreaterThan(at('b').x + cardWidth)
  const cards = flow.filter(({ id }) => places.has(id))
  const overlap = (one: AgentNode, other: AgentNode) =>
    Math.abs(at(one.id).x - at(other.id).x) < cardWidth &&
    at(one.id).y < at(other.id).y + heightOf(other) &&
    at(other.id).y < at(one.id).y + heightOf(one)
  expect(cards.flatMap((one, nth) => cards.slice(nth + 1).filter((other) => overlap(one, other)))).toEqual([])
  // No other card stands in the frame of the group.
  const frame = { left: at('b').x, right: at('last').x + cardWidth, ...span(at('b').y, at('last').y) }
  const within = ({ x, y }: Place) =>
    x >= frame.left && x < frame.right && y >= frame.top && y <= frame.bottom
  expect(['a', 'c', 'menu', 'note', 'start'].filter((id) => within(at(id)))).toEqual([])
})

const steps = 8
const chain: AgentNode[] = [
  { id: 'start', type: 'start', position, next: 'n1' },
  ...Array.from({ length: steps }, (_, nth): AgentNode => {
    const next = nth + 1 < steps ? `n${nth + 2}` : undefined
    return { id: `n${nth + 1}`, type: 'question', position, text: '', variable: 'a', capture: 'text', next }
  }),
]

it.each([
  ['a chain', chain],
  [
    'a chain with a group',
    [...chain, { id: 'g', type: 'group', position, nodeIds: ['n2', 'n3'] } as AgentNode],
  ],
])('lays %s out in rows that a screen shows, not in stairs', async (_, nodes) => {
  const places = await arrangedBy(new ELK(), nodes)
  const { left, top, right, bottom } = extentOf(chain, places)!
  const screen = { width: 950, height: 780 }
  expect(Math.min(screen.width / (right - left), screen.height / (bottom - top))).toBeGreaterThan(0.55)
  const rows = Map.groupBy(chain, ({ id }) => places.get(id)!.y)
  expect(rows.size).toBeLessThanOrEqual(4)
  // Each row from left to right, with room for the lines.
  for (const row of rows.values())
    row.slice(1).forEach(({ id }, nth) => {
      expect(places.get(id)!.x - places.get(row[nth]!.id)!.x).toBeGreaterThanOrEqual(cardWidth + 60)
    })
})

const span = (one: number, other: number) => ({ top: Math.min(one, other), bottom: Math.max(one, other) })
