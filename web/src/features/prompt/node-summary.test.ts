import { type AgentNode, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { addableTypes, newNode } from './flow.ts'
import { summaryOf } from './node-summary.ts'
import { wordsOf } from './node-words.ts'

const node = (fields: object) => ({ id: 'n', position: { x: 0, y: 0 }, ...fields }) as AgentNode
const toolName = (id: string) => (id === 't1' ? 'Find an order' : undefined)

it.each([
  [{ type: 'message', text: '**Hi**,\nsee [us](https://a.example)' }, 'Hi, see us'],
  [
    { type: 'message', text: 'Order {{order_number}} is _on its way_' },
    'Order {{order_number}} is on its way',
  ],
  [{ type: 'question', text: 'Name?', variable: 'name' }, 'Name? → {{name}}'],
  [{ type: 'buttons', text: 'Which?', buttons: [{ label: 'A' }, { label: 'B' }] }, 'Which? [A] [B]'],
  [
    { type: 'condition', branches: [{ test: { variable: 'a', operator: 'greater-than', value: '3' } }] },
    'a is greater than 3',
  ],
  [{ type: 'condition', branches: [{ test: { variable: 'a', operator: 'is-set' } }] }, 'a is set'],
  [{ type: 'set-variable', variable: 'a', value: '' }, '{{a}} = (empty)'],
  [{ type: 'knowledge', tags: ['x', 'y'] }, 'Only sources tagged x, y'],
  [{ type: 'ai', prompt: 'Be brief' }, 'Be brief'],
  [{ type: 'tool', toolId: 't1' }, 'Find an order'],
  [{ type: 'tool', toolId: 'gone' }, ''],
  [{ type: 'http', method: 'GET', url: 'https://a.example' }, 'GET https://a.example'],
  [{ type: 'map', mappings: [{ from: 'order', path: 'eta', saveTo: 'eta' }] }, 'eta → {{eta}}'],
  [{ type: 'form', text: 'Who?', fields: [{ label: 'Name' }, { label: 'E-mail' }] }, 'Who? Name, E-mail'],
  [{ type: 'handoff' }, ''],
  [{ type: 'end', text: 'Bye' }, 'Bye'],
])('summarizes %j', (fields, said) => {
  expect(summaryOf(node(fields), toolName)).toBe(said)
})

it('has a label and an icon for every type of node, and all types but the two permanent ones and groups can be added', () => {
  const types = nodeSchema.options.map((option) => option.shape.type.value)
  expect([...addableTypes, 'start', 'default', 'group'].sort()).toEqual([...types].sort())
  for (const type of types)
    expect(wordsOf(type)).toMatchObject({ label: expect.any(String), does: expect.stringMatching(/\.$/) })
  for (const type of addableTypes) expect(summaryOf(newNode(type, 'n', []), toolName)).toBeTypeOf('string')
})
