import { initialNodes } from '@parley/contracts/agent/initial-content.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { cardWidth, extentOf, heightOf, linesOf, placesOf, stacked, tidied } from './canvas-layout.ts'

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
