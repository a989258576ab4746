import { initialNodes } from '@parley/contracts/agent/initial-content.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import {
  addedAfter,
  cardWidth,
  extentOf,
  heightOf,
  linesOf,
  placesOf,
  stacked,
  tidied,
} from './canvas-layout.ts'

const position = { x: 0, y: 0 }
const flow: AgentNode[] = [
  { id: 'start', type: 'start', position, next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    position,
    text: 'Which?',
    buttons: [
      { id: '1', label: 'A', next: 'a' },
      { id: '2', label: 'Back', next: 'menu' },
    ],
    next: 'b',
  },
  { id: 'a', type: 'message', position, text: 'A', next: 'gone' },
  { id: 'b', type: 'end', position },
  { id: 'note', type: 'note', position, text: 'To do' },
]

it('places nodes in columns by their distance from the start, without overlaps', () => {
  const places = tidied(flow)
  expect([...places.values()].map(({ x }) => x / (cardWidth + 96))).toEqual([0, 1, 2, 2, 0])
  expect(places.get('b')?.y).toBe(heightOf(flow[2]!) + 28)
  expect(places.get('note')?.y).toBeGreaterThanOrEqual(heightOf(flow[0]!))
  expect(extentOf(flow, places)).toMatchObject({ left: 0, top: 0, right: 2 * (cardWidth + 96) + cardWidth })
})

it('stacks nodes below each other in flow order for phones', () => {
  const places = stacked(flow)
  expect([...places.keys()]).toEqual(['start', 'menu', 'a', 'b', 'note'])
  expect(extentOf(flow, places)).toMatchObject({ left: 0, right: cardWidth })
  expect(places.get('menu')?.y).toBe(heightOf(flow[0]!) + 14)
})

it('keeps stored positions, and lays out nodes that overlap', () => {
  expect(placesOf(initialNodes).get('greeting')).toEqual({ x: 280, y: 0 })
  expect(placesOf(flow)).toEqual(tidied(flow))
  const row = flow.map((node, nth) => ({ ...node, position: { x: nth * 280, y: 0 } }))
  expect(placesOf(row)).toEqual(tidied(row))
  const arranged = row.map((node, nth) => ({ ...node, position: { x: nth * 280, y: nth * 40 } }))
  expect(placesOf(arranged).get('b')).toEqual({ x: 840, y: 120 })
})

it('returns a line for each connection, loops included', () => {
  const lines = linesOf(flow, tidied(flow))
  expect(lines.map(({ source, target }) => `${source}-${target}`)).toEqual([
    'start-menu',
    'menu-a',
    'menu-menu',
    'menu-b',
  ])
  expect(lines[2]!.from.y - lines[1]!.from.y).toBe(26)
})

it('lays a long chain out in lines that a screen shows', () => {
  const chain = Array.from({ length: 12 }, (_, nth): AgentNode => {
    const id = `n${nth}`
    return nth === 0
      ? { id, type: 'start', position, next: 'n1' }
      : { id, type: 'message', position, text: '', next: `n${nth + 1}` }
  })
  const places = tidied(chain)
  const { left, right, top, bottom } = extentOf(chain, places)!
  expect((right - left) / (bottom - top)).toBeLessThan(3)
  expect(placesOf(chain)).toEqual(places)
  expect(places.get('n5')).toEqual({ x: 0, y: heightOf(chain[1]!) + 28 + 56 })
})

const at = (x: number, y: number) => ({ position: { x, y } })
const start: AgentNode = { id: 'start', type: 'start', ...at(0, 0) }
const added: AgentNode = { id: 'new', type: 'message', text: '', ...at(999, 0) }

it('adds a node beside the one that leads to it, below what stands there', () => {
  expect(addedAfter([start], 'start', added)).toEqual([
    { ...start, next: 'new' },
    { ...added, ...at(336, 0) },
  ])
  const note: AgentNode = { id: 'note', type: 'note', text: '', ...at(300, 40) }
  const below = addedAfter([start, note], 'start', added)?.at(-1)
  expect(below?.position).toEqual({ x: 336, y: 40 + heightOf(note) + 28 })
})

it('adds no way where there is none, or to what can not be led to', () => {
  const led: AgentNode = { ...start, next: 'menu' }
  const ask: AgentNode = {
    id: 'ask',
    type: 'question',
    text: '',
    variable: 'a',
    capture: 'text',
    next: 'x',
    ...at(0, 500),
  }
  const end: AgentNode = { id: 'end', type: 'end', ...at(0, 900) }
  const note: AgentNode = { id: 'new', type: 'note', text: '', ...at(999, 0) }
  for (const [source, node] of [
    [led, added],
    [ask, added],
    [end, added],
    [start, note],
  ] as const)
    expect(addedAfter([source], source.id, node)).toBeUndefined()
  const menu: AgentNode = {
    ...{ id: 'menu', type: 'buttons', text: '', ...at(0, 0), next: 'x' },
    buttons: [
      { id: '1', label: 'A', next: 'a' },
      { id: '2', label: 'B' },
    ],
  }
  expect(addedAfter([menu], 'menu', added)?.[0]).toMatchObject({ buttons: [{ next: 'a' }, { next: 'new' }] })
})
