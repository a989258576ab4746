import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { type Direction, neighbourOf } from './canvas-neighbours.ts'

const nodes = ['here', 'right', 'far', 'below'].map(
  (id): AgentNode => ({ id, type: 'message', position: { x: 0, y: 0 }, text: id }),
)
const places = new Map([
  ['here', { x: 0, y: 0 }],
  ['right', { x: 336, y: 40 }],
  ['far', { x: 672, y: 0 }],
  ['below', { x: 20, y: 300 }],
])

it.each<[string, Direction, string | undefined]>([
  ['here', 'right', 'right'],
  ['right', 'right', 'far'],
  ['far', 'left', 'right'],
  ['here', 'down', 'below'],
  ['below', 'up', 'here'],
  ['here', 'left', undefined],
])('the card next to %s towards the %s is %s', (id, towards, next) => {
  expect(neighbourOf(id, towards, nodes, places)).toBe(next)
})
