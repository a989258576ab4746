import { initialNodes } from '@parley/contracts/agent/initial-content.ts'
import { type AgentNode, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { addableTypes, inFlowOrder, newNode, targetsOf, withNode, withoutNodes, withWay } from './flow.ts'

const position = { x: 0, y: 0 }
const flow: AgentNode[] = [
  { id: 'late', type: 'end', position },
  { id: 'lost', type: 'message', position, text: 'Nobody comes here' },
  { id: 'default', type: 'default', position, next: 'ask' },
  {
    id: 'choose',
    type: 'buttons',
    position,
    text: 'Which?',
    buttons: [
      { id: 'b1', label: 'Sales', next: 'ask' },
      { id: 'b2', label: 'Bye', next: 'late' },
    ],
    next: 'choose',
  },
  { id: 'ask', type: 'ai', position, next: 'thanks' },
  { id: 'thanks', type: 'message', position, text: 'Thank you', next: 'late' },
  { id: 'start', type: 'start', position, next: 'choose' },
  { id: 'remark', type: 'note', position, text: 'To do' },
]

describe('flow order', () => {
  it('follows the connections from the start, loops included, and ends with unreachable nodes', () => {
    expect(inFlowOrder(flow).map(({ node }) => node.id)).toEqual([
      'start',
      'choose',
      'ask',
      'thanks',
      'late',
      'default',
      'lost',
      'remark',
    ])
  })

  it('marks unreachable nodes, except notes', () => {
    expect(
      inFlowOrder(flow)
        .filter(({ reached }) => !reached)
        .map(({ node }) => node.id),
    ).toEqual(['lost'])
  })

  it('contains every node of the initial set', () => {
    expect(inFlowOrder(initialNodes)).toHaveLength(initialNodes.length)
  })
})

describe('changing the flow', () => {
  it('replaces a changed node at its position', () => {
    const changed = withNode(flow, { id: 'ask', type: 'ai', position, prompt: 'Sell' })
    expect(changed[4]).toEqual({ id: 'ask', type: 'ai', position, prompt: 'Sell' })
    expect(changed).toHaveLength(flow.length)
  })

  it('removes all connections to a removed node', () => {
    const left = withoutNodes(flow, new Set(['ask']))
    expect(left.flatMap((node) => targetsOf(node).map((target) => target.to))).not.toContain('ask')
    expect(left.find((node) => node.id === 'choose')).toMatchObject({
      buttons: [
        { id: 'b1', next: undefined },
        { id: 'b2', next: 'late' },
      ],
      next: 'choose',
    })
  })

  it.each(addableTypes)('adds a %s that the contract accepts', (type) => {
    const node = newNode(type, 'n1', flow)
    expect(nodeSchema.safeParse(node).error).toBeUndefined()
    expect(flow.some((one) => one.position.x === node.position.x)).toBe(false)
  })
})

it('connects or disconnects one exit of a node and leaves the others unchanged', () => {
  const menu = newNode('buttons', 'menu', [])
  const both = withWay(withWay([menu], { source: 'menu', nth: 0 }, 'a'), { source: 'menu', nth: 1 }, 'b')
  expect(both.flatMap(targetsOf).map(({ to }) => to)).toEqual(['a', 'b'])
  const one = withWay(both, { source: 'menu', nth: 0 }, undefined)
  expect(one.flatMap(targetsOf).map(({ to }) => to)).toEqual([undefined, 'b'])
  expect(withWay(both, { source: 'menu', nth: 7 }, 'c')).toEqual(both)
})
