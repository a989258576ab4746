import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { nodesWith } from './flow-search.ts'

const position = { x: 0, y: 0 }
const nodes: AgentNode[] = [
  { id: 'hours', type: 'message', position, title: 'Opening hours', text: 'From nine to five' },
  {
    id: 'menu',
    type: 'buttons',
    position,
    text: 'Which?',
    buttons: [{ id: '1', label: 'Opening a shop', next: 'hours' }],
  },
  {
    id: 'ask',
    type: 'question',
    position,
    text: 'When?',
    variable: 'opening_day',
    capture: 'date',
    next: 'hours',
  },
]

it('finds nodes by title, kind, texts and variables, with all words', () => {
  expect(nodesWith(nodes, 'opening')).toEqual(['hours', 'menu', 'ask'])
  expect(nodesWith(nodes, 'NINE hours')).toEqual(['hours'])
  expect(nodesWith(nodes, 'question')).toEqual(['ask'])
  // Where a node leads is not what it says.
  expect(nodesWith(nodes, 'hours')).toEqual(['hours'])
  expect(nodesWith(nodes, '  ')).toEqual([])
})
