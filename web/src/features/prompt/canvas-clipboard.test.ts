import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it } from 'vitest'
import { adapted, copiedIn, copiedText } from './canvas-clipboard.ts'

const at = (x: number, y = 0) => ({ x, y })
const flow: AgentNode[] = [
  { id: 'start', type: 'start', position: at(0), next: 'ask' },
  {
    id: 'ask',
    type: 'question',
    position: at(300),
    text: 'Which?',
    variable: 'order',
    capture: 'text',
    next: 'find',
  },
  {
    id: 'find',
    type: 'tool',
    position: at(600, 100),
    toolId: 't1',
    title: 'Find it',
    values: { number: '{{order}}' },
    next: 'say',
    onError: 'ask',
  },
  { id: 'say', type: 'message', position: at(900), text: 'Hello {{nick}}' },
  { id: 'group', type: 'group', position: at(0), title: 'Orders', nodeIds: ['ask', 'find'] },
]
const tools = [
  { id: 't1', name: 'Find an order' },
  { id: 't2', name: 'Other' },
]
const copy = (...ids: string[]) => copiedText({ agentId: 'a1', nodes: flow, ids: new Set(ids), tools })
const paste = (text: string | undefined, toolIds: string[] | undefined, into: AgentNode[] = []) => {
  let nth = 0
  const copied = copiedIn(text ?? '')!
  return adapted(
    { ...copied, nodes: copied.nodes as AgentNode[] },
    { nodes: into, toolIds, middle: at(1000, 500), newId: () => `n${++nth}` },
  )
}

describe('copied nodes', () => {
  it('are JSON that names the functions they call', () => {
    expect(copiedIn(copy('find') ?? '')).toMatchObject({
      nodes: [{ id: 'find' }],
      tools: { t1: 'Find an order' },
    })
  })

  it('are without start and fallback, and a group brings its nodes along', () => {
    expect(copy('start')).toBeUndefined()
    expect(copiedIn(copy('start', 'group') ?? '')?.nodes).toMatchObject([
      { id: 'ask' },
      { id: 'find' },
      { id: 'group' },
    ])
  })

  it.each([
    '',
    'agent-nodes',
    '{"kind":"agent-nodes"}',
    '{"kind":"agent-nodes","version":2,"nodes":[{}]}',
    '{"kind":"agent-nodes","version":1,"nodes":[]}',
  ])('are not found in %j', (text) => expect(copiedIn(text)).toBeUndefined())
})

describe('pasted nodes', () => {
  it('have new ids, connections among themselves alone, and stand around the given place', () => {
    const { nodes, lacks } = paste(copy('group'), ['t1'])
    expect(nodes).toMatchObject([
      { id: 'n1', next: 'n2', position: { x: 850, y: 450 } },
      { id: 'n2', toolId: 't1', next: undefined, onError: 'n1', position: { x: 1150, y: 550 } },
      { type: 'group', nodeIds: ['n1', 'n2'] },
    ])
    expect(lacks).toEqual([])
  })

  it('name functions and variables that are missing, and call no foreign function', () => {
    const { nodes, lacks } = paste(copy('find', 'say'), ['t9'])
    expect(nodes[0]).toMatchObject({ toolId: '' })
    expect(lacks).toEqual([
      '“Find it” calls the function “Find an order”, which this workspace lacks: choose another.',
      '“Find it” uses {{order}}, which no node sets here.',
      '“Message: Hello {{nick}}” uses {{nick}}, which no node sets here.',
    ])
    expect(paste(copy('find'), undefined).nodes[0]).toMatchObject({ toolId: 't1' })
  })

  it('use variables that the flow they come into sets', () => {
    expect(paste(copy('find'), ['t1'], [flow[1]!]).lacks).toEqual([])
  })
})
